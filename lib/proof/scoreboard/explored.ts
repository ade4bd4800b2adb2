import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atTarget } from '../../commands/certify/run.ts';
import { stepsIn } from '../../engine/explore/story.ts';
import { newAppearance } from '../../engine/run/appearance.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import { type Exploration, explore } from '../../interface/explore/explore.ts';
import { openRun } from '../../interface/profile.ts';
import type { RequirementId } from '../../interface/register/index.ts';
import { readSettings } from '../../interface/target/settings.ts';
import type { Mutant } from '../mutants/index.ts';
import { startSecond } from './attempt.ts';
import { placeOf } from './plan.ts';
import { Serving } from './serving.ts';
import type { Job } from './types.ts';

/** What exploring one target came to. */
interface Explored {
  readonly name: string;
  /** Of a mutant the requirement that it names; null where nothing may be found. */
  readonly breaks: RequirementId | null;
  /** The requirement that a story broke; null where none did. */
  readonly found: string | null;
  readonly reason: string | null;
  /** Of the shortest story. */
  readonly steps: number;
  readonly requests: number;
  readonly reached: number;
  readonly of: number;
  /** Exchanges that the model judged in a second of one processor. */
  readonly judgedPerSecond: number;
  /** Why it could not be explored. */
  readonly fault: string | null;
}

interface Candidate {
  readonly name: string;
  readonly target: Job['target'];
  readonly breaks: RequirementId | null;
}

/** So many explorations at once keep two processors busy. */
const LANES = 3;

/** Explores each by as many requests; `onExplored` is told of each as soon as it is done. */
async function exploreAll(
  candidates: readonly Candidate[],
  { requests, seed, onExplored }: { requests: number; seed: number; onExplored: (explored: Explored) => void },
): Promise<Explored[]> {
  const serving = new Serving();
  const waiting = [...candidates];
  const done: Explored[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // Others are told other stories.
      const explored = await exploreOne(next, serving, requests, seed + placeOf(next.name));
      done.push(explored);
      onExplored(explored);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane)).finally(() => serving.close());
  return done;
}

async function exploreOne(
  { name, target, breaks }: Candidate,
  serving: Serving,
  requests: number,
  seed: number,
): Promise<Explored> {
  const nothing = {
    name,
    breaks,
    found: null,
    reason: null,
    steps: 0,
    requests: 0,
    reached: 0,
    of: 0,
    judgedPerSecond: 0,
  };
  try {
    const started = await (target === 'second implementation' ? startSecond() : serving.start(target));
    try {
      return { ...nothing, ...resultOf(await exploration(started.settings, requests, seed)), fault: null };
    } finally {
      await started.stop();
    }
  } catch (error) {
    return { ...nothing, fault: error instanceof Error ? error.message : String(error) };
  }
}

async function exploration(settings: Record<string, string>, requests: number, seed: number): Promise<Exploration> {
  return await atTarget(readSettings(settings), async (target) => {
    const startedAt = Math.floor(timeOfDay());
    const appearance = newAppearance();
    const run = await openRun({
      target,
      selected: [],
      depth: 'all',
      seed,
      startedAt,
      appearance,
      channel: randomUUID(),
    });
    const isOver = () => run.requests >= requests;
    // A story may be shortened by as many again.
    const isShort = () => run.requests >= 2 * requests;
    try {
      return await explore(run, { seed, earlier: [], isOver, isShort, onProgress: () => {} });
    } finally {
      await run.close();
    }
  });
}

function resultOf({ found, coverage, exchanges, judgingMs }: Exploration) {
  return {
    found: found?.violation.requirement ?? null,
    reason: found === null ? null : `${found.violation.subject}: ${found.violation.what}`,
    steps: found === null ? 0 : stepsIn(found.story).length,
    requests: exchanges,
    reached: coverage.reached,
    of: coverage.of,
    judgedPerSecond: Math.round(exchanges / (judgingMs / 1_000)),
  };
}

/** Explores mutants, and what is legal; writes what came of it beside what `proof.json` holds. Returns the exit status. */
export async function proveByExploring(
  mutants: readonly Mutant[],
  clean: readonly Pick<Job, 'name' | 'target'>[],
  { folder, seed, requests }: { folder: string; seed: number; requests: number },
): Promise<0 | 1> {
  const candidates: Candidate[] = [
    ...clean.map(({ name, target }) => ({ name, target, breaks: null })),
    ...mutants.map(({ name, breaks }) => ({ name, target: [name], breaks })),
  ];
  console.error(`exploring ${mutants.length} mutants and ${clean.length} that must be clean, seed ${seed}`);
  const all = await exploreAll(candidates, { requests, seed, onExplored: (each) => console.error(lineOf(each)) });
  const totals = totalsOf(all);
  const file = join(folder, 'proof.json');
  const before: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const exploration = { seed, requests, ...totals, targets: all };
  await writeFile(file, `${JSON.stringify({ ...(before as object), exploration }, null, 2)}\n`);
  console.log(
    [
      `${totals.found} of ${totals.mutants} mutants found, ${totals.named} of them at the requirement that they name; median ${totals.medianSteps} steps`,
      `${totals.clean} of ${totals.clean + totals.blamed.length} that are legal came out clean`,
      ...totals.blamed.map((name) => `✗ ${name} was blamed`),
      ...totals.faults.map((fault) => `✗ ${fault}`),
      `${totals.medianJudgedPerSecond.toLocaleString('en')} exchanges judged a second of one processor (median) · ${file}`,
    ].join('\n'),
  );
  return totals.blamed.length + totals.faults.length === 0 ? 0 : 1;
}

function lineOf({ name, breaks, found, reason, steps, requests, reached, of, fault }: Explored): string {
  if (fault !== null) return `✗ ${name}: ${fault}`;
  if (found === null)
    return `${breaks === null ? '✓' : '·'} ${name}: nothing in ${requests} requests, ${reached} of ${of} pairs`;
  const mark = breaks === null ? '✗' : '✓';
  return `${mark} ${name}: ${found} in ${steps} steps, after ${requests} requests (${reason})`;
}

function totalsOf(all: readonly Explored[]) {
  const tried = all.filter(({ fault }) => fault === null);
  const mutants = tried.filter(({ breaks }) => breaks !== null);
  const found = mutants.filter((each) => each.found !== null);
  const blamed = tried.filter((each) => each.breaks === null && each.found !== null);
  return {
    mutants: mutants.length,
    found: found.length,
    named: found.filter((each) => each.found === each.breaks).length,
    medianSteps: median(found.map(({ steps }) => steps)),
    medianJudgedPerSecond: median(tried.map(({ judgedPerSecond }) => judgedPerSecond)),
    clean: tried.length - mutants.length - blamed.length,
    blamed: blamed.map(({ name }) => name),
    faults: all.flatMap(({ name, fault }) => (fault === null ? [] : `${name}: ${fault}`)),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
