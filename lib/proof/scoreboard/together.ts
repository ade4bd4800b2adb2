import { createHash } from 'node:crypto';
import { goTogether, permittedVariants } from '../permitted/index.ts';
import { coveringSets, pairsIn } from './covering.ts';

export interface Together {
  /** Names of legal variations that are applied together. */
  readonly sets: readonly (readonly string[])[];
  /** How many pairs come together in one of them, of all that can. */
  readonly pairs: { readonly met: number; readonly of: number };
}

/**
 * Sets of legal variations to be applied together: each as many as fit, all of them so that as many pairs as possible come together;
 * every pair where there may be as many sets as that takes. Another seed makes other sets.
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
  // In the order of the list, so that what a set is does not depend on how it was put together.
  const sets = chosen.map((set) => permittedVariants.flatMap(({ name }) => (set.includes(name) ? [name] : [])));
  const all = permittedVariants.flatMap((one, at) =>
    permittedVariants.slice(at + 1).filter((other) => goTogether(one, other)),
  );
  return { sets, pairs: { met: pairsIn(sets).size, of: all.length } };
}

/** From 0 to 1, and always the same for the same text. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) / 2 ** 32;
}
