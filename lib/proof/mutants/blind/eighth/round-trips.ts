/** What is given and what is given back. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

function asList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, at) => key === String(at)) ? Object.values(value) : value;
}

export const found: readonly BlindMutant[] = [
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET |',
    mutant(
      'checkout.record-metadata',
      'blind8-numbered-metadata-becomes-a-list',
      'metadata whose names are 0, 1, 2 and so on is given back as a list of its values',
      shows('getCheckout', (body) => ({ ...body, metadata: asList(body.metadata) })),
    ),
  ),
];
