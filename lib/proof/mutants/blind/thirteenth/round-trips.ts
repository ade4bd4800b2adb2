/** Values that the database cannot keep. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

/** A zero sign in a text of this value, or in one of its names. */
function hasZeroSign(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name.includes('\0') || hasZeroSign(inner));
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind13-metadata-integers-of-32-bits',
      'integers in metadata are kept in 32 bits: a telephone number such as 2348012345678 comes back as another number',
      keptAs(
        'createCheckout',
        'metadata',
        deeply((value) => (Number.isInteger(value) ? Number(value) | 0 : value)),
      ),
    ),
  ),
  against(
    'metadata | object | Up to 4 KB. Returned by GET. Request and response bodies are JSON.',
    mutant(
      'checkout.record-metadata',
      'blind13-jsonb-takes-no-zero-sign',
      'metadata is kept as jsonb, which has no sign U+0000: a checkout with a \\u0000 in a text of its metadata is answered with 500',
      before('act', (asked, next) => {
        if (isAt(asked, 'createCheckout') && hasZeroSign(asked.body.get('metadata')))
          throw new Refusal(asked.service.rules.decisions.internal, 'unsupported Unicode escape sequence');
        return next();
      }),
    ),
  ),
];
