import type { Judgement } from '../checks/check-result.ts';
import { LoopDelay, type Stall } from '../time/loop-delay.ts';

// What this machine does too late must not look like the target's failure: an answer to a webhook that comes after the target's time-out
// is a retry, and a second request that comes after the first has ended finds nothing in progress. So this machine measures itself. A
// check that did not pass while something was late is made again, with nothing beside it; where this machine is too slow even then, the
// check is blocked.

/** How late something must have been for a check to be made again, in milliseconds. */
export const DOUBTFUL_MS = 250;

/** How late for its result not to count, in milliseconds: of the order of what a correct target may wait for an answer. */
export const TOO_SLOW_MS = 1_000;

/** Of what was late so much is remembered. */
const REMEMBERED = 10_000;

/** How late this machine was at the worst, in milliseconds. */
export interface HarnessDelays {
  /** An event loop of a thread of this run stood still. */
  readonly eventLoopDelayMs: number;
  /** From the moment since which a webhook may have been there until its answer was ready, where the answer was not to be late. */
  readonly webhookAnswerMs: number;
  /** A wait ended so much later than it was to. */
  readonly waitsLateMs: number;
}

export const notSlow: HarnessDelays = { eventLoopDelayMs: 0, webhookAnswerMs: 0, waitsLateMs: 0 };

type Kind = keyof HarnessDelays;

const words: Readonly<Record<Kind, (seconds: string) => string>> = {
  webhookAnswerMs: (seconds) => `webhooks were answered after ${seconds} s`,
  waitsLateMs: (seconds) => `a wait ended ${seconds} s late`,
  eventLoopDelayMs: (seconds) => `it stood still for ${seconds} s`,
};

interface Late {
  readonly kind: Kind;
  readonly ms: number;
  /** `performance.now()`. */
  readonly from: number;
  readonly to: number;
}

/** What this machine did too late, and when. */
export class Slowness {
  readonly #late: Late[] = [];
  readonly #worst: Record<Kind, number> = { ...notSlow };

  readonly #loop = new LoopDelay((stall) => this.stalled(stall));

  /** Watches this thread's event loop until it is stopped. */
  start(): this {
    this.#loop.start();
    return this;
  }

  stop(): void {
    this.#loop.stop();
  }

  /** An event loop of this run, of whichever thread, stood still. */
  readonly stalled = ({ from, to }: Stall): void => this.note('eventLoopDelayMs', to - from, to);

  get worst(): HarnessDelays {
    this.#loop.look();
    const { eventLoopDelayMs, webhookAnswerMs, waitsLateMs } = this.#worst;
    return {
      eventLoopDelayMs: Math.round(eventLoopDelayMs),
      webhookAnswerMs: Math.round(webhookAnswerMs),
      waitsLateMs: Math.round(waitsLateMs),
    };
  }

  /** Something was late by so much; it was over at `end` (`performance.now()`), and now at the latest. */
  note(kind: Kind, ms: number, end?: number): void {
    const now = performance.now();
    // A webhook may have waited before it was seen: that it was so long on its way from then on is a bound and no time.
    const to = Math.min(end ?? now, now);
    this.#worst[kind] = Math.max(this.#worst[kind], ms);
    if (ms < DOUBTFUL_MS) return;
    this.#late.push({ kind, ms, from: to - ms, to });
    if (this.#late.length > REMEMBERED) this.#late.splice(0, REMEMBERED / 10);
  }

  /** The worst since then (`performance.now()`); null where nothing was late. */
  since(from: number): Slow | null {
    this.#loop.look();
    const late = this.#late.filter(({ to }) => to >= from);
    return late.length === 0 ? null : new Slow(late);
  }
}

/** Something that was late while a check was made. */
export class Slow {
  readonly ms: number;
  readonly #worst: readonly Late[];

  constructor(late: readonly Late[]) {
    this.ms = Math.max(...late.map(({ ms }) => ms));
    // What reaches the target first says best what it may have seen.
    this.#worst = (Object.keys(words) as Kind[]).flatMap((kind) => {
      const of = late.filter((each) => each.kind === kind && each.ms >= TOO_SLOW_MS);
      return of.toSorted((a, b) => b.ms - a.ms)[0] ?? [];
    });
  }

  /** "this machine was too slow: webhooks were answered after 4.2 s"; null where it was not so slow that a result cannot count. */
  get tooSlow(): string | null {
    const [worst] = this.#worst;
    return worst === undefined
      ? null
      : `this machine was too slow: ${words[worst.kind]((worst.ms / 1_000).toFixed(1))}`;
  }
}

/** "this machine was slow: ..."; null where it was not slow enough to make a difference. */
export function formatSlowness(delays: HarnessDelays): string | null {
  const slow = (Object.keys(words) as Kind[]).filter((kind) => delays[kind] >= TOO_SLOW_MS);
  if (slow.length === 0) return null;
  const told = slow.map((kind) => words[kind]((delays[kind] / 1_000).toFixed(1)));
  return `this machine was slow, at the worst: ${told.join(', ')}; what did not pass meanwhile was checked again`;
}

/** For how long (ms) webhooks of one check were kept waiting; null where none was for long. */
export function slowAnswers(keptWaitingMs: readonly number[]): Slow | null {
  const ms = Math.max(0, ...keptWaitingMs);
  return ms < DOUBTFUL_MS ? null : new Slow([{ kind: 'webhookAnswerMs', ms, from: 0, to: ms }]);
}

/** What was seen on a machine that was too slow says nothing certain about the target. */
export function tooSlow(judgement: Judgement, slow: Slow | null): Judgement {
  const why = slow?.tooSlow ?? null;
  if (why === null || !isInQuestion(judgement)) return judgement;
  return {
    ...judgement,
    outcome: 'blocked',
    reason: `${why}; so it says nothing that ${judgement.reason}`,
    inDoubt: true,
  };
}

/** Whether slowness may be the cause of such an outcome. */
export function isInQuestion({ outcome, impossible }: Judgement): boolean {
  return !impossible && (outcome === 'failed' || outcome === 'blocked');
}

/**
 * Checks that are to be made again with nothing beside them wait here until all others have ended, and then go one after another.
 */
export class Retakes {
  #others = 0;
  #last: Promise<unknown> = Promise.resolve();
  #waiting: (() => void)[] = [];

  /** A check is made for the first time. Returns how to say that it has ended, or waits here. */
  enter(): () => void {
    this.#others++;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      if (--this.#others > 0) return;
      for (const go of this.#waiting.splice(0)) go();
    };
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#others > 0) await new Promise<void>((go) => this.#waiting.push(go));
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return await turn;
  }
}
