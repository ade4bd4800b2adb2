import { Command, CommanderError, Option } from 'commander';
import { KeyError, signingKey } from '../../engine/evidence/keys.ts';
import { KEPT_FOLDER, readKept } from '../../engine/explore/kept.ts';
import { inOneLine } from '../../engine/reports/printable.ts';
import { SettingsError } from '../../engine/run/target.ts';
import { interfaceDocument } from '../../interface/register/document.ts';
import { chapters } from '../../interface/register/index.ts';
import { profiles, select } from '../../interface/selection.ts';
import { loadSuites } from '../../interface/suites.ts';
import { Unreachable } from '../../interface/target/probe-target.ts';
import { duration, readSettings, settingRows } from '../../interface/target/settings.ts';
import { type AttestingOptions, attestingOf, keylessOptions, timestampOption } from '../terminal/attesting.ts';
import { collect } from '../terminal/options.ts';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { failedIn } from './failed.ts';
import { readBaseline } from './known-failures/baseline.ts';
import { listing } from './list.ts';
import { examine } from './preflight/preflight.ts';
import { certifyTarget } from './run.ts';
import { watchTarget } from './watch.ts';

const [keyless, fulcio, rekor] = keylessOptions();

const program = new Command('certify')
  .description(
    `Certifies an implementation of the ${interfaceDocument.name}. Without settings: the embedded reference.`,
  )
  .option('--chapter <name>', `only this chapter; may be given more than once (${chapters.join(', ')})`, collect)
  .option(
    '--requirement <id>',
    "only this requirement or observation, or a pattern such as 'refund.*'; may be given more than once",
    collect,
  )
  .option(
    '--failed [folder]',
    'only what failed or was blocked in the run of this folder, that of --out by default, with its seed and depth',
  )
  .addOption(
    new Option(
      '--profile <name>',
      'smoke: the most telling requirements in at most 100 requests; standard: the most telling check of every requirement',
    )
      .choices(profiles)
      .default('full'),
  )
  .option(
    '--exhaustive',
    'every row of every table of cases, also where checks share a rate limit and the seed would draw some',
  )
  .option('--out <folder>', 'where certificate and reports go', 'reports')
  .option(
    '--seed <number>',
    'draws the same cases again; names, people and the client are others in each run',
    wholeNumber,
  )
  .option('--incognito', 'send requests as an ordinary client, drawn for the run, would (the default)')
  .option('--no-incognito', "recognisable requests, always of the same form: to find them in the target's logs")
  .option('--user-agent <text>', 'this User-Agent in place of the one that is drawn; nothing else changes', headerValue)
  .option('--max-wait <time>', 'as TARGET_MAX_WAIT: 90, 90s, 15m, 25h')
  .option('--baseline <file>', 'known failures with reasons (JSON): they decide the exit status, never the verdict')
  .option(
    '--write-baseline <file>',
    'write the baseline that would let this run through; keeps the reasons of --baseline',
  )
  .option('--bail', 'end the run at the first failure that --baseline does not list')
  .option('--wait <time>', 'wait so long for a target that is still starting: 60s, 5m')
  .addOption(
    new Option(
      '--watch',
      'on a terminal: run again when the target has been down and answers again, or at a key (Enter: all; f: what failed; q: quit)',
    ).conflicts(['check', 'list', 'resume']),
  )
  .option(
    '--trace',
    "send a header traceparent with each request: a failure names the trace to look for in the target's own",
  )
  .option('--verbose', 'tell every failing check in full, with its steps and exchanges, not one of each cause')
  .option('--annotate', 'tell failures as GitHub annotations, as it does by itself where GITHUB_ACTIONS is true')
  .option('--check', 'look before a run: does all that was given work, how long will it take, what will be left out')
  .option(
    '--kept <folder>',
    `stories that the command explore kept are told first; ${KEPT_FOLDER} by default, where it is there`,
  )
  .option('--sign <file>', 'sign the evidence with this Ed25519 private key (PEM); also leaves an in-toto attestation')
  .addOption(timestampOption())
  .addOption(keyless)
  .addOption(fulcio)
  .addOption(rekor)
  .option('--resume [journal]', 'go on with a run that was ended before its time, with the same settings and --out')
  .option('--reference', 'certify the embedded reference; in CI (where CI is set) it has to be asked for')
  .option('--list', 'print the register with the checks of each requirement, and end')
  .addHelpText('after', () => {
    return [
      '',
      'Settings, from the environment:',
      ...settingRows(),
      '',
      'Exit status: 0 conformant, or conformant in scope; 1 nonconformant or inconclusive; 2 no run could be made.',
      'With --baseline: 0 where all that failed or was blocked is known as that; 1 where something else is, a known failure passes',
      'now, its last day is over, or nothing was judged. What is listed but not exercised, or blocked meanwhile, changes nothing.',
      '2 also where the certificate was written, and could not be signed or time-stamped as asked.',
      'Of --check: 0 a run can be made; 1 something that was given does not work; 2 bad settings, or nobody answers.',
    ].join('\n');
  })
  .exitOverride()
  .configureOutput(fitting)
  .showSuggestionAfterError();

await runProgram(main);

async function main(): Promise<number> {
  try {
    program.parse();
    const options = program.opts<
      AttestingOptions & {
        chapter?: string[];
        requirement?: string[];
        failed?: string | true;
        bail?: true;
        wait?: string;
        watch?: true;
        trace?: true;
        profile: string;
        exhaustive?: true;
        out: string;
        seed?: number;
        incognito?: boolean;
        userAgent?: string;
        maxWait?: string;
        baseline?: string;
        writeBaseline?: string;
        verbose?: true;
        annotate?: true;
        kept?: string;
        sign?: string;
        reference?: true;
        list?: true;
        check?: true;
        resume?: string | true;
      }
    >();
    const again =
      options.failed === undefined ? null : failedIn(options.failed === true ? options.out : options.failed);
    const selection = {
      chapter: options.chapter,
      requirement: again === null ? options.requirement : [...(options.requirement ?? []), ...again.ids],
      // Another depth or seed might not draw the row that failed.
      profile: (program.getOptionValueSource('profile') === 'cli' ? undefined : again?.profile) ?? options.profile,
      exhaustive: options.exhaustive ?? again?.exhaustive,
    };
    if (options.list) {
      console.log(listing(await loadSuites(), select(selection)));
      return 0;
    }
    const settings = readSettings(process.env, options);
    const maxWait = options.maxWait === undefined ? settings.maxWait : duration('--max-wait', options.maxWait);
    const waitSeconds = options.wait === undefined ? undefined : duration('--wait', options.wait);
    if (options.watch) {
      // Reports a mistaken selection at once, before anything runs.
      select(selection);
      return await watchTarget(program, settings, options.out);
    }
    if (options.check) return await examine({ ...settings, maxWait }, select(selection), { waitSeconds });
    return await certifyTarget({
      settings: { ...settings, maxWait },
      selection,
      waitSeconds,
      bail: options.bail,
      trace: options.trace,
      out: options.out,
      seed: options.seed ?? again?.seed,
      appearance: {
        ...(options.incognito !== undefined && { incognito: options.incognito }),
        ...(options.userAgent !== undefined && { userAgent: options.userAgent }),
      },
      resume: options.resume,
      kept: await readKept('--kept', options.kept),
      verbose: options.verbose,
      maxWaitSaid: options.maxWait !== undefined || (process.env.TARGET_MAX_WAIT ?? '') !== '',
      signingKey: options.sign === undefined ? null : signingKey(options.sign),
      attesting: await attestingOf(options, options.sign !== undefined, process.env),
      baseline: options.baseline === undefined ? null : await readBaseline(options.baseline),
      writeBaseline: options.writeBaseline ?? null,
      github: {
        annotate: options.annotate ?? process.env.GITHUB_ACTIONS === 'true',
        stepSummary: process.env.GITHUB_STEP_SUMMARY || null,
      },
    });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof SettingsError || error instanceof Unreachable || error instanceof KeyError) {
      console.error(`certify: ${inOneLine(error.message)}`);
      return 2;
    }
    const words = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error);
    console.error(`certify: the suite itself failed, no certificate was written: ${inOneLine(words)}`);
    return 2;
  }
}

function headerValue(value: string): string {
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,250}[\x21-\x7e])?$/.test(value)) {
    throw new SettingsError('--user-agent: printable ASCII is needed, at most 252 characters, and no space at an end');
  }
  return value;
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new SettingsError(`--seed is not a whole number: ${value}`);
  return number;
}
