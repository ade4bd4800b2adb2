/** Texts that do not come back as they were sent. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';

const DATE_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/;
const BEYOND_THREE_BYTES = /[\u{10000}-\u{10ffff}].*$/su;

export const found: readonly BlindMutant[] = [
  against(
    '| metadata | object | no | Up to 4 KB. Returned by GET |',
    mutant(
      'checkout.record-metadata',
      'blind4-dates-in-metadata-are-dates',
      'texts of metadata that read as a date with an offset are parsed as dates: they come back in UTC',
      keptAs(
        'createCheckout',
        'metadata',
        deeply((value) => {
          if (typeof value !== 'string' || !DATE_WITH_OFFSET.test(value) || Number.isNaN(Date.parse(value)))
            return value;
          return new Date(value).toISOString().replace('.000Z', 'Z');
        }),
      ),
    ),
  ),
  against(
    '| reason | string | no | Max 255 chars. … Refund record (GET): … `reason` (string or null)',
    mutant(
      'refund.record-as-sent',
      'blind4-reason-ends-at-the-first-emoji',
      'the column of reasons holds characters of up to three bytes: a reason is cut off at its first emoji',
      keptAs('createRefund', 'reason', (reason) => String(reason).replace(BEYOND_THREE_BYTES, '')),
    ),
  ),
];
