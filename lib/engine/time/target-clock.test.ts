import { describe, expect, test } from 'vitest';
import { type Clock, realClock } from './clock.ts';
import { TargetClock } from './target-clock.ts';

/** A target whose clock is known exactly. Calls of it take `before` until it reads its clock, and `after` from then on (ms). */
function target(ahead = 5_000_000) {
  let here = Date.UTC(2026, 0, 1);
  let offset = ahead;
  const clock: Clock = { ...realClock(), now: () => here };
  const noticed: number[] = [];
  const counted = new TargetClock(clock, (ms) => noticed.push(ms));
  const there = () => here + offset;
  return {
    counted,
    noticed,
    there,
    /** Somebody else moves it. */
    elsewhere: (ms: number) => {
      offset += ms;
    },
    pass: (ms: number) => {
      here += ms;
    },
    real: () => here,
    /** `stands`: real milliseconds for which its clock stands still during the call. */
    move: (ms: number, { before = 5, stands = 0, after = 5 } = {}) =>
      counted.during(async () => {
        here += before + stands;
        offset += ms - stands;
        const said = there();
        here += after;
        return said;
      }, ms),
  };
}

describe('the target’s clock', () => {
  test.each([
    ['late in', { before: 700, after: 5 }],
    ['early in', { before: 5, after: 700 }],
  ])(
    'how far it was moved is within what is said of it, where it first looked at it %s a long call',
    async (_, first) => {
      const { counted, move } = target();
      await move(0, first);
      for (const ms of [1_000, 60_000, 1]) await move(ms);
      const { ms, uncertaintyMs } = counted.ahead;
      expect(Math.abs(ms - 61_001)).toBeLessThanOrEqual(uncertaintyMs);
      expect(uncertaintyMs).toBeLessThan(800);
    },
  );

  test('lies between the bounds, whatever a call takes, before or after it was read', async () => {
    const { counted, there, move, pass } = target();
    await move(0);
    const error = there() - counted.earliest;
    for (const [before, stands, after] of [
      [5, 0, 22_000],
      [22_000, 0, 5],
      [5, 15_000, 5],
      [4_000, 3_000, 2_000],
    ] as const) {
      await move(60_000, { before, stands, after });
      pass(1_234);
      expect(there() - error).toBeGreaterThanOrEqual(counted.earliest - 10);
      expect(there() - error).toBeLessThanOrEqual(counted.latest + 10);
    }
  });

  test('is anchored anew by each answer: two hundred late ones leave no more doubt than one', async () => {
    const { counted, there, move } = target();
    await move(0);
    const error = there() - counted.earliest;
    for (let turn = 0; turn < 200; turn++) await move(10_000, { before: 300, after: 400 });
    expect(counted.latest - counted.earliest).toBeLessThanOrEqual(700);
    await move(0);
    expect(counted.latest - counted.earliest).toBeLessThanOrEqual(10);
    expect(Math.abs(there() - error - counted.earliest)).toBeLessThanOrEqual(20);
  });

  test('is never wrong for long: where it was started anew, what it says counts', async () => {
    const { counted, move } = target();
    await move(0);
    const before = counted.earliest;
    await counted.during(async () => counted.origin + before - 3_600_000, 0);
    expect(counted.earliest).toBeCloseTo(before - 3_600_000);
  });

  test('does not pass, as far as can be told, while a call is under way', async () => {
    const { counted, pass } = target();
    const { promise, resolve } = Promise.withResolvers<number>();
    const call = counted.during(() => promise, 60_000);
    const before = counted.earliest;
    pass(20_000);
    expect(counted.earliest).toBe(before);
    expect(counted.latest).toBe(before + 20_000);
    resolve(Number.NaN);
    await call;
    // The call does not report the time: the clock is taken to have stood still, so that no wait is too short.
    expect(counted.earliest).toBe(before + 60_000);
  });

  test('does not take moves of its own that overlap for those of others', async () => {
    const { move, counted, there, elsewhere, noticed } = target();
    await move(0);
    const answers: (() => void)[] = [];
    const answered = async () => await new Promise<void>((answer) => answers.push(answer));
    const day = async () => {
      elsewhere(86_400_000);
      await answered();
      return there();
    };
    // The clock is read while it is being moved, and once more while the answer to that is on its way.
    const moving = counted.during(day, 86_400_000);
    await counted.during(async () => there(), 0);
    const reading = counted.during(async () => {
      await answered();
      return there();
    }, 0);
    await Promise.resolve();
    for (const answer of answers) answer();
    await Promise.all([moving, reading]);
    expect(noticed).toEqual([]);
  });

  test('tells by how much others moved it, and nothing of what a target rounds or of time that passes', async () => {
    const { move, pass, elsewhere, noticed } = target();
    elsewhere(86_400_000);
    await move(0, { before: 900, after: 900 });
    await move(60_000, { before: 4_000, after: 9_000 });
    pass(600_000);
    elsewhere(1_000);
    await move(60_000);
    elsewhere(-3_600_000);
    await move(0);
    expect(noticed).toEqual([]);
    elsewhere(3_600_000);
    await move(0);
    expect(noticed).toHaveLength(1);
    expect(Math.abs((noticed[0] ?? 0) - 3_600_000)).toBeLessThan(5_000);
  });

  test('tells when something arrived, also during a call', async () => {
    const { counted, move, pass, real } = target();
    await move(0);
    const [arrived, then] = [real(), counted.earliest];
    pass(10_000);
    await move(60_000);
    pass(10_000);
    expect(counted.at(arrived).earliest).toBeCloseTo(then);
    expect(counted.at(arrived + 10_003).earliest).toBeCloseTo(then + 10_000);
    expect(counted.at(arrived + 10_003).latest).toBeGreaterThanOrEqual(then + 70_000);
    expect(counted.at(real()).earliest).toBeCloseTo(counted.earliest);
  });
});

test('a jump of the wall clock changes nothing', () => {
  const clock = realClock();
  const before = clock.now();
  const { now } = Date;
  Date.now = () => now() + 3_600_000;
  try {
    expect(clock.slept()).toBe(false);
    expect(clock.now() - before).toBeLessThan(10_000);
  } finally {
    Date.now = now;
  }
});
