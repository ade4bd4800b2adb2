/** Metadata that is read into the containers of a language, and written from them. */
import { isObject } from '../../../reference/engine/body.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

/** Where a list and a table are one thing, an empty one is written as a list. */
const emptyAsList = deeply((value) => (isObject(value) && Object.keys(value).length === 0 ? [] : value));

function withinIt(metadata: unknown): unknown {
  if (!isObject(metadata)) return metadata;
  return Object.fromEntries(Object.entries(metadata).map(([name, inner]) => [name, emptyAsList(inner)]));
}

/** In a map without case the first spelling of a name stays, with the last of its values. */
function namesWithoutCase(value: unknown): unknown {
  if (!isObject(value)) return value;
  const spelt = new Map<string, string>();
  const read: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const first = spelt.get(name.toLowerCase()) ?? name;
    spelt.set(name.toLowerCase(), first);
    read[first] = inner;
  }
  return read;
}

export const found: readonly BlindMutant[] = [
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET |',
    mutant(
      'checkout.record-metadata',
      'blind7-empty-object-becomes-a-list',
      'an empty object within metadata comes back as an empty list',
      keptAs('createCheckout', 'metadata', withinIt),
    ),
  ),
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET |',
    mutant(
      'checkout.record-metadata',
      'blind7-metadata-names-without-case',
      'of names in metadata that differ in case alone, such as size and Size, one comes back, with the value of the last',
      keptAs('createCheckout', 'metadata', deeply(namesWithoutCase)),
    ),
  ),
];
