/** Texts and metadata that come back changed. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

/** As deep as metadata is kept. */
const DEEPEST = 4;

const text = (change: (value: string) => string | null) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value;

function cut(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((inner) => cut(inner, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner, depth + 1)]));
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind3-empty-texts-in-metadata-are-null',
      'an empty text in metadata comes back as null',
      keptAs('createCheckout', 'metadata', deeply(text((value) => (value === '' ? null : value)))),
    ),
  ),
  against(
    'Payout record (GET): … `narration` (string or null)',
    mutant(
      'payout.record-as-sent',
      'blind3-blanks-in-narration-folded',
      'several blanks in a row in a narration come back as one',
      keptAs(
        'createPayout',
        'narration',
        text((value) => value.replace(/ {2,}/g, ' ')),
      ),
    ),
  ),
  against(
    "customer | object | `{ email }` … customer.email | string (email) | yes | The buyer's e-mail",
    mutant(
      'checkout.record-as-sent',
      'blind3-email-without-tag',
      'the e-mail address of a buyer comes back without what followed a plus',
      keptAs('createCheckout', 'customer', (customer) => {
        const { email } = customer as { email: string };
        return { email: email.replace(/\+[^@]*@/, '@') };
      }),
    ),
  ),
  against(
    'Refund record (GET): … `reason` (string or null)',
    mutant(
      'refund.record-as-sent',
      'blind3-backslashes-in-reason-lost',
      'backslashes in a reason do not come back',
      keptAs(
        'createRefund',
        'reason',
        text((value) => value.replace(/\\(.?)/g, '$1')),
      ),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind3-metadata-of-four-levels',
      'objects and lists in metadata that lie deeper than the fourth level come back as null',
      keptAs('createCheckout', 'metadata', (value) => cut(value)),
    ),
  ),
];
