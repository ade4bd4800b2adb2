import type { TurnVerdict } from '../checks/check-result.ts';
import { timeOfDay } from '../time/clock.ts';
import { formatDuration } from '../time/duration.ts';
import { LoopDelay, type Stall } from '../time/loop-delay.ts';

// Delays on this machine must not look like failures of the target: a webhook answered after the target's time-out is retried, and a
// second request that is sent after the first has ended finds nothing in progress. So this machine measures its own delays. A check that
// did not pass while something was late is repeated with nothing beside it; if this machine is too slow even then, the check is blocked.
// The same holds where others move the target's clock, as a second run beside this one does: what this run created expires at once then.

/** Delay in milliseconds from which on a check that did not pass is repeated. */
export const DOUBTFUL_MS = 250;

/** Delay in milliseconds from which on its result does not count: about as long as a correct target may wait for an answer. */
export const TOO_SLOW_MS = 1_000;

/** Name of a sighting: a thread of this run stood still for `TOO_SLOW_MS` or longer; its content is a `Standstill`. */
export const STOOD_STILL = 'this machine stood still';

/** A time of day, the same moment by the monotonic clock, and how long it lasted, all in milliseconds. */
export interface Standstill {
  readonly startedAt: number;
  readonly sentMono: number;
  readonly durationMs: number;
}

/** How many delays are remembered. */
const MAX_DELAYS = 10_000;

/** The longest delays on this machine, in milliseconds. */
export interface HarnessDelays {
  /** For how long the event loop of a thread of this run was blocked. */
  readonly eventLoopDelayMs: number;
  /** From the moment at which a webhook may have arrived until its answer was ready, deliberate delays excluded. */
  readonly webhookAnswerMs: number;
  /** By how much a wait ended too late. */
  readonly waitsLateMs: number;
}

export const NO_DELAYS: HarnessDelays = { eventLoopDelayMs: 0, webhookAnswerMs: 0, waitsLateMs: 0 };

type Delayed = keyof HarnessDelays;

/** `clockMovedMs`: by how much others moved the target's clock. It delays nothing, and is no part of the harness's own delays. */
type Kind = Delayed | 'clockMovedMs';

const TOO_SLOW = 'this machine was too slow';

const delayed: Readonly<Record<Delayed, (seconds: string) => string>> = {
  webhookAnswerMs: (seconds) => `webhooks were answered after ${seconds} s`,
  waitsLateMs: (seconds) => `a wait ended ${seconds} s late`,
  eventLoopDelayMs: (seconds) => `it stood still for ${seconds} s`,
};
const delayedKinds = Object.keys(delayed) as Delayed[];

const inSeconds = (ms: number) => (ms / 1_000).toFixed(1);

/** Why a result does not count. Others' moves of the clock come first: they are the most likely to be noticed. */
const reasons: Readonly<Record<Kind, (ms: number) => string>> = {
  clockMovedMs: (ms) => `the target's clock was moved by ${formatDuration(ms / 1_000)} by others than this run`,
  webhookAnswerMs: (ms) => `${TOO_SLOW}: ${delayed.webhookAnswerMs(inSeconds(ms))}`,
  waitsLateMs: (ms) => `${TOO_SLOW}: ${delayed.waitsLateMs(inSeconds(ms))}`,
  eventLoopDelayMs: (ms) => `${TOO_SLOW}: ${delayed.eventLoopDelayMs(inSeconds(ms))}`,
};

interface Delay {
  readonly kind: Kind;
  readonly ms: number;
  /** Both are `performance.now()`. */
  readonly from: number;
  readonly to: number;
}

/** The delays on this machine, and when they occurred. */
export class Slowness {
  readonly #delays: Delay[] = [];
  readonly #worst: Record<Kind, number> = { ...NO_DELAYS, clockMovedMs: 0 };

  readonly #loop = new LoopDelay((stall) => this.noteStall(stall));

  /** Watches this thread's event loop until `stop` is called. */
  start(): this {
    this.#loop.start();
    return this;
  }

  stop(): void {
    this.#loop.stop();
  }

  /** Called when a thread of this run has stood still for `TOO_SLOW_MS` or longer. */
  onStandstill: (standstill: Standstill) => void = () => {};

  /** The event loop of a thread of this run was blocked. */
  readonly noteStall = ({ from, to }: Stall): void => {
    this.note('eventLoopDelayMs', to - from, to);
    const startedAt = timeOfDay() - (performance.now() - from);
    if (to - from >= TOO_SLOW_MS) this.onStandstill({ startedAt, sentMono: from, durationMs: to - from });
  };

  get worst(): HarnessDelays {
    this.#loop.probe();
    const { eventLoopDelayMs, webhookAnswerMs, waitsLateMs } = this.#worst;
    return {
      eventLoopDelayMs: Math.round(eventLoopDelayMs),
      webhookAnswerMs: Math.round(webhookAnswerMs),
      waitsLateMs: Math.round(waitsLateMs),
    };
  }

  /** Something was late by `ms` milliseconds. It ended at `end` (`performance.now()`), or now if that is earlier. */
  note(kind: Kind, ms: number, end?: number): void {
    const now = performance.now();
    // `end` may lie in the future: the delay of a webhook is an upper bound, which counts the time before it was seen.
    const to = Math.min(end ?? now, now);
    this.#worst[kind] = Math.max(this.#worst[kind], ms);
    if (ms < DOUBTFUL_MS) return;
    this.#delays.push({ kind, ms, from: to - ms, to });
    if (this.#delays.length > MAX_DELAYS) this.#delays.splice(0, MAX_DELAYS / 10);
  }

  /** The delays since `from` (`performance.now()`); null if there were none. */
  since(from: number): Delays | null {
    this.#loop.probe();
    const delays = this.#delays.filter(({ to }) => to >= from);
    return delays.length === 0 ? null : new Delays(delays);
  }
}

/** Whether a check was blocked because this machine was too slow: made on an idle one, it may end otherwise. */
export function isBlockedBySlowness(reason: string | null | undefined): boolean {
  return reason?.startsWith(TOO_SLOW) === true;
}

/** Delays that occurred while a check ran. */
export class Delays {
  readonly ms: number;
  readonly #worst: readonly Delay[];

  /** Others moved the target's clock. */
  readonly isClockMoved: boolean;

  constructor(delays: readonly Delay[]) {
    this.isClockMoved = delays.some(({ kind }) => kind === 'clockMovedMs');
    this.ms = Math.max(...delays.map(({ ms }) => ms));
    // Of the delays, webhook answers come first: a target is most likely to notice them.
    this.#worst = (Object.keys(reasons) as Kind[]).flatMap((kind) => {
      const of = delays.filter((each) => each.kind === kind && each.ms >= TOO_SLOW_MS);
      return of.toSorted((a, b) => b.ms - a.ms)[0] ?? [];
    });
  }

  /** "this machine was too slow: webhooks were answered after 4.2 s"; null if no delay was so long that a result cannot count. */
  get whyTooSlow(): string | null {
    const [worst] = this.#worst;
    return worst === undefined ? null : reasons[worst.kind](worst.ms);
  }
}

/** "this machine was slow: ..."; null if no delay was long enough to make a difference. */
export function formatSlowness(delays: HarnessDelays): string | null {
  const slowKinds = delayedKinds.filter((kind) => delays[kind] >= TOO_SLOW_MS);
  if (slowKinds.length === 0) return null;
  const described = slowKinds.map((kind) => delayed[kind](inSeconds(delays[kind])));
  return `this machine was slow, at the worst: ${described.join(', ')}; what did not pass meanwhile was checked again`;
}

/** Turns the delays (ms) of the webhooks of one check into one result; null if none was long. */
export function answerDelays(keptWaitingMs: readonly number[]): Delays | null {
  const ms = Math.max(0, ...keptWaitingMs);
  return ms < DOUBTFUL_MS ? null : new Delays([{ kind: 'webhookAnswerMs', ms, from: 0, to: ms }]);
}

/** Blocks a check that did not pass while this machine was too slow: the result is not certain to be the target's. */
export function blockIfTooSlow(verdict: TurnVerdict, delays: Delays | null): TurnVerdict {
  const why = delays?.whyTooSlow ?? null;
  if (why === null || !mayBeDelays(verdict)) return verdict;
  return {
    ...verdict,
    outcome: 'blocked',
    reason: `${why}; so it says nothing that ${verdict.reason}`,
    inDoubt: true,
  };
}

/** Whether slowness may be the cause of the outcome. */
export function mayBeDelays({ outcome, impossible }: TurnVerdict): boolean {
  return !impossible && (outcome === 'failed' || outcome === 'blocked');
}

/** Checks that are to be repeated with nothing beside them wait here until all others have ended, and then run one after another. */
export class Reruns {
  #others = 0;
  #last: Promise<unknown> = Promise.resolve();
  #waiting: (() => void)[] = [];

  /** To be called when a check begins. Returns a function to call when it has ended or is about to wait for `alone`. */
  enter(): () => void {
    this.#others++;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
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
