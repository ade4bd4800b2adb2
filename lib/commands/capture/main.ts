import { randomInt } from 'node:crypto';
import { styleText } from 'node:util';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { counted } from '../../engine/evidence/counted.ts';
import { withoutUserInfo } from '../../engine/http/network/address.ts';
import { orderReport } from '../../engine/webhooks/dedupe.ts';
import { readDeliveries, toRecord } from '../../engine/webhooks/delivery-record.ts';
import { isLoopback, planReplay, replay, type Tally } from '../../engine/webhooks/replay.ts';
import { type Capture, type Delivery, startCapture } from '../../engine/webhooks/server.ts';
import { type Verification, verify } from '../../engine/webhooks/signature.ts';
import { commandLine } from '../terminal/command-line.ts';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { forward } from './forward.ts';
import { clean, Few, show } from './show.ts';
import { STALE_SECONDS, staleness } from './stale.ts';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly path?: string;
  readonly secret?: string;
  readonly answer: number;
  readonly refuseStale?: number | true;
  readonly json?: boolean;
  readonly body?: boolean;
  readonly forwardTo?: URL;
}

interface ReplayFlags {
  readonly to: URL;
  readonly from: string;
  readonly secret?: string;
  readonly forged: number;
  readonly seed?: number;
  readonly header?: Readonly<Record<string, string>>;
  readonly timeout: number;
  readonly allowRemote?: boolean;
}

/** At most this many deliveries with a bad signature are shown per second. */
const BAD_A_SECOND = 20;

/** The interface names no status for a stale timestamp; 400 is neither an acknowledgement nor the 401 of a bad signature. */
const REFUSED = { status: 400, headers: { 'content-type': 'text/plain' } };

let status = 0;

const program = new Command('capture')
  .enablePositionalOptions() // both commands have a --secret of their own
  .description('Listens for webhooks and shows each one: what it says, and whether its signatures hold.')
  .option('--host <address>', 'where to listen', '127.0.0.1')
  .option('--port <number>', 'where to listen; 0 takes any free port', wholeNumber(0, 65_535), 8787)
  .option(
    '--path <path>',
    'the only path to serve, on an address that anybody can reach: everything else is answered 404',
    path,
  )
  .option('--secret <secret>', 'webhook secret to check signatures with (or TARGET_WEBHOOK_SECRET)')
  .option(
    '--answer <status>',
    'status to answer with; with a secret, bad signatures get 401',
    wholeNumber(200, 599),
    200,
  )
  .option(
    '--refuse-stale [seconds]',
    `answer 400 to a webhook whose timestamp is further away than this, ${STALE_SECONDS} by default: an old replay`,
    wholeNumber(1, 86_400),
  )
  .option(
    '--forward-to <url>',
    'send each webhook on to your receiver, as it came; with a secret, not those with a bad signature, nor stale ones that are refused',
    address,
  )
  .option('--json', 'one record a line (NDJSON) on standard output, fit for replay')
  .option('--body', 'show bodies too')
  .action((flags: ListenOptions) => listen(flags));

program
  .command('replay')
  .description("Sends a recorded run's events to a receiver: doubled, shuffled, freshly signed, some forged.")
  .requiredOption('--to <url>', "the receiver's address", address)
  .option('--from <file>', 'recorded deliveries (NDJSON)', 'reports/deliveries.ndjson')
  .option('--secret <secret>', "the receiver's webhook secret (or TARGET_WEBHOOK_SECRET)")
  .option('--forged <share>', 'forged deliveries, as a share of the valid ones', share, 0.1)
  .option('--seed <number>', 'fixes the order and what is forged', wholeNumber(0, 2 ** 32 - 1))
  .option('--header <name: value>', 'a header to add; may be given more than once', header)
  .option('--timeout <seconds>', 'the longest wait for one answer', wholeNumber(1, 600), 10)
  .option('--allow-remote', 'send to an address that is not of this machine')
  .action((flags: ReplayFlags) => replayTo(flags));

for (const command of [program, ...program.commands])
  command.exitOverride().configureOutput(fitting).showSuggestionAfterError(false);

// Nothing is left to do once standard output is closed.
await runProgram(main, () => process.exit(0));

async function main(): Promise<number> {
  try {
    await program.parseAsync();
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) console.error(`error: ${error instanceof Error ? error.message : error}`);
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
  }
}

async function listen(flags: ListenOptions): Promise<void> {
  const secret = flags.secret ?? (process.env.TARGET_WEBHOOK_SECRET || undefined);
  const limit = flags.refuseStale === true ? STALE_SECONDS : flags.refuseStale;
  if (limit !== undefined && secret === undefined) {
    throw new Error(
      '--refuse-stale needs --secret or TARGET_WEBHOOK_SECRET: without its signature a timestamp says nothing',
    );
  }
  const checks = new WeakMap<Delivery, Verification>();
  const stale = new WeakMap<Delivery, string>();
  let staleCount = 0;
  const forwards = new Set<Promise<void>>();
  const sendOn = (delivery: Delivery, to: URL) => {
    const sent = forward(delivery, to).then((line) => console.error(line));
    forwards.add(sent);
    void sent.finally(() => forwards.delete(sent));
  };
  const few = new Few(BAD_A_SECOND, (left) => console.error(`${left} more with a bad signature`));
  const capture: Capture = await startCapture({
    host: flags.host,
    port: flags.port,
    maxKept: 20_000,
    ...(flags.path !== undefined && { path: flags.path }),
    ...(secret !== undefined && {
      judge: (delivery: Delivery) => {
        const verification = verify(delivery, secret);
        checks.set(delivery, verification);
        const reason = limit === undefined ? null : staleness(delivery, verification, limit);
        if (reason !== null) {
          stale.set(delivery, reason);
          staleCount += 1;
        }
        return verification.valid ? 'genuine' : 'claimed';
      },
    }),
    respond: (delivery) => {
      if (delivery.standing === 'claimed') return 401; // Events, Request headers
      const reason = stale.get(delivery);
      return reason === undefined ? flags.answer : { ...REFUSED, body: `${reason}\n` };
    },
    onDelivery: (delivery) => {
      const verification = checks.get(delivery) ?? null;
      const refused = stale.get(delivery) ?? null;
      if (flags.forwardTo !== undefined && verification?.valid !== false && refused === null && !delivery.truncated) {
        sendOn(delivery, flags.forwardTo);
      }
      if (verification?.valid === false && !few.another()) return;
      if (flags.json) return void process.stdout.write(`${JSON.stringify(toRecord(delivery, secret))}\n`);
      const arrival = delivery.eventId === undefined ? 1 : capture.timeline(delivery.eventId).indexOf(delivery) + 1;
      console.log(show(delivery, { verification, refused, arrival, withBody: flags.body === true }));
    },
  });
  const checking = [
    secret === undefined ? 'signatures are not checked (no --secret)' : 'bad signatures are answered 401',
    ...(limit === undefined ? [] : [`timestamps more than ${limit} s away 400`]),
  ].join(', ');
  const where = flags.path === undefined ? 'any path' : `${flags.path} and nothing else`;
  console.error(`listening on ${capture.url}: ${where}, answers ${flags.answer}, ${checking}. Ctrl-C ends.`);
  if (flags.forwardTo !== undefined) {
    console.error(
      `sends on to ${withoutUserInfo(flags.forwardTo.href)}; the sender is answered here, whatever comes of that`,
    );
  }
  for (const line of tryNext(flags, capture.url, secret !== undefined)) console.error(line);
  await interrupted();
  await Promise.all(forwards);
  few.end();
  const { received, rejected, standings } = capture.stats;
  const genuine = capture.deliveries.filter((delivery) => checks.get(delivery)?.valid !== false);
  const { duplicates, outOfOrder } = orderReport(genuine);
  const refused = rejected.tooLarge + rejected.headersTooLarge + rejected.slow;
  const more = [
    ...(secret === undefined ? [] : [`${standings.claimed} with a bad signature`]),
    ...(limit === undefined ? [] : [`${staleCount} stale`]),
    ...(refused > 0 ? [`${refused} too large or slow`] : []),
    ...(rejected.tooManyConnections > 0 ? [`${counted(rejected.tooManyConnections, 'connection')} too many`] : []),
    ...(rejected.elsewhere > 0 ? [`${counted(rejected.elsewhere, 'request')} for other paths`] : []),
  ];
  await capture.close();
  console.error(
    [`${received} received`, `${duplicates} of them duplicates`, `${outOfOrder} out of order`, ...more].join(', '),
  );
}

/** What a developer may want next, and has not asked for. */
function tryNext({ forwardTo, refuseStale, path = '/hooks' }: ListenOptions, url: string, checked: boolean): string[] {
  const sender = commandLine('reference', `--webhook-url ${url}${path}`);
  return [
    'try next:',
    `  in another terminal, ${sender}, which prints the webhook secret;`,
    `    then ${commandLine('reference', 'trigger refund.failed')} has an event sent here`,
    ...(checked ? [] : ['  --secret whsec_... checks signatures, and answers 401 to bad ones']),
    ...(refuseStale === undefined ? ['  --refuse-stale answers 400 to timestamps that are too old'] : []),
    ...(forwardTo === undefined ? ['  --forward-to http://127.0.0.1:3000/hooks sends each on to your receiver'] : []),
    `  ${commandLine('capture', 'replay --to http://127.0.0.1:3000/hooks')} sends a recorded run to your receiver, some of it forged`,
  ];
}

async function replayTo(flags: ReplayFlags): Promise<void> {
  const secret = flags.secret ?? process.env.TARGET_WEBHOOK_SECRET;
  if (!secret) throw new Error('a webhook secret is needed to sign with: give --secret or set TARGET_WEBHOOK_SECRET');
  if (!isLoopback(flags.to) && flags.allowRemote !== true) {
    throw new Error(
      `${flags.to.hostname} is not an address of this machine: add --allow-remote to send to it all the same`,
    );
  }
  const records = await readDeliveries(flags.from);
  const seed = flags.seed ?? randomInt(2 ** 32);
  const plan = planReplay(records, flags.forged, seed);
  if (plan.length === 0) throw new Error(`${flags.from} holds no event that could be sent`);
  console.log(`${records.length} recorded, ${plan.length} to send to ${withoutUserInfo(flags.to.href)}, seed ${seed}`);

  const stop = new AbortController();
  void interrupted().then(() => stop.abort());
  const options = { to: flags.to, secret, headers: flags.header ?? {}, timeoutMs: flags.timeout * 1_000 };
  const { tallies, unanswered } = await replay(plan, options, stop.signal);
  if (unanswered !== undefined)
    throw new Error(`${withoutUserInfo(flags.to.href)} does not answer (${unanswered}): is the receiver running?`);

  console.log(table(tallies));
  const wrong = tallies.some((tally) => tally.asExpected < tally.sent);
  if (stop.signal.aborted) throw new Error('interrupted: the rest was not sent');
  console.log(
    wrong
      ? 'expected: 2xx for valid deliveries however often they come, 401 for a bad signature, a 4xx for a stale timestamp'
      : 'every answer was as expected; whether an event that came twice counted once, only the receiver knows',
  );
  status = wrong ? 1 : 0;
}

function table(tallies: readonly Tally[]): string {
  const rows = tallies
    .filter(({ sent }) => sent > 0)
    .map(({ kind, sent, asExpected, other }) => {
      const others = [...other].map(([answer, count]) => `${answer} x${count}`).join(', ');
      const row = `${kind.padEnd(17)}${String(sent).padStart(6)}${String(asExpected).padStart(13)}  ${clean(others)}`;
      return styleText(asExpected === sent ? 'green' : 'red', row.trimEnd());
    });
  return [styleText('bold', `${'kind'.padEnd(17)}  sent  as expected  other answers`), ...rows].join('\n');
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

function path(text: string): string {
  if (/^\/[^\s#]*$/.test(text)) return text;
  throw new InvalidArgumentError('It must begin with a slash.');
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

function address(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('It must be an http or https address.');
}

function header(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must look like "name: value".');
  return { ...before, [name.toLowerCase()]: value };
}
