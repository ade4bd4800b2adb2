import { expect, test } from 'vitest';
import type { Definition } from './define.ts';
import { chosenOf } from './suites.ts';

const definition = (title: string, cost: number): Definition => ({
  kind: 'requirement',
  id: 'thing.made',
  chapter: 'things',
  title,
  needs: [],
  waits: undefined,
  realTime: false,
  oneMerchant: true,
  requests: 3,
  cost,
  runs: 'together',
  row: null,
  check: async () => {},
});

const drawn = (cost: number, seed: number) => {
  const definitions = Array.from({ length: 401 }, (_, at) => definition(`thing ${at}`, cost));
  const suites = [{ file: 'suites/a.ts', definitions, fault: null, lost: [] }];
  return chosenOf(suites, { depth: 'drawn', seed }).flatMap((suite) => suite.definitions);
};

test('what takes ten times as many requests as others is drawn a tenth as often; the first check of a requirement always is', () => {
  for (const seed of [1, 2, 3]) {
    expect(drawn(0, seed)).toHaveLength(401);
    const costly = drawn(120, seed);
    expect(costly[0]?.title).toBe('thing 0');
    expect(costly.length).toBeGreaterThan(20);
    expect(costly.length).toBeLessThan(65);
  }
});

test('of the checks that are no rows a requirement keeps the first that takes few requests', () => {
  const definitions = [definition('many', 120), definition('few', 0), definition('as few', 0)];
  const suites = [{ file: 'suites/a.ts', definitions, fault: null, lost: [] }];
  const chosen = chosenOf(suites, { depth: 'first', seed: 1 }).flatMap((suite) => suite.definitions);
  expect(chosen.map(({ title }) => title)).toEqual(['few']);
});
