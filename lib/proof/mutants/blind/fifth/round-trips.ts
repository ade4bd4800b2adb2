/** What a guard against attacks takes out of texts and objects. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

/** Zero-width spaces and joiners, marks of direction, and the byte-order mark. */
const INVISIBLE = /[\u{200b}-\u{200f}]|[\u{202a}-\u{202e}]|\u{2060}|\u{feff}/gu;

function withoutPrototype(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__proto__'));
}

export const found: readonly BlindMutant[] = [
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET |',
    mutant(
      'checkout.record-metadata',
      'blind5-proto-taken-out-of-metadata',
      'the JSON parser takes the name __proto__ out of metadata, at any depth',
      keptAs('createCheckout', 'metadata', deeply(withoutPrototype)),
    ),
  ),
  against(
    '| description | string | no | Max 255 chars. Shown to the buyer | … | description | string or null | |',
    mutant(
      'checkout.record-as-sent',
      'blind5-invisible-characters-stripped',
      'characters without width are taken out of a description: emoji that are joined by them, such as a family, come apart',
      keptAs('createCheckout', 'description', (text) => String(text).replace(INVISIBLE, '')),
    ),
  ),
];
