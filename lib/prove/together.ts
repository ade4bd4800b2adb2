import { createHash } from 'node:crypto';
import { hidesControl, independent } from '../mutants/index.ts';
import { type Reading, readings } from '../readings/index.ts';
import { coveringSets } from './covering.ts';

/**
 * Sets of legal variations to be applied together: each set as many as fit, all of them so that as many pairs as possible come
 * together. Another seed makes other sets.
 */
export function readingsTogether(seed: number, sets: number): string[][] {
  // Without control much is not exercised: such a reading would hide what the others of its set do.
  const chosen = readings.filter((reading) => !hidesControl(reading));
  const apart = new Map(
    chosen.map((one) => [one.name, new Set(chosen.filter((other) => !goTogether(one, other)).map(({ name }) => name))]),
  );
  const factors = chosen.map(({ name }) => ({
    name,
    excludes: (other: string) => apart.get(name)?.has(other) === true,
  }));
  let turn = 0;
  return coveringSets(factors, () => fraction(`${seed} ${turn++}`), sets);
}

function goTogether(one: Reading, other: Reading): boolean {
  const decided = other.decides ?? [];
  return one === other || (!(one.decides ?? []).some((id) => decided.includes(id)) && independent(one, other));
}

/** From 0 to 1, and always the same for the same text. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) / 2 ** 32;
}
