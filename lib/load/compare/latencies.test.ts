import { describe, expect, test } from 'vitest';
import { ALL, compareLatencies, type Row } from './latencies.ts';
import { showComparison, simulateRun } from './simulate.ts';

const tolerance = 0.05;
const run = (seed: number, change: { times?: number; rate?: number; seconds?: number } = {}) =>
  simulateRun({ seed, rate: 50, seconds: 45, times: 1, ...change });
const changed = (rows: readonly Row[]) =>
  rows.flatMap(({ op, measure, change }) => (change === 'same' ? [] : [`${op} ${measure} ${change}`]));

describe('two runs', () => {
  test('of one service are the same', () => {
    expect(changed(compareLatencies(run(1), run(2), { tolerance }))).toEqual([]);
  });

  test('of a service that became a third slower differ, for the worse', () => {
    const rows = compareLatencies(run(3), run(4, { times: 1.33 }), { tolerance });
    expect(changed(rows)).toContain(`${ALL} p50 worse`);
    expect(changed(rows)).toContain('create checkout p50 worse');
    expect(changed(rows).filter((row) => row.endsWith('better'))).toEqual([]);
  });

  test('the other way round differ for the better', () => {
    expect(changed(compareLatencies(run(4, { times: 1.33 }), run(3), { tolerance }))).toContain(`${ALL} p50 better`);
  });

  test('of which one operation alone became slower differ in that one', () => {
    const slower = run(6).map((sample) => (sample.op === 'balance' ? { ...sample, ms: sample.ms * 3 } : sample));
    const rows = changed(compareLatencies(run(5), slower, { tolerance }));
    expect(rows).toContain('balance p50 worse');
    expect(rows.filter((row) => /^(create|look|banks)/.test(row))).toEqual([]);
  });

  test('of which one ramps as the other does are the same: blocks are exchanged at the same time of the run', () => {
    const ramps = (seed: number) => run(seed).map((sample) => ({ ...sample, ms: sample.ms * (1 + sample.at / 5_000) }));
    expect(changed(compareLatencies(ramps(7), ramps(8), { tolerance }))).toEqual([]);
  });

  test('of which one answers fewer requests differ in the rate', () => {
    const fewer = run(10).filter((_, turn) => turn % 5 > 0);
    expect(changed(compareLatencies(run(9), fewer, { tolerance }))).toContain(`${ALL} rate worse`);
  });
});

test('a change below the tolerance is none, however certain', () => {
  const slower = run(11).map((sample) => ({ ...sample, ms: sample.ms * 1.04 }));
  expect(changed(compareLatencies(run(11), slower, { tolerance: 0 })).length).toBe(0);
  const quiet = Array.from({ length: 2_000 }, (_, turn) => ({ op: 'read', at: turn * 20, ms: 10 + (turn % 7) / 10 }));
  const slow = quiet.map((sample) => ({ ...sample, ms: sample.ms * 1.04 }));
  expect(changed(compareLatencies(quiet, slow, { tolerance: 0 }))).toContain('read p50 worse');
  expect(changed(compareLatencies(quiet, slow, { tolerance }))).toEqual([]);
});

test('intervals hold the values that they are of', () => {
  for (const { a, b, ratio } of compareLatencies(run(12), run(13), { tolerance, resamplings: 100 }))
    for (const { low, value, high } of [a, b, ratio]) expect(low <= value && value <= high).toBe(true);
});

test('percentiles of too few answers are not compared', () => {
  const rows = compareLatencies(run(14, { seconds: 3 }), run(15, { seconds: 3 }), { tolerance });
  expect(rows.map(({ op, measure }) => `${op} ${measure}`)).not.toContain(`${ALL} p99`);
  expect(compareLatencies([], [], { tolerance })).toEqual([]);
});

test('no alarm where nothing changed, and a tenth slower is seen', () => {
  expect(showComparison(5, 0.1, 1, tolerance)).toEqual({ comparisons: 5, falseAlarms: 0, seen: 5 });
});
