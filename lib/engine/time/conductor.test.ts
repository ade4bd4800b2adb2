import { afterEach, describe, expect, test, vi } from 'vitest';
import { settled, virtualClock } from '../../interface/testing.support.ts';
import { Blocked, NotExercised } from '../checks/outcome.ts';
import { Conductor } from './conductor.ts';

afterEach(() => {
  vi.useRealTimers();
});

const hour = 3_600_000;
const rounded = (steps: readonly number[]) => steps.map((seconds) => Math.round(seconds));

describe('a clock that can be advanced', () => {
  test('waits overlap, and each step goes only as far as the first of them', async () => {
    const { conductor, moved } = virtualClock();
    const woken: string[] = [];
    const wait = async (name: string, ms: number) => {
      const activity = await conductor.begin(0);
      await activity.wait(ms, name);
      woken.push(name);
      activity.end();
    };
    const began = performance.now();
    await Promise.all([wait('day', 24 * hour), wait('hour', hour), wait('the same hour', hour), wait('two', 2 * hour)]);
    expect(woken).toEqual(['hour', 'the same hour', 'two', 'day']);
    expect(rounded(moved).filter((step) => step > 0)).toEqual([3_600, 3_600, 79_200]);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(conductor.totals.advances).toBe(moved.length);
    expect(Math.round(conductor.totals.advancedMs / hour)).toBe(24);
  });

  test('a step is of whole tenths of a second, so that waits that end at nearly the same moment share one', async () => {
    const { conductor, moved } = virtualClock();
    const wait = async (ms: number) => {
      const activity = await conductor.begin(0);
      await activity.wait(ms, 'a while');
      activity.end();
    };
    await Promise.all([hour, hour + 1_234.5, 2 * hour + 0.7].map(wait));
    const tenths = moved.map((seconds) => seconds * 10);
    expect(tenths).toEqual(tenths.map(Math.round));
    expect(moved.length).toBeGreaterThan(1);
  });

  test('it does not move while one of them acts', async () => {
    const { conductor, moved } = virtualClock();
    const [waiting, acting] = [await conductor.begin(0), await conductor.begin(0)];
    const wait = waiting.wait(hour, 'an hour');
    await settled();
    expect(moved).toEqual([]);
    expect(conductor.waiting).toMatchObject([{ what: 'an hour' }]);
    acting.end();
    await wait;
    expect(rounded(moved)).toEqual([3_600]);
    expect(conductor.waiting).toEqual([]);
  });

  test('one that idles for another does not hold it', async () => {
    const { conductor } = virtualClock();
    const [first, second] = [await conductor.begin(0), await conductor.begin(0)];
    const wait = first.wait(hour, 'an hour');
    await second.idle(wait);
  });

  test('one that works aside holds it, and leaves its place to another', async () => {
    const { conductor, moved } = virtualClock(2);
    const done = Promise.withResolvers<void>();
    const [waiting, aside] = [await conductor.begin(0), await conductor.begin(1)];
    const wait = waiting.wait(hour, 'an hour');
    const working = aside.aside(() => done.promise);
    const others = [await conductor.begin(2), await conductor.begin(3)];
    for (const each of others) each.end();
    await settled();
    expect(moved).toEqual([]);
    done.resolve();
    await working;
    await settled();
    expect(moved).toEqual([]);
    aside.end();
    await wait;
    expect(rounded(moved)).toEqual([3_600]);
  });

  test('nobody acts while it moves, whatever comes meanwhile', async () => {
    const happened: string[] = [];
    const moving = Promise.withResolvers<void>();
    const conductor = new Conductor({
      maxActive: 24,
      advance: async () => {
        happened.push('the clock begins to move');
        await moving.promise;
        happened.push('the clock has moved');
      },
    });
    const [a, b] = [await conductor.begin(0), await conductor.begin(0)];
    const delivery = Promise.withResolvers<void>();
    const waiting = a.wait(hour, 'an hour').then(() => happened.push('the hour has passed'));
    const idling = b.idle(delivery.promise).then(() => happened.push('the delivery is looked at'));
    await settled();
    delivery.resolve();
    const begun = conductor.begin(0).then(() => happened.push('another begins'));
    await settled();
    expect(happened).toEqual(['the clock begins to move']);
    moving.resolve();
    await Promise.all([waiting, idling, begun]);
    expect(happened[1]).toBe('the clock has moved');
    expect(happened).toHaveLength(5);
  });

  test('it does not move during a call, even where another part of the same check waits', async () => {
    const { conductor, moved } = virtualClock();
    const activity = await conductor.begin(0);
    const answer = Promise.withResolvers<string>();
    const call = activity.calls(() => answer.promise);
    const waiting = activity.wait(hour, 'an hour');
    await settled();
    expect(moved).toEqual([]);
    answer.resolve('the answer');
    expect(await call).toBe('the answer');
    await waiting;
    expect(rounded(moved)).toEqual([3_600]);
  });

  test('nor is a call begun while it moves', async () => {
    const moving = Promise.withResolvers<void>();
    const conductor = new Conductor({ maxActive: 24, advance: () => moving.promise });
    const activity = await conductor.begin(0);
    const waiting = activity.wait(hour, 'an hour');
    await settled();
    let begun = false;
    const call = activity.calls(async () => {
      begun = true;
    });
    await settled();
    expect(begun).toBe(false);
    moving.resolve();
    await Promise.all([call, waiting]);
    expect(begun).toBe(true);
  });

  test('who waits for what is there already does not let it move', async () => {
    const { conductor, moved } = virtualClock();
    const [a, b] = [await conductor.begin(0), await conductor.begin(0)];
    const waiting = a.wait(hour, 'an hour');
    await b.idle(Promise.resolve());
    await settled();
    expect(moved).toEqual([]);
    b.end();
    await waiting;
  });

  test('while others stay busy, time passes by itself', async () => {
    const { conductor, moved } = virtualClock();
    const [waiting] = [await conductor.begin(0), await conductor.begin(0)];
    await waiting.wait(20, 'a moment');
    expect(moved).toEqual([]);
  });

  test('a clock that fails blocks all who wait, and says why', async () => {
    const conductor = new Conductor({
      maxActive: 24,
      advance: () => Promise.reject(new Error('500 out of order')),
    });
    const [a, b] = [await conductor.begin(0), await conductor.begin(0)];
    const ends = await Promise.allSettled([a.wait(hour, 'an hour'), b.wait(24 * hour, 'a day')]);
    for (const end of ends) {
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(Blocked) });
      expect(end).toHaveProperty('reason.message', 'the clock could not be advanced: 500 out of order');
    }
  });

  test('a wait is never shorter at the target, however late its time was told before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      let moved = 0;
      let lateMs = 22_000;
      const there = () => performance.now() + 5_000_000 + moved;
      const advance = async (seconds: number) => {
        moved += seconds * 1_000;
        const said = there();
        await new Promise((resolve) => setTimeout(resolve, lateMs));
        return said;
      };
      const conductor = new Conductor({ maxActive: 24, advance });
      const first = conductor.standing(() => advance(0));
      await vi.advanceTimersByTimeAsync(22_000);
      await first;
      lateMs = 5;
      const [a, b] = [await conductor.begin(0), await conductor.begin(0)];
      const from = there();
      // The first step resolves the uncertainty of the target's time; that does not shorten the other wait.
      const short = a.wait(1_000, 'a second').then(() => a.end());
      const long = b.wait(60_000, 'a minute');
      for (let turn = 0; turn < 20; turn++) {
        await settled();
        await vi.advanceTimersByTimeAsync(10);
      }
      await Promise.all([short, long]);
      expect(there() - from).toBeGreaterThanOrEqual(60_000);
    } finally {
      vi.useRealTimers();
    }
  });

  test('after a step during which it stood still, or not, it is read again: the next wait is not longer for that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      let there = 5_000_000;
      const asked: number[] = [];
      const conductor = new Conductor({
        maxActive: 24,
        advance: async (seconds) => {
          asked.push(seconds);
          const tookMs = seconds > 0 ? 15_000 : 20;
          await new Promise((resolve) => setTimeout(resolve, tookMs));
          there += seconds * 1_000;
          return there;
        },
      });
      const activity = await conductor.begin(0);
      const waited = Promise.all([conductor.standing(() => Promise.resolve(there)), activity.wait(60_000, 'a minute')]);
      await settled();
      await vi.advanceTimersByTimeAsync(16_000);
      await waited;
      expect(asked).toEqual([60, 0]);
      expect(conductor.target.latest - conductor.target.earliest).toBeLessThanOrEqual(20);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a receiver that holds the clock up counts as time slept, not as target time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const conductor = new Conductor({
        maxActive: 24,
        advance: () => new Promise((resolve) => setTimeout(resolve, 30_000)),
      });
      const activity = await conductor.begin(0);
      const before = conductor.now();
      const waited = activity.wait(hour, 'an hour');
      await settled();
      await vi.advanceTimersByTimeAsync(30_000);
      await waited;
      expect(conductor.now() - before).toBe(hour);
      expect(conductor.totals.sleptMs).toBe(30_000);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('how many act at once', () => {
  test('no more than the limit; then by order, not by arrival', async () => {
    const { conductor } = virtualClock(1);
    const begun: number[] = [];
    const first = await conductor.begin(0);
    const entering = [5, 1, 3, 1].map(async (order, arrival) => {
      const activity = await conductor.begin(order);
      begun.push(order * 10 + arrival);
      await settled();
      activity.end();
    });
    await settled();
    expect(begun).toEqual([]);
    first.end();
    await Promise.all(entering);
    expect(begun).toEqual([11, 13, 32, 50]);
  });

  test('one that waits makes room', async () => {
    const { conductor, moved } = virtualClock(1);
    const first = await conductor.begin(0);
    const entering = conductor.begin(1);
    const wait = first.wait(hour, 'an hour');
    const second = await entering;
    expect(moved).toEqual([]);
    second.end();
    await wait;
    expect(moved).toHaveLength(1);
  });

  test('ending twice makes room once', async () => {
    const { conductor } = virtualClock(1);
    const first = await conductor.begin(0);
    first.end();
    first.end();
    await conductor.begin(1);
    let third = false;
    void conductor.begin(2).then(() => {
      third = true;
    });
    await settled();
    expect(third).toBe(false);
  });

  test('a preparation that two share does not stop them, even where only one may act', async () => {
    const { conductor } = virtualClock(1);
    let prepared: Promise<string> | undefined;
    const prepare = async () => {
      const activity = await conductor.begin(0);
      await activity.wait(hour, 'the payment settles');
      activity.end();
      return 'paid';
    };
    const check = async () => {
      const activity = await conductor.begin(0);
      prepared ??= prepare();
      const value = await activity.idle(prepared);
      await activity.wait(hour, 'more');
      activity.end();
      return value;
    };
    expect(await Promise.all([check(), check(), check()])).toEqual(['paid', 'paid', 'paid']);
  });
});

describe('giving up', () => {
  test('an aborted wait ends with the reason, and the others go on', async () => {
    const { conductor, moved } = virtualClock();
    const [a, b, busy] = [await conductor.begin(0), await conductor.begin(0), await conductor.begin(0)];
    const stop = new AbortController();
    const aborted = a.wait(hour, 'an hour', stop.signal);
    const other = b.wait(2 * hour, 'two hours');
    stop.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    a.end();
    busy.end();
    await other;
    expect(rounded(moved)).toEqual([7_200]);
  });

  test('with a signal that was aborted before, nothing is waited for', async () => {
    const { conductor, moved } = virtualClock();
    const activity = await conductor.begin(0);
    await expect(activity.wait(hour, 'an hour', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(moved).toEqual([]);
  });

  test('an interruption without words is not exercised', async () => {
    const { conductor } = virtualClock();
    const [activity] = [await conductor.begin(0), await conductor.begin(0)];
    const stop = new AbortController();
    const wait = activity.wait(hour, 'an hour', stop.signal);
    stop.abort('enough');
    await expect(wait).rejects.toBeInstanceOf(NotExercised);
  });
});

describe('a clock that cannot be advanced', () => {
  test('waits pass in real time, and overlap', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const conductor = new Conductor({ advance: null, maxActive: 1 });
    expect(conductor.controlled).toBe(false);
    const ends: number[] = [];
    const began = performance.now();
    const waits = [25 * hour, 24 * hour, 30 * 24 * hour].map(async (ms) => {
      const activity = await conductor.begin(0);
      await activity.wait(ms, 'so long');
      ends.push((performance.now() - began) / hour);
      activity.end();
    });
    await vi.advanceTimersByTimeAsync(23 * hour);
    expect(ends).toEqual([]);
    expect(conductor.waiting.map(({ inMs }) => inMs / hour)).toEqual([1, 2, 697]);
    await vi.advanceTimersByTimeAsync(2 * hour);
    expect(ends).toEqual([24, 25]);
    // Longer than the longest timer of Node.
    await vi.advanceTimersByTimeAsync(694 * hour);
    expect(ends).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(hour);
    await Promise.all(waits);
    expect(ends).toEqual([24, 25, 720]);
    expect(conductor.totals.advances).toBe(0);
  });
});
