/** Objects that a language with one kind of array for both writes as lists. */
import { isObject } from '../../../reference/engine/body.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

function numberedAsList(value: unknown): unknown {
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name, at) => name === String(at)) ? Object.values(value) : value;
}

export const found: readonly BlindMutant[] = [
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET |',
    mutant(
      'checkout.record-metadata',
      'blind5-numbered-names-become-a-list',
      'an object within metadata whose names are 0, 1 and so on comes back as a list',
      keptAs('createCheckout', 'metadata', (metadata) =>
        Object.fromEntries(
          Object.entries(metadata as object).map(([name, value]) => [name, deeply(numberedAsList)(value)]),
        ),
      ),
    ),
  ),
];
