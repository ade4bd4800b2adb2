import { expect, test } from 'vitest';
import { type Learned, widened } from './learn.ts';
import { deviation, type Expectations } from './table.ts';

const pattern = (within: number) => ({ text: 'toHaveCome attempts(~)', leaves: [within], shared: false });
const run = (...values: number[]): Learned =>
  new Map([['a.requirement', new Map([['a check', { patterns: values.map(pattern), isRacing: false }]])]]);
const table: Expectations = { 'a.requirement': { 'a check': [[1, 'toHaveCome attempts(~)', 2_520]] } };

const afterwards = (...runs: Learned[]) => widened(table, runs)['a.requirement']?.['a check'] ?? [];

test('what a further run recorded with another value stays demanded, with any value', () => {
  const known = afterwards(run(100));
  expect(known).toEqual([[1, 'toHaveCome attempts(*)']]);
  expect(deviation([pattern(2_520)], known)).toBe(null);
  expect(deviation([pattern(100)], known)).toBe(null);
  expect(deviation([], known)).toMatchObject({ kind: 'missing' });
});

test('what it recorded as it is known stays as it is', () => {
  expect(afterwards(run(2_520))).toEqual(table['a.requirement']?.['a check']);
});

test('what it did not record at all is demanded no longer', () => {
  expect(afterwards(run())).toEqual([[0, 'toHaveCome attempts(~)', 2_520]]);
});
