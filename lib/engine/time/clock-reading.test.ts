import { describe, expect, test } from 'vitest';
import { ClockReading } from './clock-reading.ts';

/** An answer of a target whose clock is ahead by `skew`: requested at `at`, on its way for `there` and `back` (all ms). */
function answer(at: number, skew: number, there = 100, back = 100, said = at + there + skew) {
  const date = new Date(Math.floor(said / 1_000) * 1_000).toUTCString();
  const response = {
    status: 200,
    headers: [['date', date]] as [string, string][],
    body: '',
    bodyEncoding: 'utf8' as const,
    truncated: false,
  };
  return { startedAt: at, durationMs: there + back, response };
}

const start = Date.UTC(2026, 0, 1);

describe('how far a clock is off', () => {
  test('nothing shows it', () => {
    const clock = new ClockReading();
    clock.read({ ...answer(start, 0), response: null });
    expect(clock.offset).toBeNull();
  });

  test.each([0, 340, -5_250, 3_600_000])(
    '%d ms: one answer shows it to a second or so, many narrow it down',
    (skew) => {
      const clock = new ClockReading();
      clock.read(answer(start + 123, skew));
      expect(clock.offset?.uncertaintyMs).toBeLessThanOrEqual(1_100);
      for (let turn = 1; turn < 60; turn++)
        clock.read(answer(start + turn * 777, skew, 50 + ((turn * 37) % 200), 50 + ((turn * 59) % 200)));
      const { skewMs, uncertaintyMs } = clock.offset ?? { skewMs: Number.NaN, uncertaintyMs: 0 };
      expect(Math.abs(skewMs - skew)).toBeLessThanOrEqual(uncertaintyMs);
      expect(uncertaintyMs).toBeLessThan(650);
    },
  );

  test('headers that were made up to a second before are no contradiction', () => {
    const clock = new ClockReading();
    for (let turn = 0; turn < 40; turn++)
      clock.read(answer(start + turn * 777, 0, 10, 10, start + turn * 777 - (turn % 3) * 300));
    const { skewMs, uncertaintyMs } = clock.offset ?? { skewMs: Number.NaN, uncertaintyMs: 0 };
    expect(Math.abs(skewMs)).toBeLessThanOrEqual(uncertaintyMs);
    expect(uncertaintyMs).toBeLessThan(1_100);
  });

  test('servers whose clocks differ make it as uncertain as they differ', () => {
    const clock = new ClockReading();
    for (let turn = 0; turn < 20; turn++) clock.read(answer(start + turn * 777, turn % 2 === 0 ? 0 : 30_000));
    expect(clock.offset?.uncertaintyMs).toBeGreaterThan(25_000);
  });

  test('a clock that drifts is followed', () => {
    const clock = new ClockReading();
    for (let turn = 0; turn < 1_000; turn++) clock.read(answer(start + turn * 86_400, turn * 4));
    expect(Math.abs((clock.offset?.skewMs ?? 0) - 4_000)).toBeLessThan(1_500);
    expect(clock.offset?.uncertaintyMs).toBeLessThan(2_000);
  });

  test('what it was advanced does not count', () => {
    const advanced = { ms: 0, uncertaintyMs: 5 };
    const clock = new ClockReading(() => advanced);
    clock.read(answer(start, 200));
    advanced.ms = 86_400_000;
    clock.read(answer(start + 777, 200 + advanced.ms));
    const { skewMs, uncertaintyMs } = clock.offset ?? { skewMs: Number.NaN, uncertaintyMs: 0 };
    expect(Math.abs(skewMs - 200)).toBeLessThanOrEqual(uncertaintyMs);
  });
});
