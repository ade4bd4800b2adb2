/** What comes back otherwise than it went in. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, deeply, keptAs } from '../ways.ts';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function revived(value: unknown): unknown {
  if (typeof value !== 'string' || !DATE_TIME.test(value)) return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/** As much as the form of the bank's own network has room for. */
const BANK_TAKES = 60;

export const found: readonly BlindMutant[] = [
  against(
    'metadata: up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind9-metadata-dates-revived',
      'the JSON reader makes dates of texts that look like date-times: in metadata 2026-03-01T10:00:00+01:00 comes back as 2026-03-01T09:00:00.000Z',
      keptAs('createCheckout', 'metadata', deeply(revived)),
    ),
  ),
  against(
    'narration: string, max 100 chars; payout record (GET): `narration` (string or null).',
    mutant(
      'payout.record-stays',
      'blind9-narration-as-the-bank-took-it',
      "at settlement the payout is written back from the bank's answer: a narration of more than 60 characters is cut to 60 once the payout succeeded",
      also('payout', 'settlement succeeds', (payout) => {
        payout.narration = payout.narration?.slice(0, BANK_TAKES) ?? null;
      }),
    ),
  ),
];
