import { uptime } from 'node:os';

/** The run's clock: epoch milliseconds that continue from process to process, and never go back within one. */
export interface Clock {
  now(): number;
  /** Real milliseconds until `ms` of this clock have passed. */
  realUntil(ms: number): number;
  /** How much of this clock passes in the `realMs` real milliseconds before now; if negative, in those after now, with a negative sign. */
  passed(realMs: number): number;
  /** Whether the machine has slept since the last call; the clock is then set forward by that time. */
  slept(): boolean;
}

/** A machine's uptime counts the time for which it sleeps, a monotonic clock does not: a larger difference (ms) means that it slept. */
const MIN_SLEEP_MS = 5_000;

/** The time of day in epoch milliseconds: that of the start of the process, plus monotonic time since. It never jumps. */
export function timeOfDay(mono = performance.now()): number {
  return performance.timeOrigin + mono;
}

/**
 * How far the clock `other` is ahead of `ours`, in milliseconds. The thread may be interrupted between two readings: so each reading of
 * `other` is taken between two of `ours`, and the tightest of CLOCK_READINGS such readings counts.
 */
export function aheadOf(other: () => number, ours: () => number = () => performance.now()): number {
  let best = { width: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let turn = 0; turn < CLOCK_READINGS; turn++) {
    const [before, read, after] = [ours(), other(), ours()];
    const width = after - before;
    if (width < best.width) best = { width, ahead: read - (before + after) / 2 };
  }
  return best.ahead;
}

const CLOCK_READINGS = 20;

export function realClock(): Clock {
  let origin = performance.timeOrigin;
  const now = () => origin + performance.now();
  const awake = () => uptime() * 1_000 - performance.now();
  let before = awake();
  return {
    now,
    realUntil: (ms) => ms,
    passed: (ms) => ms,
    slept() {
      const ahead = awake() - before;
      if (ahead <= MIN_SLEEP_MS) return false;
      before += ahead;
      origin += ahead;
      return true;
    },
  };
}

/** How a test's clock runs: from `since` (epoch ms), `pace` times as fast as real time during the `real` milliseconds of each leg. */
export interface Course {
  readonly since: number;
  readonly legs: readonly { readonly real: number; readonly pace: number }[];
}

/** For tests: a clock on which a day may pass in a minute. The last leg's pace continues for ever. */
export function acceleratedClock({ since, legs }: Course): Clock {
  const real = () => timeOfDay() - since;
  /** Converts real milliseconds since the beginning to milliseconds that have passed on this clock, or the other way round. */
  const along = (length: number, from: 'real' | 'passed') => {
    let [real, passed] = [0, 0];
    for (const [at, leg] of legs.entries()) {
      const here = from === 'real' ? leg.real : leg.real * leg.pace;
      const gone = from === 'real' ? real : passed;
      if (length <= gone + here || at === legs.length - 1) {
        return from === 'real' ? passed + (length - real) * leg.pace : real + (length - passed) / leg.pace;
      }
      real += leg.real;
      passed += leg.real * leg.pace;
    }
    return length;
  };
  const now = () => since + along(real(), 'real');
  return {
    now,
    realUntil: (ms) => Math.max(0, along(now() + ms - since, 'passed') - real()),
    passed: (ms) => now() - (since + along(real() - ms, 'real')),
    slept: () => false,
  };
}
