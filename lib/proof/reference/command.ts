/** The command of the embedded reference: options, start, welcome text, stop. */
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { createClock } from './engine/clock.ts';
import { idsFrom, newId } from './engine/ids.ts';
import type { Transport } from './engine/transport.ts';
import type { Rulebook } from './rules/rulebook.ts';
import { type RunningService, type ServiceOptions, startService } from './service.ts';
import { noteRunning } from './trigger/running.ts';
import { eventKinds, trigger } from './trigger/trigger.ts';
import { settingsOf, welcome } from './welcome.ts';
import type { Answered } from './wire/listener.ts';

interface Options {
  port: number;
  livePort: number;
  controlPort: number;
  host: string;
  webhookUrl?: string;
  seed?: string;
  deliveryTimeout: number;
  settings?: boolean;
  quiet?: boolean;
}

/**
 * Runs the command: starts the service with the given rules and webhook transport until it is stopped, or runs a subcommand against a
 * running service.
 */
export async function run(argv: string[], rulebook: Rulebook, transport: Transport): Promise<void> {
  await commandLine((options) => serve(options, rulebook, transport)).parseAsync(argv);
}

async function serve(options: Options, rulebook: Rulebook, transport: Transport): Promise<void> {
  const { seed } = options;
  const controlToken = seed === undefined ? newId('control_') : idsFrom(`control ${seed}`)('control_');
  const service = await start(options, { rulebook, transport, controlToken });
  stopWhenAsked(service, options);
  if (options.settings) {
    console.log(JSON.stringify(settingsOf(service, controlToken)));
    return;
  }
  const ids = seed === undefined ? undefined : seededIds(seed);
  const sandbox = service.addMerchant('sandbox', ids?.sandbox);
  const live = service.addMerchant('live', ids?.live);
  note({
    sandboxUrl: service.sandboxUrl,
    controlUrl: service.controlUrl,
    controlToken,
    merchantId: sandbox.id,
    apiKey: sandbox.apiKey,
    webhookUrl: sandbox.webhookUrl,
  });
  console.log(
    welcome(service, controlToken, { sandbox, live }, { seeded: seed !== undefined, quiet: options.quiet === true }),
  );
}

/** A service without a note works, but other commands do not find it. */
function note(running: Parameters<typeof noteRunning>[0]): void {
  try {
    noteRunning(running);
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    console.error(`warning: the command trigger will not find this service: ${message.split('\n')[0]}`);
  }
}

/** One sequence of ids per environment, so that requests in one do not change ids in the other. */
function seededIds(seed: string) {
  return { sandbox: idsFrom(`sandbox ${seed}`), live: idsFrom(`live ${seed}`) };
}

function commandLine(serve: (options: Options) => Promise<void>): Command {
  const command = new Command('reference')
    .description('A complete merchant payments service on this machine, sandbox and live, for tries and tests.')
    .option('--port <number>', 'port of the sandbox, 0 for any free one', port, 0)
    .option('--live-port <number>', 'port of the live environment', port, 0)
    .option('--control-port <number>', 'port of the control interface', port, 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--webhook-url <url>', 'webhook address of merchants that are made without one', webAddress)
    .option('--seed <words>', 'the same keys, secrets and token at every start; whoever knows the words knows them')
    .option('--delivery-timeout <seconds>', 'how long a webhook receiver may take to answer', seconds, 3)
    .option('--quiet', 'do not print requests')
    .option('--settings', 'print the settings as one line of JSON, and end when standard input closes')
    .allowExcessArguments(false)
    .configureOutput({ outputError: (text, write) => write(text) })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .action(serve);
  command
    .command('trigger')
    .description('make the reference that runs send an event, and print the steps to it')
    .argument('[event]', eventKinds.join(', '))
    .option('--at <address>', 'which reference, if several run: an address or port that it printed, or its merchant id')
    .allowExcessArguments(false)
    .action(async (event: string | undefined, { at }: { at?: string }) => {
      process.exitCode = await trigger(event, at);
    });
  return command;
}

async function start(
  { port, livePort, controlPort, host, webhookUrl, deliveryTimeout, settings, quiet }: Options,
  handed: Pick<ServiceOptions, 'rulebook' | 'transport' | 'controlToken'>,
): Promise<RunningService> {
  try {
    return await startService({
      ...handed,
      clock: createClock(),
      newId,
      deliveryTimeoutMs: Math.round(deliveryTimeout * 1_000),
      host,
      ports: { sandbox: port, live: livePort, control: controlPort },
      defaultWebhookUrl: webhookUrl,
      // A certifying program reads only the line of settings and does not need the documents.
      documents: settings ? new Map() : await documents(),
      onRequest: settings || quiet ? null : (where, request) => console.log(line(where, request)),
    });
  } catch (error) {
    console.error(`error: ${cannotListen(error as NodeJS.ErrnoException & { port?: number })}`);
    return process.exit(2);
  }
}

async function documents(): Promise<Map<string, string>> {
  const read = async (name: string): Promise<[string, string]> => [
    name,
    await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8'),
  ];
  return new Map(await Promise.all(['openapi.yaml', 'arazzo.yaml'].map(read)));
}

/** "sandbox POST /v1/checkouts 201 4 ms" */
function line(where: string, { method, path, status, milliseconds }: Answered): string {
  // Text from a client must not control the terminal.
  const shown = `${method} ${path.slice(0, 200)}`.replace(/[^ -~]/g, '?');
  return `${where.padEnd(7)} ${shown} ${status ?? 'connection lost'} ${Math.round(milliseconds)} ms`;
}

function stopWhenAsked(running: RunningService, { settings }: Options): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), 1_000).unref();
    void running.close().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (settings) process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
}

function cannotListen(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE') return `port ${error.port} is already in use`;
  if (error.code === 'EACCES') return `port ${error.port} may not be used by this user`;
  return `cannot listen: ${error.message}`;
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= 65_535) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value >= 0.05 && value <= 600) return value;
  throw new InvalidArgumentError('It must be a number of seconds from 0.05 to 600.');
}

function webAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an http or https address.');
}
