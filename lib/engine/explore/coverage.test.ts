import { expect, test } from 'vitest';
import { Coverage } from './coverage.ts';

test('what was reached is counted once, and only what there is', () => {
  const coverage = new Coverage(['a', 'b', 'c']);
  expect(coverage.reach(['a', 'z', 'a'])).toBe(1);
  expect(coverage.reach(['a', 'b'])).toBe(1);
  expect([coverage.reached, coverage.of, coverage.missing]).toEqual([2, 3, ['c']]);
});

test('what has not been reached comes first, and nothing that cannot be reached keeps the rest waiting for ever', () => {
  const coverage = new Coverage(['out of reach', 'a', 'b']);
  const turns = [...Array(20).keys()].map(() => {
    const [next = ''] = coverage.next(1);
    if (next !== 'out of reach') coverage.reach([next]);
    return next;
  });
  expect(turns.slice(0, 3)).toEqual(['out of reach', 'a', 'b']);
  expect(turns.filter((next) => next === 'a').length).toBeGreaterThan(3);
  expect(turns.filter((next) => next === 'b').length).toBeGreaterThan(3);
});

test('what an earlier exploration has reached comes last', () => {
  const coverage = new Coverage(['a', 'b', 'c']);
  coverage.expect(['a', 'b']);
  expect(coverage.next(2)).toEqual(['c', 'a']);
  expect(coverage.reached).toBe(0);
});

test('of several, one is always what has not been reached, however often it was tried', () => {
  const coverage = new Coverage(['reached by chance', 'a', 'b', 'c']);
  coverage.reach(['a', 'b', 'c']);
  const turns = [...Array(20).keys()].map(() => coverage.next(2));
  expect(turns.every((next) => next.includes('reached by chance'))).toBe(true);
  expect(turns.filter((next) => next.includes('a')).length).toBeGreaterThan(3);
});
