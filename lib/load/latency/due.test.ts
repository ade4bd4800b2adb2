import { describe, expect, test } from 'vitest';
import type { Line } from '../../../load/support/line.ts';
import { arrivalsOf, dueMsOf, type Profile, profileNames, profileOf } from '../../../load/support/profile.ts';
import { lineOf } from '../testing.support.ts';
import { arrivalsSinceDue } from './due.ts';

describe('when arrivals are due', () => {
  test('at a constant rate one period apart, the first after a period', () => {
    const profile = profileOf('constant', 10, 2);
    expect(arrivalsOf(profile)).toBe(20);
    expect([0, 1, 19].map((turn) => Math.round(dueMsOf(profile, turn)))).toEqual([100, 200, 2_000]);
  });

  test('in a ramp ever closer together', () => {
    const profile: Profile = { startRate: 0, stages: [{ target: 600, seconds: 10 }] };
    expect(arrivalsOf(profile)).toBe(50);
    // The integral of a rate that rises linearly from 0 reaches half of its total after √½ of the time.
    expect(dueMsOf(profile, 24)).toBeCloseTo(10_000 * Math.SQRT1_2, 6);
  });

  test.for(profileNames)('%s: the area under the rate grows by one from each to the next, to the end', (name) => {
    const profile = profileOf(name, 50, 30);
    const due = Array.from({ length: arrivalsOf(profile) }, (_, turn) => dueMsOf(profile, turn));
    expect(due.every((ms, turn) => ms > (due[turn - 1] ?? 0))).toBe(true);
    expect(due.at(-1)).toBeLessThanOrEqual(30_000 + 1e-6);
    const busiest = Math.max(...due.map((ms) => due.filter((other) => other >= ms && other < ms + 1_000).length));
    expect(busiest).toBeGreaterThanOrEqual(48);
    expect(busiest).toBeLessThanOrEqual(51);
  });
});

describe('latency since a request was due', () => {
  const profile = profileOf('constant', 10, 1);
  const lines = (count: number, change: (turn: number) => Partial<Line> = () => ({})) =>
    Array.from({ length: count }, (_, turn) => lineOf({ turn, ms: 20, lateMs: 0, blockedMs: 0, ...change(turn) }));
  const found = (all: readonly Line[], dropped = 0) => [
    ...arrivalsSinceDue({ inTurn: (order) => (order === 'backwards' ? all.toReversed() : all) }, profile, dropped),
  ];
  const ms = (all: readonly Line[], dropped = 0) => found(all, dropped).map((each) => Math.round(each.ms));

  test('is that of the answer where all is on time', () => {
    expect(ms(lines(10))).toEqual(Array(10).fill(20));
  });

  test('has the waiting for its turn and for a connection in it', () => {
    const late = lines(3, (turn) => (turn === 1 ? { lateMs: 250, blockedMs: 30 } : {}));
    expect(ms(late)).toEqual([20, 300, 20]);
    expect(found(late)[1]?.ownMs).toBeCloseTo(50, 6);
  });

  test('of what was never sent is what it would have waited', () => {
    // No virtual user was free twice: arrivals 3 and 4 (from 0) were dropped, and the fourth request sent was due in the sixth slot.
    const gap = lines(8, (turn) => (turn >= 3 ? { lateMs: 200 } : {}));
    expect(found(gap, 2).map(({ dropped }) => dropped)).toEqual([
      false,
      false,
      false,
      true,
      true,
      ...Array(5).fill(false),
    ]);
    expect(ms(gap, 2)).toEqual([20, 20, 20, 220, 120, 20, 20, 20, 20, 20]);
  });

  test('is told by segment: what one had to drop does not shift the other', () => {
    // Segment 0 has every other slot, and its third arrival was dropped: its next request has that number, one of the segment's periods later.
    const first = [0, 2, 4, 6].map((turn) => ({ turn, segment: [0, 2] as const, lateMs: turn >= 4 ? 200 : 0 }));
    const second = [1, 3, 5, 7, 9].map((turn) => ({ turn, segment: [1, 2] as const, lateMs: 0 }));
    const both = [...first, ...second].sort((one, other) => one.turn - other.turn);
    const arrivals = found(
      both.map((fields) => lineOf({ ms: 20, blockedMs: 0, ...fields })),
      1,
    );
    expect(arrivals.filter((each) => each.dropped).map(({ dueMs: due, ms }) => [due, ms])).toEqual([[500, 220]]);
    expect(arrivals.filter((each) => !each.dropped).map((each) => Math.round(each.ms))).toEqual(Array(9).fill(20));
  });

  test('a stall that drops nothing counts in full, for each that waited', () => {
    expect(ms(lines(10, (turn) => ({ lateMs: Math.max(0, 500 - turn * 100) })))).toEqual([
      520, 420, 320, 220, 120, 20, 20, 20, 20, 20,
    ]);
  });

  test('what began late is not taken for what was dropped later', () => {
    // The third and fourth requests begin 250 and 150 ms late; the next ones are on time, until two arrivals are dropped.
    const stalled = lines(8, (turn) => ({ lateMs: turn === 2 ? 250 : turn === 3 ? 150 : turn >= 6 ? 200 : 0 }));
    expect(ms(stalled, 2)).toEqual([20, 20, 270, 170, 20, 20, 220, 120, 20, 20]);
    // The run's clock started 15 ms before its arrivals.
    const early = stalled.map((line) => ({ ...line, lateMs: (line.lateMs ?? 0) + 15 }));
    expect(ms(early, 2)).toEqual([35, 35, 285, 185, 35, 35, 235, 135, 35, 35]);
  });

  test('no latency is shorter than its answer took, whatever was dropped', () => {
    const mixed = lines(8, (turn) => ({ lateMs: [0, 330, 230, 130, 30, 90, 200, 210][turn] ?? 0 }));
    expect(found(mixed, 2).every((each) => each.ms >= 20 && each.ms >= each.ownMs)).toBe(true);
  });

  test('there is none without an answer', () => {
    expect(ms(lines(2, () => ({ status: 0 })))).toEqual([]);
  });
});
