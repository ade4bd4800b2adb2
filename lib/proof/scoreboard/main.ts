import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { collect } from '../../commands/terminal/options.ts';
import { fitting, program as runProgram } from '../../commands/terminal/program.ts';
import { noBrowser } from '../../engine/browser/chromium.ts';
import type { Depth } from '../../engine/checks/suites.ts';
import { counted } from '../../engine/evidence/counted.ts';
import { maySealAgain, sealAgain } from '../../engine/evidence/manifest.ts';
import { MODEL } from '../../engine/evidence/recorded.ts';
import { isRequirementId, requirements } from '../../interface/register/index.ts';
import {
  type BlindRound,
  blindClasses,
  blindRounds,
  everyMutant,
  heldClasses,
  type Mutant,
  mutants,
  unchanged,
} from '../mutants/index.ts';
import { type PermittedVariant, permittedVariants } from '../permitted/index.ts';
import { proofIn, proveByExploring } from './exploring/explored.ts';
import { cleanJob, jobFor, placeOf } from './plan.ts';
import { byClass } from './report/classes.ts';
import { exceptions } from './report/exceptions.ts';
import { type FigureGroup, figureGroups, proveFigures } from './report/figures.ts';
import { proofPage, type Report } from './report/page.ts';
import { score, scoreMutant, scoreReading } from './report/score.ts';
import { ProgressLine, summarise } from './report/terminal.ts';
import { readingsTogether } from './together.ts';
import type { Job, JobResult } from './types.ts';
import { runJobs } from './workers.ts';

/** Measured fastest on two cores: with fewer, they are idle while checks wait; more only wait for each other. */
const WORKERS = 3;
const LANES = 6;

/** Whole runs in which many permitted variants are combined; with --all as many as are needed to combine every pair. */
const TOGETHER = 8;

interface Options {
  mutant?: string[];
  reading?: string[];
  readings?: true;
  model?: true;
  blind?: BlindRound | 'every';
  held?: true;
  share?: number;
  quick?: true;
  empty?: string[];
  explore?: true;
  figures?: true | readonly FigureGroup[];
  requests: number;
  all?: true;
  seed?: number;
  out: string;
}

class Unusable extends Error {}

const program = new Command('prove')
  .description(
    'Shows that every requirement fails when it should: runs the suites over deliberate defects of the reference.',
  )
  .option('--mutant <name>', 'only this one; may be given more than once', collect)
  .option(
    '--reading <name>',
    'only this legal variation, on the chapters that it touches; may be given more than once',
    collect,
  )
  .option('--readings', 'only the legal variations: many at once, and each by itself on the chapters that it touches')
  .addOption(
    new Option(
      '--blind [round]',
      'only the defects whose author had read no check: how many are seen at the requirement that they name',
    )
      .choices(['every', ...Object.keys(blindRounds)])
      .preset('every'),
  )
  .option('--held', 'as --blind, over those that are kept apart until they are measured')
  .option('--model', "only what the model of the interface sees; the checks' own expectations count for nothing")
  .option(
    '--all',
    'the whole suite over each mutant, in place of a sample; every pair of readings, and every check over each alone',
  )
  .option(
    '--share <fraction>',
    'only so much of the whole, drawn by the seed: 0.1 is every tenth mutant and legal variation',
    fraction,
  )
  .option('--quick', 'of each table of checks the first row and some that the seed draws, over all that must be clean')
  .option('--explore', 'npm run explore over each in place of the suites: what it finds, and in how short a story')
  .option(
    '--figures [groups]',
    `what the model and exploration are worth, in figures: ${figureGroups.join(', ')}, or all; --share draws so much of each sample`,
    namedGroups,
  )
  .option('--requests <number>', 'with --explore: so many requests to each', wholeNumber, 4_000)
  .option('--seed <number>', 'draws the same sample again', wholeNumber)
  .option('--empty <id>', 'empties the checks of this requirement, to see that the proof turns red', collect)
  .option('--out <folder>', 'where proof.json and proof.html go', 'reports')
  .addHelpText(
    'after',
    '\nExit status: 0 all well; 1 a requirement without a mutant, a survivor, or what should be clean is not; 2 it could not run.',
  )
  .exitOverride()
  .configureOutput(fitting);

await runProgram(main);

async function main(): Promise<number> {
  try {
    program.parse();
    return await prove(program.opts<Options>());
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(`prove: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return 2;
  }
}

async function prove(options: Options): Promise<0 | 1> {
  const seed = options.seed ?? randomInt(2 ** 31);
  const emptied = options.empty ?? [];
  for (const id of emptied) if (!isRequirementId(id)) throw new Unusable(`no requirement ${id}`);
  const browserPath = process.env.BROWSER_PATH?.trim() || null;
  // A missing browser is reported before anything starts.
  noBrowser({ browserPath, hosts: [] });
  const folder = resolve(options.out);
  await mkdir(folder, { recursive: true });
  await maySealAgain(folder);

  const { mutant, reading, blind, held } = options;
  const { share = 1 } = options;
  const depth = options.quick ? 'drawn' : 'all';
  const whole =
    share === 1 && [mutant, reading, options.readings, blind, held].every((narrower) => narrower === undefined);
  const drawn = <Item extends { readonly name: string }>(items: readonly Item[]) =>
    items.filter(({ name }) => placeOf(`share ${seed} ${name}`) < share * 2 ** 32);
  const byName = (mutant ?? []).map(mutantNamed);
  const sets = [
    ...(blind ? [blind === 'every' ? blindClasses : blindRounds[blind]] : []),
    ...(held ? [heldClasses] : []),
  ];
  const unread = sets.flatMap((classes) => Object.values(classes).flat());
  const part = share < 1 && sets.length === 0;
  const from = whole || part ? mutants : unread;
  const chosen = [...new Set([...(share < 1 ? drawn(from) : from), ...byName])];
  const mutantJobs = chosen.map((mutant) =>
    jobFor(mutant, requirements, { seed, all: options.all === true, depth, thorough: options.model === true }),
  );
  // Together they are tried by every row of the tables. Each alone is tried by rows that the seed draws, unless it was asked for by name.
  const depthAlone = options.all || reading !== undefined ? depth : 'drawn';
  const alone = (part ? drawn(permittedVariants) : readingsOf(options, whole)).map((each) =>
    readingJob(each, depthAlone),
  );
  const together = whole || options.readings ? readingsTogether(seed, options.all ? undefined : TOGETHER) : null;
  const mixed = together === null ? [] : together.sets.map((names, index) => togetherJob(names, index, depth));
  const cleanJobs = [...(whole || part ? wholeRuns(depth) : []), ...mixed, ...alone];
  if (options.explore) return await proveByExploring(chosen, cleanJobs, { folder, seed, requests: options.requests });
  const run = { workers: WORKERS, lanes: LANES, seed, emptied, browserPath };
  if (options.figures) {
    const tries = (all: readonly Mutant[]) =>
      runJobs(
        all.map((mutant) => jobFor(mutant, requirements, { seed, all: false, thorough: true })),
        { ...run, onResult: ({ job, seconds }) => console.error(`${job.name}: ${Math.round(seconds)} s`) },
      );
    const groups = options.figures === true ? figureGroups : options.figures;
    return await proveFigures({ groups, folder, seed, share, tries });
  }
  // The longest jobs start first.
  const jobs = [...cleanJobs, ...mutantJobs];

  const began = performance.now();
  console.error(
    `proving with ${counted(chosen.length, 'mutant')} and ${cleanJobs.length} that must be clean, seed ${seed}`,
  );
  const line = new ProgressLine(jobs);
  const all = await runJobs(jobs, {
    ...run,
    onAgain(jobs) {
      const names = jobs.map(({ name }) => name).join(', ');
      console.error(`once more, alone, as they were disturbed by others: ${names}`);
    },
    onResult(result) {
      line.done(result.job);
      const problem = problemOf(result, chosen);
      if (problem !== null && !options.model) console.error(`✗ ${result.job.name}: ${problem}`);
    },
  }).finally(() => line.end());

  const results = options.model ? all.map(byModel) : all;
  const named = new Map(results.map((result) => [result.job.name, result]));
  const clean = cleanJobs.flatMap(({ name }) => named.get(name) ?? []);
  const proof = score(requirements, { mutants: chosen, results: named, clean }, exceptions, whole);
  const scored = proof.requirements.flatMap((each) => each.mutants);
  const report = {
    seed,
    seconds: (performance.now() - began) / 1_000,
    emptied,
    whole,
    pairs: together?.pairs ?? null,
    classes: sets.flatMap((classes) => byClass(classes, scored)),
    // Measured separately, with --figures.
    figures: proofIn(folder).figures as Report['figures'],
    ...proof,
  };
  await writeFile(`${folder}/proof.json`, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(`${folder}/proof.html`, proofPage(report));
  // The folder may contain the evidence of a run, which is sealed again with the scoreboard in it.
  await sealAgain(folder);
  console.log(summarise(report));
  console.log(`${folder}/proof.json · ${folder}/proof.html`);
  return proof.ok ? 0 : 1;
}

/** Keeps only the model's verdicts: the checks only produce the exchanges. */
function byModel(result: JobResult): JobResult {
  return { ...result, seen: result.seen.filter(({ file }) => file === MODEL) };
}

/** The whole suite against the unchanged reference and against the second implementation. */
function wholeRuns(depth: Depth): Job[] {
  const second = 'second implementation';
  return [
    cleanJob(unchanged.name, [unchanged.name], requirements, 'all', depth),
    cleanJob(second, second, requirements, 'all', depth),
  ];
}

function readingsOf({ reading: names, readings: every }: Options, whole: boolean): readonly PermittedVariant[] {
  if (every || whole) return permittedVariants;
  return (names ?? []).map((name) => {
    const reading = permittedVariants.find((each) => each.name === name);
    if (reading === undefined)
      throw new Unusable(`no reading ${name}; node lib/proof/mutants/main.ts --list shows all`);
    return reading;
  });
}

function readingJob({ name, touches }: PermittedVariant, depth: Depth): Job {
  return cleanJob(name, [name], requirements, touches, depth);
}

function togetherJob(names: readonly string[], index: number, depth: Depth): Job {
  return cleanJob(`readings together, set ${index + 1}`, names, requirements, 'all', depth);
}

/** The first problem of a job, printed at once, so that a proof that is ended early has reported it. */
function problemOf(result: JobResult, chosen: readonly Mutant[]): string | null {
  const mutant = chosen.find(({ name }) => name === result.job.name);
  if (mutant === undefined) return scoreReading(result).problems[0] ?? null;
  const { fate, reason } = scoreMutant(mutant, result);
  return fate === 'killed' ? null : `${fate}: ${reason ?? ''}`.slice(0, 600);
}

function mutantNamed(name: string): Mutant {
  const mutant = everyMutant.find((each) => each.name === name);
  if (mutant === undefined) throw new Unusable(`no mutant ${name}; node lib/proof/mutants/main.ts --list shows all`);
  return mutant;
}

function fraction(value: string): number {
  const share = Number(value);
  if (!(share > 0 && share <= 1)) throw new Unusable(`--share is no fraction above 0 and up to 1: ${value}`);
  return share;
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new Unusable(`--seed is not a whole number: ${value}`);
  return number;
}

function namedGroups(value: string): FigureGroup[] {
  return value.split(',').map((name) => {
    const group = figureGroups.find((each) => each === name);
    if (group === undefined) throw new Unusable(`--figures knows ${figureGroups.join(', ')}, and not ${name}`);
    return group;
  });
}
