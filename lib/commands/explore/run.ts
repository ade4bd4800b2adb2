import { randomInt, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { keep } from '../../engine/explore/kept.ts';
import type { StoryFile } from '../../engine/explore/story.ts';
import { timeOfDay } from '../../engine/time/clock.ts';
import type { PaymentsRun } from '../../interface/actors/run.ts';
import { type Exploration, explore, isShortened, retell } from '../../interface/explore/explore.ts';
import { openRun } from '../../interface/profile.ts';
import type { Target } from '../../interface/target/probe-target.ts';
import type { Settings } from '../../interface/target/settings.ts';
import { mayWrite } from '../certify/beforehand.ts';
import { atTarget } from '../certify/run.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { StatusLine } from '../terminal/status-line.ts';
import { reachedBefore, writeReports } from './reports.ts';
import { foundInWords, summarise, toldInWords } from './terminal.ts';

export interface ExploreOptions {
  readonly settings: Settings;
  /** The time to explore, in seconds. Shortening a violating story afterwards may take as long again. */
  readonly seconds: number;
  /** The most requests to send in total. */
  readonly requests: number;
  readonly seed: number | undefined;
  readonly replay: StoryFile | null;
  /** The folder in which a story that breaks a rule is kept; null: it is not kept. */
  readonly keep?: string | null;
  readonly out: string;
}

/** The least time allowed for shortening a story, in milliseconds. */
const SHORTENING_MS = 60_000;

/** Explores a target, or replays one story. Returns the exit status; throws if that is not possible. */
export async function exploreTarget(options: ExploreOptions): Promise<0 | 1> {
  const out = resolve(options.out);
  await mayWrite('--out', out);
  if (options.keep) await mayWrite('--keep', resolve(options.keep));
  const seed = options.seed ?? options.replay?.seed ?? randomInt(2 ** 31);
  return await atTarget(options.settings, async (target) => {
    const startedAt = Math.floor(timeOfDay());
    const run = await openRun({ target, selected: [], depth: 'all', seed, startedAt, channel: randomUUID() });
    const interrupt = onInterrupt('interrupted: ending the story that is being told (again: at once)');
    const told = { target, out, seed, startedAt };
    try {
      if (options.replay !== null) return await replay(run, options.replay, options, told);
      return await exploreFor(run, options, told, interrupt.signal);
    } finally {
      interrupt.release();
      await run.close();
    }
  });
}

interface Told {
  readonly target: Target;
  readonly out: string;
  readonly seed: number;
  readonly startedAt: number;
}

async function exploreFor(
  run: PaymentsRun,
  { seconds, requests, keep: folder }: ExploreOptions,
  told: Told,
  signal: AbortSignal,
): Promise<0 | 1> {
  const { target, out, seed } = told;
  console.error(`exploring ${nameOf(target)}, seed ${seed}`);
  const began = performance.now();
  const ends = began + seconds * 1_000;
  const isSpent = () => signal.aborted || run.requests >= requests;
  const line = new StatusLine();
  const earlier = await reachedBefore(out, nameOf(target));
  const exploration = await explore(run, {
    seed,
    earlier,
    isOver: () => isSpent() || performance.now() >= ends,
    isShort: (spent, steps) =>
      isSpent() ||
      performance.now() >= Math.max(ends, began + SHORTENING_MS) ||
      // Without a controlled clock, requests are paced because other clients share the rate limit.
      (!run.conductor.controlled && isShortened(spent, steps)),
    onProgress: ({ stories, coverage, exchanges }) =>
      line.show(`${stories} stories, ${exchanges} requests, ${coverage.reached} of ${coverage.of} pairs reached`),
  }).finally(() => line.stop());
  const story = await writeReports({ ...told, target: nameOf(target), addresses: target, exploration, earlier });
  console.log(
    summarise(exploration, { seconds: (performance.now() - began) / 1_000, seed, out, earlier: earlier.length }),
  );
  if (story !== null && exploration.found?.isRepeatable) await keepIn(folder, story);
  return exploration.found === null ? 0 : 1;
}

async function keepIn(folder: string | null | undefined, story: StoryFile): Promise<void> {
  if (folder) console.log(`kept as ${await keep(folder, story)}: later certifications tell it first`);
}

async function replay(
  run: PaymentsRun,
  { story, breaks }: StoryFile,
  { keep: folder }: ExploreOptions,
  told: Told,
): Promise<0 | 1> {
  const { telling, violation } = await retell(run, story);
  if (violation === null) {
    const doubt = telling.isCertain ? '' : ', but answers were lost each time';
    console.log(toldInWords(story, telling));
    console.log(`\nthe story breaks no rule${doubt}; it was kept because it broke ${breaks}`);
    return 0;
  }
  console.log(foundInWords({ story, telling, violation }));
  const written = await writeReports({
    ...told,
    target: nameOf(told.target),
    addresses: told.target,
    found: { story, telling, violation },
  });
  console.log(`\nthe story again, its curl script and reports: ${told.out}`);
  if (written !== null) await keepIn(folder, written);
  return 1;
}

function nameOf(target: Target): string {
  return target.embedded ? 'the embedded reference' : target.baseUrl;
}

export type { Exploration };
