import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { asFile, commonIn, type Learned, learned, widened } from '../../engine/evidence/expectations/learn.ts';
import { type Expectations, knownIn } from '../../engine/evidence/expectations/table.ts';
import { type Evidence, readEvidence } from '../../engine/evidence/verify/read.ts';
import { COSTLY, costsFile } from '../../interface/costs.ts';
import { recordedByChecks, tableFile } from '../../interface/predicates/index.ts';
import { chapters, requirements } from '../../interface/register/index.ts';
import { loadSuites } from '../../interface/suites.ts';
import { launch, launchReference } from '../../interface/target/launch.ts';
import { everyReadingTogether } from '../../proof/scoreboard/together.ts';
import { fitting, program as runProgram } from '../terminal/program.ts';
import { definedIn } from './defined.ts';
import { withGivenMerchants } from './given.ts';

const program = new Command('predicates')
  .description(
    'Writes down what every check records where it passes, as runs of correct targets have recorded it: npm run verify compares evidence with it. Without folders it makes such runs: the reference with two seeds, the second implementation, both with merchants that are given, and the reference with every permitted variant, many at once; five minutes each on an idle machine.',
  )
  .argument(
    '[folders...]',
    'evidence of whole runs (npm run certify -- --exhaustive): first of the reference with two seeds, then of targets that decide otherwise',
  )
  .option('--costs', 'write down how many requests each check takes, from the evidence of one whole run')
  .option('--widen', 'keep the table, and allow what these runs recorded besides')
  .exitOverride()
  .configureOutput(fitting);

await runProgram(main);

async function main(): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'predicates-'));
  try {
    program.parse();
    const given = program.args.map((folder) => resolve(folder));
    const { widen = false, costs = false } = program.opts<{ widen?: true; costs?: true }>();
    if (costs) {
      const [folder, ...more] = given;
      if (folder === undefined || more.length > 0) throw new Error('--costs is measured from one folder');
      writeCosts(await readEvidence(folder));
      return 0;
    }
    const known = widen ? recordedByChecks() : {};
    const runs: Learned[] = [];
    for await (const folder of given.length > 0 ? given : madeRuns(scratch))
      runs.push(learned(await readEvidence(folder), known));
    // What two runs of one target have in common; then, what others record besides.
    const table = widen ? known : commonIn(runs.splice(0, 2));
    await write(widened(table, runs));
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(`predicates: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Writes every check that the suites define to the table; a check that passed in no run has null. */
async function write(table: Expectations): Promise<void> {
  const counts = { checks: 0, unknown: 0, predicates: 0 };
  const defined = definedIn(await loadSuites());
  for (const chapter of chapters) {
    const ids = new Set<string>(requirements.filter((entry) => entry.chapter === chapter).map(({ id }) => id));
    const checks = defined.filter(({ kind, id }) => kind === 'requirement' && ids.has(id));
    const entries: Record<string, Record<string, Expectations[string][string]>> = {};
    for (const id of [...ids].sort()) {
      const titles = checks.filter((each) => each.id === id).map(({ title }) => title);
      entries[id] = Object.fromEntries(titles.sort().map((title) => [title, table[id]?.[title] ?? null]));
    }
    const all = Object.values(entries).flatMap((of) => Object.values(of));
    counts.checks += all.length;
    counts.unknown += all.filter((each) => each === null).length;
    counts.predicates += all.reduce((sum, each) => sum + (each === null ? 0 : knownIn(each).length), 0);
    writeFileSync(tableFile(chapter), asFile(entries));
  }
  console.log(`${counts.checks} checks, ${counts.predicates} predicates; ${counts.unknown} checks passed in no run`);
  console.log(`written: ${fileURLToPath(new URL('*.json', tableFile(chapters[0] ?? '')))}`);
}

/** Counts for each check all requests that it refers to, those of shared preparations as well: drawn alone it makes them all. */
function writeCosts({ checks, exchanges }: Evidence): void {
  const counts = new Map<string, number>();
  for (const check of exchanges.flatMap(({ _checks }) => _checks)) counts.set(check, (counts.get(check) ?? 0) + 1);
  const costly = checks
    .map(({ id, about, title }) => ({ about, title, requests: counts.get(id) ?? 0 }))
    .filter(({ requests }) => requests >= COSTLY)
    .sort((a, b) => (`${a.about} ${a.title}` < `${b.about} ${b.title}` ? -1 : 1));
  const costs: Record<string, Record<string, number>> = {};
  for (const { about, title, requests } of costly) costs[about] = { ...costs[about], [title]: requests };
  writeFileSync(costsFile, `${JSON.stringify(costs, null, 2)}\n`);
  console.log(`written: ${fileURLToPath(costsFile)}`);
}

/** The folder of each run, until the next is asked for. */
async function* madeRuns(scratch: string): AsyncGenerator<string> {
  const program = (path: string) => fileURLToPath(new URL(`../../proof/${path}/main.ts`, import.meta.url));
  const launchSecond = () => launch('the second implementation', process.execPath, [program('second')]);
  const variants = (names: readonly string[]) => () =>
    launch('the reference with permitted variants', process.execPath, [
      program('mutants'),
      '--settings',
      ...names.flatMap((name) => ['--reading', name]),
    ]);
  const targets = [
    launchReference,
    launchReference,
    launchSecond,
    async () => withGivenMerchants(await launchReference()),
    async () => withGivenMerchants(await launchSecond()),
    ...everyReadingTogether(1).map(variants),
  ];
  for (const [at, begin] of targets.entries()) {
    console.log(`run ${at + 1} of ${targets.length}`);
    const out = join(scratch, String(at));
    const target = await begin();
    try {
      await certify(['--exhaustive', '--seed', String(at + 1), '--out', out], target.settings);
    } finally {
      await target.stop();
    }
    yield out;
    rmSync(out, { recursive: true, force: true });
  }
}

async function certify(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<void> {
  const main = fileURLToPath(new URL('../certify/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const status = await new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  if (status !== 0) throw new Error(`a run of a correct target ended with status ${status}: nothing is written`);
}
