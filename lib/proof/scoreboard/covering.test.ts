import { describe, expect, test } from 'vitest';
import { goTogether, permittedVariants } from '../permitted/index.ts';
import { coveringSets, type Factor, pairsIn } from './covering.ts';
import { everyReadingTogether, readingsTogether } from './together.ts';

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

  test('of the readings: the same for the same seed', () => {
    const together = readingsTogether(1, 2);
    expect(together.sets).toHaveLength(2);
    expect(readingsTogether(1, 2)).toEqual(together);
    expect(readingsTogether(2, 2)).not.toEqual(together);
  });

  test('of the readings: every one of them but those that are by themselves, and in the end every pair', () => {
    const together = readingsTogether(1);
    const names = new Set(together.sets.flat());
    expect(permittedVariants.filter(({ name, alone }) => !names.has(name) && !alone)).toEqual([]);
    expect(together.pairs.met).toBe(together.pairs.of);
    const named = new Map(permittedVariants.map((reading) => [reading.name, reading]));
    for (const set of together.sets.slice(0, 8)) {
      for (const pair of pairsIn([set])) {
        const [one, other] = pair.split(' ').map((name) => named.get(name));
        expect(one && other && goTogether(one, other), pair).toBe(true);
      }
    }
  });
});

test('few sets contain every variant that goes together with others', () => {
  const few = everyReadingTogether(1);
  const { sets } = readingsTogether(1);
  const slow = permittedVariants.flatMap(({ name, onlySlow }) => (onlySlow ? [name] : []));
  expect(new Set([...few.flat(), ...slow])).toEqual(new Set(sets.flat()));
  expect(few.length).toBeLessThan(sets.length / 4);
});
