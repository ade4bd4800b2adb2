import { expect, test } from 'vitest';
import { told } from './live-line.ts';

const now = new Date(2026, 0, 30, 16, 40, 0);
const hour = 3_600_000;
const counts = { done: 12, total: 40, failed: 0 };
const progress = { requests: 300, underWay: 9, controlled: false };

test('in real time: what is awaited and until what time of day, the next and the last', () => {
  const waiting = [
    { what: 'the first retry', inMs: 50_000 },
    { what: 'a checkout expires', inMs: 24 * hour },
  ];
  expect(told({ ...progress, waiting }, counts, now)).toBe(
    '12 of 40 checks, 9 in flight, 300 requests; until 16:40:50: the first retry; last until Sat 16:40: a checkout expires',
  );
  expect(told({ ...progress, waiting: [{ what: 'a link expires', inMs: hour }] }, { ...counts, failed: 2 }, now)).toBe(
    '12 of 40 checks, 2 failed, 9 in flight, 300 requests; until 17:40: a link expires',
  );
});

test('where the clock is moved, the time of day says nothing', () => {
  const waiting = [{ what: 'a checkout expires', inMs: 24 * hour }];
  expect(told({ ...progress, controlled: true, waiting }, counts, now)).toMatch(
    /; next, at most 24 h on the target's clock: a checkout expires$/,
  );
  expect(told({ ...progress, waiting: [] }, { ...counts, total: 0 }, now)).toBe(
    '12 of ? checks, 9 in flight, 300 requests',
  );
});
