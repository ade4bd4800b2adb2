/** The run's clock: epoch milliseconds that go on from process to process, and never back within one. */
export interface Clock {
  now(): number;
  /** Real milliseconds until `ms` of this clock have passed. */
  realUntil(ms: number): number;
  /** Whether the machine has slept since the last look; then it goes on from the time of day. */
  slept(): boolean;
}

/** A monotonic clock does not count the time for which a machine sleeps; the time of day jumps by more than any correction then. */
const SLEPT = 5_000;

export function realClock(): Clock {
  let origin = performance.timeOrigin;
  const now = () => origin + performance.now();
  return {
    now,
    realUntil: (ms) => ms,
    slept() {
      const ahead = Date.now() - now();
      if (ahead <= SLEPT) return false;
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
  const real = () => performance.timeOrigin + performance.now() - since;
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
    slept: () => false,
  };
}
