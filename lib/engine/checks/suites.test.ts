import { expect, test } from 'vitest';
import { aDefinition } from './definition.support.ts';
import { chosenOf } from './suites.ts';

const drawn = (cost: number, seed: number) => {
  const definitions = Array.from({ length: 401 }, (_, at) => aDefinition(`thing ${at}`, { cost }));
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
  const definitions = [aDefinition('many', { cost: 120 }), aDefinition('few'), aDefinition('as few')];
  const suites = [{ file: 'suites/a.ts', definitions, fault: null, lost: [] }];
  const chosen = chosenOf(suites, { depth: 'first', seed: 1 }).flatMap((suite) => suite.definitions);
  expect(chosen.map(({ title }) => title)).toEqual(['few']);
});
