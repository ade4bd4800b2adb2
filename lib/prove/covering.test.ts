import { describe, expect, test } from 'vitest';
import { independent, mutants } from '../mutants/index.ts';
import { coveringSets, type Factor } from './covering.ts';
import { readingsTogether } from './together.ts';

function factors(names: string, apart: readonly string[] = []): Factor[] {
  return [...names].map((name) => ({
    name,
    excludes: (other) => apart.includes(name + other) || apart.includes(other + name),
  }));
}

describe('sets that bring pairs together', () => {
  test('one set where everything goes together', () => {
    expect(coveringSets(factors('abcd'), () => 0.5, 8).map((set) => set.toSorted())).toEqual([['a', 'b', 'c', 'd']]);
  });

  test('what excludes each other is never in one set, and every other pair is in one', () => {
    const sets = coveringSets(factors('abcd', ['ab', 'cd']), () => 0.5, 8);
    const pairs = new Set(sets.flatMap((set) => set.flatMap((one) => set.map((other) => one + other))));
    for (const pair of ['ac', 'ad', 'bc', 'bd']) expect(pairs).toContain(pair);
    for (const pair of ['ab', 'cd']) expect(pairs).not.toContain(pair);
  });

  test('no more sets than asked for', () => {
    expect(coveringSets(factors('abcdef', ['ab', 'cd', 'ef', 'ac', 'bd']), () => 0.5, 2)).toHaveLength(2);
  });

  test('of the readings: the same for the same seed', { timeout: 60_000 }, () => {
    const sets = readingsTogether(1, 2);
    expect(sets).toHaveLength(2);
    expect(readingsTogether(1, 2)).toEqual(sets);
  });
});

test('defects of one rule depend on each other, those of two do not', () => {
  const named = (name: string) => mutants.find((each) => each.name === name) ?? { name, what: '' };
  expect(independent(named('limit-of-119'), named('limit-of-100'))).toBe(false);
  expect(independent(named('limit-of-119'), named('checkout-duplicate-with-422'))).toBe(true);
});
