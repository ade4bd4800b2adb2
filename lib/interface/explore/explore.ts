import { RunImpossible } from '../../engine/checks/outcome.ts';
import type { KeptTold } from '../../engine/checks/progress.ts';
import { Coverage } from '../../engine/explore/coverage.ts';
import type { KeptStory } from '../../engine/explore/kept.ts';
import { shrink } from '../../engine/explore/shrink.ts';
import { type Story, stepsIn } from '../../engine/explore/story.ts';
import { formatDuration } from '../../engine/time/duration.ts';
import type { PaymentsRun } from '../actors/run.ts';
import { eventsOf, KEPT, type KeptSeen } from '../model/events.ts';
import { type Judgement, judge } from '../model/judge.ts';
import type { Violation } from '../model/model-object.ts';
import { allPairs } from '../model/pairs.ts';
import { compose } from './compose.ts';
import { slicesOf } from './evidence.ts';
import { Stage, type Telling } from './stage.ts';

export interface Exploring {
  readonly seed: number;
  /** Whether no further story may begin. */
  readonly isOver: () => boolean;
  /** Whether to stop shortening a story. `spent`: the requests that it has taken so far; `steps`: how many steps it still has. */
  readonly isShort: (spent: number, steps: number) => boolean;
  /** Pairs that an earlier exploration of this target has reached. */
  readonly earlier: readonly string[];
  readonly onProgress: (exploration: Exploration) => void;
}

/** A story that breaks a rule, shortened as far as possible. */
export interface Found {
  readonly story: Story;
  readonly telling: Telling;
  readonly violation: Violation;
  /** How many steps the story had when it was found. */
  readonly steps: number;
  /** How many requests shortening it took. */
  readonly spent: number;
  /** It broke the same rule again when it was played again. */
  readonly isRepeatable: boolean;
}

/** The results of an exploration so far. */
export interface Exploration {
  readonly coverage: Coverage;
  /** Pairs that no earlier exploration had reached. */
  readonly fresh: Set<string>;
  stories: number;
  exchanges: number;
  /** CPU time of the model, in milliseconds. */
  judgingMs: number;
  /** Reasons why exchanges were not judged, each with a count. */
  readonly undecided: Map<string, number>;
  /** Stories that seemed to break a rule while answers were lost, and did not when they were played again: these are not reported. */
  doubtful: number;
  /** Stories that could not be played to their end. */
  brokenOff: number;
  found: Found | null;
}

/** How many pairs each story is steered towards, until MOST of all pairs have been reached. */
const GOALS_PER_STORY = 3;
const MOST = 0.95;

/** After that, one story in this many is steered towards the missing pairs. The others consist of scenes and random steps. */
const STEERED_EVERY = 3;

const goalsFor = ({ reached, of, missing }: Coverage, story: number) =>
  missing.length > 0 && (reached < MOST * of || story % STEERED_EVERY === 0) ? GOALS_PER_STORY : 1;

/** Where requests are limited, no telling begins after this many, so that about 30 are spent; a story of more than SHORT_STEPS steps may take LONG_SHORTENED. */
const SHORTENED = 25;
const LONG_SHORTENED = 150;
const SHORT_STEPS = 8;

/** Whether enough has been spent where requests are limited, as at a sandbox that others use too. */
export const isShortened = (spent: number, steps: number) =>
  spent >= (steps > SHORT_STEPS ? LONG_SHORTENED : SHORTENED);

/** How often a story is played at most, if concurrent steps or lost answers may change its result. */
const MAX_PLAYS = 3;

/** If more stories than this, and more than half of all, cannot be played to their end, the exploration is given up. */
const MAX_BROKEN_OFF = 5;

/** Plays stories until time is up or one of them breaks a rule; that one is then shortened. */
export async function explore(run: PaymentsRun, exploring: Exploring): Promise<Exploration> {
  const stage = await Stage.open(run);
  const explorer = new Explorer(run, stage, exploring);
  try {
    return await explorer.explore();
  } finally {
    stage.close();
  }
}

/** Plays one story until its result is certain, at most MAX_PLAYS times. */
export async function retell(
  run: PaymentsRun,
  story: Story,
): Promise<{ telling: Telling; violation: Violation | null }> {
  const stage = await Stage.open(run);
  try {
    return await playUntilCertain(stage, story);
  } finally {
    stage.close();
  }
}

async function playUntilCertain(
  stage: Stage,
  story: Story,
): Promise<{ telling: Telling; violation: Violation | null; exchanges: number[] }> {
  const exchanges: number[] = [];
  for (let turn = 1; ; turn++) {
    const telling = await stage.tell(story);
    exchanges.push(...telling.exchanges.map(({ id }) => id));
    const [violation = null] = telling.isCertain ? judged(telling).violations : [];
    const isDecided = violation !== null || (telling.isCertain && !mayDiffer(story));
    if (isDecided || turn === MAX_PLAYS) return { telling, violation, exchanges };
  }
}

/** Whether it has concurrent steps, so that it may end differently each time. */
const mayDiffer = (story: Story) => JSON.stringify(story).includes('"together"');

/** Plays stories that broke a rule once. Their exchanges are part of the run, which records the story of each. */
export async function tellKept(run: PaymentsRun, kept: readonly KeptStory[]): Promise<KeptTold[]> {
  const stage = await Stage.open(run);
  const results: KeptTold[] = [];
  try {
    for (const { name, file } of kept) {
      const waits = stepsIn(file.story).reduce((sum, step) => sum + ('seconds' in step ? step.seconds : 0), 0);
      if (!run.conductor.controlled && waits > run.target.maxWait) {
        results.push({ name, breaks: null, untold: `it takes ${formatDuration(waits)}, more than TARGET_MAX_WAIT` });
        continue;
      }
      const { telling, violation, exchanges } = await playUntilCertain(stage, file.story);
      const breaks = violation?.requirement ?? null;
      const untold = telling.brokenOff ?? (telling.isCertain ? null : 'answers were lost each time');
      results.push({ name, breaks, untold });
      run.evidence.sighting(KEPT, { name, exchanges } satisfies KeptSeen, run.mask([]));
    }
  } finally {
    stage.close();
  }
  return results;
}

export interface Storytelling {
  readonly seed: number;
  /** Whether no further story may begin. */
  readonly isOver: () => boolean;
}

/** Plays stories without judging them: their exchanges are part of the run, which is judged as a whole. Returns how many it played. */
export async function tellStories(run: PaymentsRun, { seed, isOver }: Storytelling): Promise<number> {
  const coverage = new Coverage(allPairs);
  let [stories, brokenOff] = [0, 0];
  const playInTurn = async () => {
    const stage = await Stage.open(run);
    try {
      while (!isOver() && run.connection.outage === null && brokenOff <= MAX_BROKEN_OFF) {
        const goals = coverage.next(goalsFor(coverage, stories));
        const story = compose({ seed: seedOf(seed, stories++), goals, missing: run.target.missing });
        const telling = await stage.tell(story);
        // Only to find out which pairs have been reached.
        coverage.reach(judged(telling).pairs);
        if (telling.brokenOff !== null) brokenOff++;
      }
    } finally {
      stage.close();
    }
  };
  // Where control creates merchants, each story has its own, so that stories do not affect each other.
  const atOnce = run.target.ownMerchants.sandbox && run.conductor.controlled ? AT_ONCE : 1;
  await Promise.all(Array.from({ length: atOnce }, playInTurn));
  return stories;
}

/** How many stories are played at once: one acts while another waits for a response. */
const AT_ONCE = 3;

/** Seeds of stories are far apart, so that two explorations share none. */
const seedOf = (seed: number, stories: number) => seed + stories * 2_654_435_761;

function judged({ recorded }: Telling): Judgement {
  return judge(eventsOf(recorded));
}

class Explorer {
  readonly #run: PaymentsRun;
  readonly #stage: Stage;
  readonly #exploring: Exploring;
  readonly #exploration: Exploration = {
    coverage: new Coverage(allPairs),
    fresh: new Set(),
    stories: 0,
    exchanges: 0,
    judgingMs: 0,
    undecided: new Map(),
    doubtful: 0,
    brokenOff: 0,
    found: null,
  };

  constructor(run: PaymentsRun, stage: Stage, exploring: Exploring) {
    this.#run = run;
    this.#stage = stage;
    this.#exploring = exploring;
  }

  async explore(): Promise<Exploration> {
    const { isOver, onProgress, seed } = this.#exploring;
    const { missing } = this.#run.target;
    const exploration = this.#exploration;
    exploration.coverage.expect(this.#exploring.earlier);
    while (!isOver() && exploration.found === null) {
      const goals = exploration.coverage.next(goalsFor(exploration.coverage, exploration.stories));
      const story = compose({ seed: seedOf(seed, exploration.stories), goals, missing });
      const played = await this.#play(story);
      exploration.stories++;
      if (played.violations.length > 0) await this.#shorten(story, played);
      onProgress(exploration);
    }
    return exploration;
  }

  async #play(story: Story): Promise<{ telling: Telling; violations: readonly Violation[] }> {
    const telling = await this.#stage.tell(story);
    const { outage } = this.#run.connection;
    if (outage !== null) throw new RunImpossible(outage);
    if (telling.brokenOff !== null && ++this.#exploration.brokenOff > MAX_BROKEN_OFF + this.#exploration.stories / 2)
      throw new RunImpossible(telling.brokenOff);
    // CPU time rather than elapsed time: other processes may use this machine.
    const before = process.cpuUsage();
    const { violations, pairs, undecided } = judged(telling);
    const { user, system } = process.cpuUsage(before);
    const { coverage, fresh } = this.#exploration;
    this.#exploration.judgingMs += (user + system) / 1_000;
    this.#exploration.exchanges += telling.exchanges.length;
    const earlier = new Set(this.#exploring.earlier);
    for (const pair of pairs) if (!earlier.has(pair)) fresh.add(pair);
    coverage.reach(pairs);
    for (const [why, count] of undecided)
      this.#exploration.undecided.set(why, (this.#exploration.undecided.get(why) ?? 0) + count);
    return { telling, violations };
  }

  async #shorten(story: Story, first: { telling: Telling; violations: readonly Violation[] }): Promise<void> {
    const [suspected] = first.violations;
    if (suspected === undefined) return;
    let best = first.telling.isCertain ? { story, telling: first.telling, violation: suspected } : null;
    const breaks = suspected.requirement;
    const fails = async (shorter: Story) => {
      for (let turn = 0; turn < MAX_PLAYS; turn++) {
        const { telling, violations } = await this.#play(shorter);
        const violation = violations.find(({ requirement }) => requirement === breaks);
        if (violation !== undefined && telling.isCertain) {
          best = { story: shorter, telling, violation };
          return true;
        }
        if (telling.isCertain && !mayDiffer(shorter)) return false;
      }
      return false;
    };
    const before = this.#run.requests;
    const spent = () => this.#run.requests - before;
    let shorter: Story | null = null;
    for (const candidate of [...slicesOf(story, first.telling, suspected), story]) {
      if (candidate.length > 0 && (await fails(candidate))) {
        shorter = candidate;
        break;
      }
    }
    if (best === null) {
      this.#exploration.doubtful++;
      return;
    }
    const steps = stepsIn(story).length;
    const isOver = () => this.#exploring.isShort(spent(), stepsIn(best?.story ?? story).length);
    if (shorter !== null) await shrink(shorter, { fails, isOver });
    this.#exploration.found = { ...best, steps, spent: spent(), isRepeatable: shorter !== null };
  }
}
