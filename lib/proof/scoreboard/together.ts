import { createHash } from 'node:crypto';
import { goTogether, permittedVariants } from '../permitted/index.ts';
import { coveringSets, pairsIn } from './covering.ts';

export interface Together {
  /** Names of permitted variants that are combined. */
  readonly sets: readonly (readonly string[])[];
  /** How many of the possible pairs are combined in one of the sets. */
  readonly pairs: { readonly met: number; readonly of: number };
}

/**
 * Sets of permitted variants to be combined. Each is as large as possible, and together they contain as many pairs as possible: every pair
 * if `most` allows enough sets. Another seed gives other sets.
 */
export function readingsTogether(seed: number, most = Number.POSITIVE_INFINITY): Together {
  const apart = new Map(
    permittedVariants.map((one) => [
      one.name,
      new Set(permittedVariants.flatMap((other) => (goTogether(one, other) ? [] : [other.name]))),
    ]),
  );
  const factors = permittedVariants.map(({ name }) => ({
    name,
    excludes: (other: string) => apart.get(name)?.has(other) === true,
  }));
  let turn = 0;
  const chosen = coveringSets(factors, () => fraction(`${seed} ${turn++}`), most);
  // In the order of the list, so that the content of a set does not depend on how it was built.
  const sets = chosen.map((set) => permittedVariants.flatMap(({ name }) => (set.includes(name) ? [name] : [])));
  const all = permittedVariants.flatMap((one, at) =>
    permittedVariants.slice(at + 1).filter((other) => goTogether(one, other)),
  );
  return { sets, pairs: { met: pairsIn(sets).size, of: all.length } };
}

/** Few sets that contain every variant that can be combined with others at least once, but for those that are only slow. */
export function everyReadingTogether(seed: number): readonly (readonly string[])[] {
  const slow = new Set(permittedVariants.flatMap(({ name, onlySlow }) => (onlySlow ? [name] : [])));
  const sets = readingsTogether(seed).sets.map((set) => set.filter((name) => !slow.has(name)));
  const missing = new Set(sets.flat());
  const chosen: (readonly string[])[] = [];
  while (missing.size > 0) {
    const more = (set: readonly string[]) => set.filter((name) => missing.has(name)).length;
    const next = sets.reduce((best, set) => (more(set) > more(best) ? set : best));
    chosen.push(next);
    for (const name of next) missing.delete(name);
  }
  return chosen;
}

/** A pseudo-random number from 0 to 1, always the same for the same text. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) / 2 ** 32;
}
