/** Texts and metadata that do not come back as they went in. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

const text = (change: (value: string) => string) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value;

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind-dollar-names-dropped',
      'names that begin with a dollar sign are dropped from metadata',
      keptAs(
        'createCheckout',
        'metadata',
        deeply((value) =>
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('$')))
            : value,
        ),
      ),
    ),
  ),
  against(
    '| description | string or null |',
    mutant(
      'checkout.record-as-sent',
      'blind-description-of-three-bytes',
      'characters of a description that take four bytes come back as question marks',
      keptAs(
        'createCheckout',
        'description',
        text((value) => value.replace(/[\u{10000}-\u{10FFFF}]/gu, '?')),
      ),
    ),
  ),
  against(
    '`reason` (string or null)',
    mutant(
      'refund.record-as-sent',
      'blind-reason-on-one-line',
      'line ends in a reason come back as blanks',
      keptAs(
        'createRefund',
        'reason',
        text((value) => value.replace(/\r?\n/g, ' ')),
      ),
    ),
  ),
  against(
    'narration (string or null)',
    mutant(
      'payout.record-as-sent',
      'blind-narration-of-digits-is-a-number',
      'a narration of digits alone comes back as a number',
      shows('getPayout', (body) => ({
        ...body,
        narration: /^\d+$/.test(String(body.narration)) ? Number(body.narration) : body.narration,
      })),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind-dates-in-metadata-completed',
      'a text in metadata that is a date comes back with a time',
      keptAs(
        'createCheckout',
        'metadata',
        deeply(text((value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00.000Z` : value))),
      ),
    ),
  ),
];
