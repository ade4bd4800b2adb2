import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { atTarget } from '../../../commands/certify/run.ts';
import { foundInWords } from '../../../commands/explore/terminal.ts';
import { stepsIn } from '../../../engine/explore/story.ts';
import { startRoughProxy } from '../../../engine/http/network/rough-proxy.ts';
import { newAppearance } from '../../../engine/run/disguise/appearance.ts';
import { timeOfDay } from '../../../engine/time/clock.ts';
import { type Exploration, explore, isShortened } from '../../../interface/explore/explore.ts';
import { openRun } from '../../../interface/profile.ts';
import type { RequirementId } from '../../../interface/register/index.ts';
import { readSettings } from '../../../interface/target/settings.ts';
import { startSecond } from '../attempt.ts';
import { placeOf } from '../plan.ts';
import { Serving } from '../serving.ts';
import type { Job } from '../types.ts';

export interface Explored {
  readonly name: string;
  /** The requirement that the mutant breaks; null if nothing may be found. */
  readonly breaks: RequirementId | null;
  /** The requirement that a story broke; null if none did. */
  readonly found: string | null;
  readonly reason: string | null;
  /** The shortest story: its number of steps, its text, and the requests used for shortening it. */
  readonly steps: number;
  readonly words: string | null;
  readonly spent: number;
  readonly stories: number;
  readonly requests: number;
  readonly reached: number;
  readonly of: number;
  /** Exchanges that the model judged per second of CPU time. */
  readonly judgedPerSecond: number;
  /** Why the target could not be explored; null if it was. */
  readonly fault: string | null;
}

export interface Candidate {
  readonly name: string;
  readonly target: Job['target'];
  readonly breaks: RequirementId | null;
  /** How the target is reached; by default with control and without losses. */
  readonly way?: 'lost answers' | 'no control';
  /** Overrides the common bounds for this target. */
  readonly bounds?: Bounds;
}

/** After this many requests, or seconds, no further story is started. */
export interface Bounds {
  readonly requests?: number;
  readonly seconds?: number;
}

/** How many explorations at once keep two cores busy. */
const LANES = 3;

/** Explores each target within the same bounds; `onExplored` is called for each as soon as it is done. */
export async function exploreAll(
  candidates: readonly Candidate[],
  { seed, onExplored, ...bounds }: Bounds & { seed: number; onExplored: (explored: Explored) => void },
): Promise<Explored[]> {
  const serving = new Serving();
  const waiting = [...candidates];
  const done: Explored[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // A seed for each target, so that their stories differ.
      const explored = await exploreOne(next, serving, { ...bounds, ...next.bounds }, seed + placeOf(next.name));
      done.push(explored);
      onExplored(explored);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane)).finally(() => serving.close());
  return done;
}

async function exploreOne(
  { name, target, breaks, way }: Candidate,
  serving: Serving,
  bounds: Bounds,
  seed: number,
): Promise<Explored> {
  const nothing = {
    name,
    breaks,
    found: null,
    reason: null,
    steps: 0,
    words: null,
    spent: 0,
    stories: 0,
    requests: 0,
    reached: 0,
    of: 0,
    judgedPerSecond: 0,
  };
  try {
    const started = await (target === 'second implementation' ? startSecond() : serving.start(target));
    try {
      const reached = await reachedBy(way, started.settings);
      const explored = await exploration(reached.settings, bounds, seed).finally(reached.close);
      return { ...nothing, ...resultOf(explored), fault: null };
    } finally {
      await started.stop();
    }
  } catch (error) {
    return { ...nothing, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The settings with which a target is reached as `way` says. */
async function reachedBy(way: Candidate['way'], settings: Record<string, string>) {
  if (way === undefined) return { settings, close: async () => {} };
  if (way === 'no control') return { settings: await withoutControl(settings), close: async () => {} };
  const proxy = await startRoughProxy(settings.TARGET_BASE_URL ?? '', {
    lostRequests: 0.01,
    lostAnswers: 0.03,
    cutAnswers: 0.01,
  });
  return { settings: { ...settings, TARGET_BASE_URL: proxy.url }, close: () => proxy.close() };
}

/** Like another party's sandbox: two merchants, one environment, and no control to move the clock or act for buyers. */
async function withoutControl(settings: Record<string, string>): Promise<Record<string, string>> {
  const { TARGET_BASE_URL: base = '', TARGET_CONTROL_URL: url = '', TARGET_CONTROL_TOKEN: token = '' } = settings;
  const merchant = async (prefix: string) => {
    const answer = await fetch(`${url}/merchants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"environment":"sandbox"}',
    });
    const { merchantId, apiKey } = z.object({ merchantId: z.string(), apiKey: z.string() }).parse(await answer.json());
    return { [`TARGET_${prefix}API_KEY`]: apiKey, [`TARGET_${prefix}MERCHANT_ID`]: merchantId };
  };
  return { TARGET_BASE_URL: base, ...(await merchant('')), ...(await merchant('OTHER_')) };
}

async function exploration(settings: Record<string, string>, bounds: Bounds, seed: number): Promise<Exploration> {
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
    const { requests = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = bounds;
    const ends = performance.now() + 1_000 * seconds;
    const isOver = () => run.requests >= requests || performance.now() >= ends;
    try {
      return await explore(run, { seed, earlier: [], isOver, isShort: isShortened, onProgress: () => {} });
    } finally {
      await run.close();
    }
  });
}

function resultOf({ found, coverage, stories, exchanges, judgingMs }: Exploration) {
  return {
    found: found?.violation.requirement ?? null,
    reason: found === null ? null : `${found.violation.subject}: ${found.violation.what}`,
    steps: found === null ? 0 : stepsIn(found.story).length,
    words: found === null ? null : foundInWords(found),
    spent: found?.spent ?? 0,
    stories,
    requests: exchanges,
    reached: coverage.reached,
    of: coverage.of,
    judgedPerSecond: Math.round(exchanges / (judgingMs / 1_000)),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
