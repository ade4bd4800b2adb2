/**
 * Certifies correct implementations while the machine is disturbed: none may be certified as nonconformant. Prints one row for each series
 * of runs; exits with 1 if a requirement failed. `npm run disturb -- --help`.
 */
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Disturbance, disturbances, type When } from './disturbances.ts';
import { type DisturbedProfile, profiles } from './profiles.ts';
import { certified, type Ended } from './run.ts';
import { row, summed, tableHead } from './table.ts';
import { type Implementation, implementations, nameOf, type Started } from './targets.ts';

interface Options {
  runs: number;
  minutes: number;
  disturbance: Disturbance[];
  target: Implementation[];
  program?: string[];
  profile: DisturbedProfile;
  requirement: string[];
  seed: number;
  out: string;
}

const program = new Command('disturb')
  .description('Certifies correct implementations on a machine that is busy, stopped, or whose wall clock jumps.')
  .option('--runs <number>', 'runs of each series', wholeNumber, 1)
  .option('--minutes <number>', 'begins no run after so many minutes', wholeNumber, 600)
  .addOption(new Option('--disturbance <name...>', 'which').choices(disturbances).default([...disturbances], 'all'))
  .addOption(new Option('--target <name...>', 'which').choices(implementations).default([...implementations], 'all'))
  .option(
    '--program <path...>',
    'others instead: each prints one line of settings (JSON), and ends when its input is closed',
  )
  .addOption(
    new Option(
      '--profile <name>',
      'what is certified: everything, each requirement by one check, what depends on time (also by one check each), or the least that is telling',
    )
      .choices(Object.keys(profiles))
      .default('whole'),
  )
  .option('--requirement <id...>', 'only these', [])
  .option('--seed <number>', 'of the first run; each further one has the next', wholeNumber, 1)
  .option('--out <folder>', 'where runs leave their certificates', 'reports/disturbed')
  .parse();
const {
  runs,
  minutes,
  disturbance,
  target,
  program: others,
  profile,
  requirement,
  seed: first,
  out,
} = program.opts<Options>();
const targets: Started[] = others?.map((path) => ({ program: path })) ?? target;
const asked = requirement.length > 0 ? requirement.flatMap((id) => ['--requirement', id]) : profiles[profile];

const until = performance.now() + minutes * 60_000;
const series = new Map(disturbance.flatMap((how) => targets.map((target) => [{ how, target }, [] as Ended[]])));
console.error(`${series.size} series of ${runs}, on ${availableParallelism()} cores`);
// One run of each series before the second of any, so that a session that is cut short has covered all.
for (let turn = 1; turn <= runs; turn++) {
  for (const [{ how, target }, ended] of series) {
    if (performance.now() > until) break;
    const seed = first + turn - 1;
    const run = await certified(how, target, {
      out: `${out}/${how}-${nameOf(target)}-${seed}`,
      seed,
      when: whenOf(seed),
      asked,
    });
    ended.push(run);
    console.error(`${how}, ${nameOf(target)}, run ${turn} of ${runs}: ${summed(run)}`);
  }
}
console.log(tableHead);
for (const [{ how, target }, ended] of series) console.log(row(how, nameOf(target), runs, ended));
const all = [...series.values()].flat();
const bad = all.filter(
  ({ failed, verdict, blocked }) => failed.length > 0 || verdict === null || blocked.some(({ told }) => !told),
);
console.log(
  bad.length === 0
    ? `no requirement failed in ${all.length} runs`
    : `${bad.length} of ${all.length} runs failed a requirement, blocked one without telling why, or left no certificate`,
);
process.exitCode = bad.length === 0 && all.length > 0 ? 0 : 1;

/** Varies the moment by seed: 2 s to 8 s after the start; the wall clock jumps at one of the first eight webhooks. */
function whenOf(seed: number): When {
  return { afterMs: 2_000 + ((seed * 1_700) % 6_000), atWebhook: 1 + ((seed * 3) % 8), back: seed % 2 === 0 };
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}
