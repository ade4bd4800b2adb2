import { randomInt } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { removeReport } from '../../engine/reports/added.ts';
import { ControlError } from '../../engine/run/merchants/control.ts';
import { type MerchantKeys, SettingsError } from '../../engine/run/target.ts';
import { Unreachable } from '../../interface/target/probe-target.ts';
import { duration, looksLikeKey, readSettings, type Settings } from '../../interface/target/settings.ts';
import { Incomparable, recordedIn } from '../../load/compare/folders.ts';
import { findK6, k6Version, NoK6 } from '../../load/k6/find.ts';
import { K6Failed } from '../../load/k6/run.ts';
import { type LoadRun, runScript } from '../../load/run.ts';
import { onDemandNames, scriptNamed, scriptNames } from '../../load/scripts/index.ts';
import { exitStatus, summarise } from '../../load/terminal.ts';
import { type ProfileName, profileNames, type Result } from '../../load/types.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { collect } from '../terminal/options.ts';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { StatusLine } from '../terminal/status-line.ts';
import { compareRuns } from './compare.ts';
import { notAnOutput, outputFlags } from './k6-out.ts';

interface Options {
  short?: true;
  out: string;
  keys?: number;
  profile: ProfileName;
  rate?: number;
  seconds?: string;
  p95: number;
  p99: number;
  errors: number;
  segments: number;
  merchants?: string;
  elsewhere?: string;
  live?: true;
  reference?: true;
  mutant?: string[];
  reading?: string[];
  clean?: true;
  script?: string[];
  times: number;
  mixtures: number;
  k6Out?: string[];
  seed?: number;
  tolerance: number;
  turns?: number;
  json?: true;
}

const program = new Command('load')
  .description('Shows what only shows under concurrency and at the limit. Without settings: at the embedded reference.')
  .addArgument(
    new Argument(
      '<script>',
      'what to run: one script, all of them, a proof that each sees what it should, or a comparison of two runs',
    ).choices([...scriptNames, ...onDemandNames, 'all', 'prove', 'compare']),
  )
  .argument(
    '[k6-flags...]',
    'handed on to k6; of compare: the folders of two runs, or two files with settings of targets',
  )
  .option('--short', 'as much as CI has time for; prove: a tenth of what is simulated')
  .option('--keys <number>', 'how many API keys (merchants) take part', wholeNumber)
  .addOption(
    new Option('--profile <name>', 'steady: how the rate changes over time').choices(profileNames).default('constant'),
  )
  .option('--rate <number>', 'steady, capacity: arrivals a second, at the most', aboveZero)
  .option('--seconds <time>', 'steady: how long, such as 90, 90s, 15m')
  .option('--p95 <ms>', 'steady, capacity: 95% are answered so soon after they were due', notNegative, 1_000)
  .option('--p99 <ms>', 'steady: 99% are answered so soon after they were due', notNegative, 3_000)
  .option(
    '--errors <share>',
    'steady, capacity: so large a share of the requests may get no answer or a 5xx',
    notNegative,
    0.001,
  )
  .option('--segments <number>', 'k6 processes side by side, each with a share of the keys', wholeNumber, 1)
  .option('--elsewhere <folder>', 'prepare and audit here, and let the script be run on other machines meanwhile')
  .option('--merchants <file>', 'JSON list of more sandbox merchants: { apiKey, merchantId, webhookSecret? }')
  .option('--live', 'also load the live environment, through merchants that control makes; needs LOAD_LIVE=yes too')
  .option('--mutant <name>', 'prove: only this defect; may be given more than once', collect)
  .option('--reading <name>', 'prove: only this legal variation; may be given more than once', collect)
  .option('--clean', 'prove: only what has to be clean')
  .option('--script <name>', 'prove: only this script; may be given more than once', collect)
  .option('--times <number>', 'prove: how often each script meets the unchanged reference', wholeNumber, 1)
  .option('--mixtures <number>', 'prove: how many mixtures of legal variations each script meets', wholeOrNone, 0)
  .option('--seed <number>', 'prove: draws the same mixtures again', wholeOrNone)
  .option('--tolerance <share>', 'compare: a change of less than this share is none', notNegative, 0.05)
  .option('--turns <number>', 'compare: load two targets in turns, A B A B, so often each (default: 2)', wholeNumber)
  .option('--json', 'compare: print JSON in place of tables')
  .option('--reference', 'load the embedded reference; in CI (where CI is set) it has to be asked for')
  .option(
    '--k6-out <output>',
    'k6 sends its metrics there too, such as json=file or influxdb=url; may be given more than once',
    collect,
  )
  .option('--out <folder>', 'results go to its folder load', 'reports')
  .allowUnknownOption()
  .addHelpText('after', () =>
    [
      '',
      'Scripts:',
      ...[...scriptNames, ...onDemandNames].map((name) => `  ${name.padEnd(15)} ${scriptNamed(name).question}`),
      '',
      'Settings are those of certify (npm run certify -- --help), and:',
      `  K6_PATH           the k6 to use (default: that on the PATH, that in the cache, else k6 ${k6Version} is got)`,
      '  K6_RELEASES_URL   a mirror of the published releases of k6',
      '  LOAD_LIVE         yes: the second word that --live needs',
      '',
      'Exit status: 0 passed; 1 failed or inconclusive; 2 could not be run. Of compare: 0 not worse; 1 worse; 2 not comparable.',
    ].join('\n'),
  )
  .exitOverride()
  .configureOutput(fitting);

async function main(): Promise<number> {
  const interrupt = onInterrupt('interrupted: stopping k6 and what was started (again: at once)', new Interrupted());
  const progress = new StatusLine();
  try {
    program.parse();
    return await start(program.opts<Options>(), progress, interrupt.signal);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    progress.stop();
    if (interrupt.signal.aborted) {
      console.error('load: interrupted, no verdict');
      return 2;
    }
    const known = [SettingsError, Unreachable, ControlError, NoK6, K6Failed, Incomparable].some(
      (kind) => error instanceof kind,
    );
    const words = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
    console.error(known ? `load: ${words}` : `load: the harness itself failed: ${words}`);
    return 2;
  } finally {
    progress.stop();
    interrupt.release();
  }
}

async function start(options: Options, progress: StatusLine, signal: AbortSignal): Promise<number> {
  const [what = '', ...flags] = program.args;
  if (options.elsewhere !== undefined && [...onDemandNames, 'compare'].includes(what))
    throw new SettingsError(`--elsewhere: ${what} runs k6 itself, step by step or behind a proxy on this machine`);
  if (what === 'compare') {
    const { tolerance, json = false, turns = null } = options;
    const compared = join(resolve(options.out), 'load', 'compare');
    return await compareRuns(flags, {
      tolerance,
      json,
      turns,
      out: compared,
      load: async (settings, name, again) => {
        mayLoad(settings, options);
        const run = await prepared(options, settings, { script: () => name, flags: [], progress, signal });
        const out = join(compared, name);
        const result = await runScript('steady', { ...run, out, after: again });
        progress.stop();
        // Printed to stderr, because a program may read the comparison from stdout.
        console.error(summarise(result));
        return await recordedIn(join(out, 'steady'));
      },
    });
  }
  // `prove` always runs at variations of the reference, so `--reference` is implied.
  const reference = options.reference === true || (what === 'prove' && process.env.TARGET_BASE_URL === undefined);
  const settings = readSettings(process.env, { reference });
  mayLoad(settings, options);
  let script = what;
  const run = await prepared(options, settings, { script: () => script, flags, progress, signal });
  if (what === 'prove') {
    // Imported only here, because it loads all defects and legal variations.
    const { prove } = await import('../../load/prove.ts');
    const { mutant, reading, script: only, times, mixtures, clean } = options;
    const seed = options.seed ?? randomInt(2 ** 31);
    return await prove(run, {
      mutants: mutant ?? null,
      readings: reading ?? null,
      scripts: only ?? null,
      clean: clean === true,
      times,
      mixtures,
      short: options.short === true,
      simulated: options.short ? { times: 20, requests: 100_000 } : { times: 200, requests: 1_000_000 },
      seed,
    });
  }

  const began = performance.now();
  const results: Result[] = [];
  for (const name of what === 'all' ? scriptNames : [what]) {
    script = name;
    const result = await runScript(name, { ...run, after: results.length > 0 });
    progress.stop();
    results.push(result);
    console.log(`${summarise(result)}\n`);
  }
  const took = Math.round((performance.now() - began) / 1_000);
  if (results.length > 1)
    console.log(`${results.map(({ script: name, verdict }) => `${name} ${verdict}`).join(', ')}; ${took} s`);
  console.log(`results: ${run.out} (npm run report)`);
  return exitStatus(results);
}

interface Surroundings {
  /** Name of the current script, shown with the progress. */
  readonly script: () => string;
  readonly flags: readonly string[];
  readonly progress: StatusLine;
  readonly signal: AbortSignal;
}

/** Prepares what every script run needs: the results' folder, k6, and the options. Throws SettingsError or NoK6. */
async function prepared(
  options: Options,
  settings: Settings,
  { script, flags, progress, signal }: Surroundings,
): Promise<LoadRun> {
  notAnOutput(options.out);
  const outputs = outputFlags(options.k6Out ?? []);
  const merchants = options.merchants === undefined ? [] : await readMerchants(options.merchants);
  const out = join(resolve(options.out), 'load');
  await mkdir(out, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`--out: ${out} is no folder that can be written to (${error.code})`);
  });
  await removeReport(resolve(options.out));
  const say = (line: string) => console.error(line);
  const k6 =
    options.elsewhere === undefined
      ? await findK6({ env: process.env, say, signal })
      : { path: '', version: 'on other machines' };
  return {
    settings,
    k6,
    flags: [...outputs, ...flags],
    segments: options.segments,
    elsewhere: options.elsewhere === undefined ? null : resolve(options.elsewhere),
    out,
    live: options.live === true,
    merchants,
    say,
    onProgress: (words) => progress.show(`${script()}: ${words}`),
    signal,
    options: {
      size: options.short || program.args[0] === 'prove' ? 'short' : 'full',
      keys: options.keys ?? null,
      profile: options.profile,
      rate: options.rate ?? null,
      seconds: options.seconds === undefined ? null : duration('--seconds', options.seconds),
      p95: options.p95,
      p99: options.p99,
      errors: options.errors,
    },
  };
}

/** Throws SettingsError for a live merchant in the settings, and for `--live` without LOAD_LIVE=yes: no live environment is loaded by mistake. */
function mayLoad({ baseUrl, merchant, live, control }: Settings, options: Options): void {
  if (baseUrl !== null && merchant?.merchantId.startsWith('mch_live_'))
    throw new SettingsError('TARGET_MERCHANT_ID is a live merchant: load is for the sandbox');
  if (!options.live) return;
  if (process.env.LOAD_LIVE !== 'yes')
    throw new SettingsError('--live asks for load on a live environment: set LOAD_LIVE=yes as well, if that is meant');
  if (baseUrl !== null && (live === null || control === null))
    throw new SettingsError('--live needs TARGET_LIVE_BASE_URL, and a control interface that makes live merchants');
}

const merchantList = z.array(
  z.object({
    apiKey: z.string().min(1),
    merchantId: z.string().min(1),
    webhookSecret: z.string().nullable().default(null),
  }),
);

async function readMerchants(file: string): Promise<MerchantKeys[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(`--merchants: ${file} cannot be read (${error.code})`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new SettingsError(`--merchants: ${file} is not JSON`);
  }
  const parsed = merchantList.safeParse(json);
  if (!parsed.success) throw new SettingsError(`--merchants: ${file} is no list of { apiKey, merchantId }`);
  if (parsed.data.some(({ merchantId }) => looksLikeKey(merchantId)))
    throw new SettingsError(`--merchants: ${file} has a merchantId that looks like an API key`);
  const live = parsed.data.find(({ apiKey, merchantId }) => /^svc_live_/.test(apiKey) || /^mch_live_/.test(merchantId));
  if (live !== undefined)
    throw new SettingsError(`--merchants: ${live.merchantId} is a live merchant: load is for the sandbox`);
  return parsed.data;
}

class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}

function wholeOrNone(value: string): number {
  return value === '0' ? 0 : wholeNumber(value);
}

function notNegative(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0) || !Number.isFinite(number))
    throw new InvalidArgumentError('It must be a number from 0.');
  return number;
}

function aboveZero(value: string): number {
  const number = notNegative(value);
  if (number === 0) throw new InvalidArgumentError('It must be more than 0.');
  return number;
}

await runProgram(main);
