import { describe, expect, it } from 'vitest';
import { createPacer } from './pacer.ts';

/** A clock that moves only when it is advanced; timers fire in order. */
function manualClock() {
  let time = 0;
  let timers: { at: number; fire: () => void }[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => time,
    wait: (ms: number) => new Promise<void>((fire) => timers.push({ at: time + ms, fire })),
    get timers() {
      return timers.length;
    },
    async advance(ms: number) {
      const end = time + ms;
      for (;;) {
        await settle();
        const next = timers.sort((a, b) => a.at - b.at)[0];
        if (next === undefined || next.at > end) break;
        timers = timers.slice(1);
        time = next.at;
        next.fire();
      }
      time = end;
    },
  };
}

describe('pacer', () => {
  it('grants at once while there is room, without a timer', async () => {
    const clock = manualClock();
    const pacer = createPacer({ perMinute: 3, ...clock });
    for (let i = 0; i < 3; i++) await pacer.take(1);
    expect(clock.timers).toBe(0);
    expect(pacer.waiting).toBe(0);
    expect(pacer.nextInMs).toBeGreaterThanOrEqual(60_000);
    void pacer.take(1);
    expect(pacer.waiting).toBe(1);
    expect(clock.timers).toBe(1);
    await clock.advance(pacer.nextInMs);
    expect(pacer.waiting).toBe(0);
  });

  it.each([2, 3, 4, 5, 6, 7])('counts the latest of %i earlier takes, however many there are', (count) => {
    const taken = Array.from({ length: count }, (_, second) => second * 1_000);
    const pacer = createPacer({ perMinute: 3, taken, now: () => 61_500, wait: async () => {} });
    // The last take but two must be 61 s ago.
    const third = taken.at(-3);
    expect(pacer.nextInMs).toBe(third === undefined ? 0 : Math.max(0, third + 61_000 - 61_500));
  });

  it('never grants more than it may in any sliding minute', async () => {
    const clock = manualClock();
    const perMinute = 7;
    const pacer = createPacer({ perMinute, ...clock });
    const granted: number[] = [];
    let seed = 42;
    for (let i = 0; i < 200; i++) {
      void pacer.take(i % 3).then(() => granted.push(clock.now()));
      seed = (seed * 16_807) % 2_147_483_647;
      if (seed % 5 === 0) await clock.advance(seed % 40_000);
    }
    while (granted.length < 200) await clock.advance(10_000);
    for (let i = perMinute; i < granted.length; i++) {
      expect((granted[i] ?? 0) - (granted[i - perMinute] ?? 0)).toBeGreaterThan(60_000);
    }
    // Nor much less, when they pile up.
    expect(granted.at(-1)).toBeLessThan((200 / perMinute) * 61_000 + 40_000);
  });

  it('serves the lowest number first, then who came first, newcomers included', async () => {
    const clock = manualClock();
    const pacer = createPacer({ perMinute: 1, ...clock });
    const served: string[] = [];
    const take = (priority: number, name: string) => void pacer.take(priority).then(() => served.push(name));
    take(5, 'room');
    take(2, 'b');
    take(3, 'd');
    take(2, 'c');
    take(3, 'e');
    await clock.advance(10_000);
    take(1, 'a');
    await clock.advance(55_000);
    expect(served).toEqual(['room', 'a']);
    await clock.advance(600_000);
    expect(served).toEqual(['room', 'a', 'b', 'c', 'd', 'e']);
  });

  it('works again after it was idle', async () => {
    const clock = manualClock();
    const pacer = createPacer({ perMinute: 2, ...clock });
    for (let round = 0; round < 3; round++) {
      await Promise.all([pacer.take(1), pacer.take(1)]);
      await clock.advance(120_000);
      expect(pacer.nextInMs).toBe(0);
    }
  });

  it('rejects those who wait when waiting fails, and no one later', async () => {
    let fail = true;
    let time = 0;
    const pacer = createPacer({
      perMinute: 1,
      now: () => time,
      wait: async (ms) => {
        if (fail) throw new Error('closing');
        time += ms;
      },
    });
    await pacer.take(1);
    const results = await Promise.allSettled([pacer.take(1), pacer.take(2)]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    fail = false;
    await pacer.take(1);
    expect(pacer.waiting).toBe(0);
  });

  it('grants more than the rate until it is held; what was sent before counts', async () => {
    const clock = manualClock();
    const pacer = createPacer({ perMinute: 3, mayExceed: true, ...clock });
    const exceeding: boolean[] = [];
    for (let i = 0; i < 8; i++) exceeding.push(await pacer.take(1));
    expect(exceeding).toEqual([false, false, false, true, true, true, true, true]);
    await clock.advance(10_000);
    pacer.hold();
    const granted: number[] = [];
    for (let i = 0; i < 4; i++) {
      void pacer.take(1).then((exceeds) => {
        granted.push(clock.now());
        expect(exceeds).toBe(false);
      });
    }
    await clock.advance(180_000);
    expect(granted).toEqual([61_000, 61_000, 61_000, 122_000]);
  });

  it('refuses a rate that is no whole number above 0', () => {
    for (const perMinute of [0, -1, 1.5, Number.NaN]) {
      expect(() => createPacer({ perMinute, now: () => 0, wait: async () => {} })).toThrow('requests a minute');
    }
  });
});
