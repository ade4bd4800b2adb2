import { uptime } from 'node:os';

/** The run's clock: epoch milliseconds that go on from process to process, and never back within one. */
export interface Clock {
  now(): number;
  /** Real milliseconds until `ms` of this clock have passed. */
  realUntil(ms: number): number;
  /** How much of this clock passes in so many real milliseconds around now. */
  passed(realMs: number): number;
  /** Whether the machine has slept since the last look; then the clock is set forward by as much. */
  slept(): boolean;
}

/** A monotonic clock does not count the time for which a machine sleeps, its uptime does. */
const SLEPT = 5_000;

/** The time of day, in epoch milliseconds, as it was when the process began and as real time has passed since: it never jumps. */
export function timeOfDay(mono = performance.now()): number {
  return performance.timeOrigin + mono;
}

/**
 * How far another clock is ahead of this one, in milliseconds. Whoever reads one after the other may be interrupted in between: each
 * reading is held between two of ours, and of several the tightest counts.
 */
export function aheadOf(other: () => number, ours: () => number = () => performance.now()): number {
  let best = { width: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let turn = 0; turn < READINGS; turn++) {
    const [before, read, after] = [ours(), other(), ours()];
    const width = after - before;
    if (width < best.width) best = { width, ahead: read - (before + after) / 2 };
  }
  return best.ahead;
}

const READINGS = 20;

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
      if (ahead <= SLEPT) return false;
      before += ahead;
      origin += ahead;
      return true;
    },
  };
}

/** A course that time takes: since a moment (epoch milliseconds), for so many real milliseconds each, so much faster than it does. */
export interface Course {
  readonly since: number;
  readonly legs: readonly { readonly real: number; readonly pace: number }[];
}

/** For tests: a day in a minute. The last leg's pace goes on for ever. */
export function hastenedClock({ since, legs }: Course): Clock {
  const real = () => timeOfDay() - since;
  /** What has passed after so many real milliseconds, or the other way round. */
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
