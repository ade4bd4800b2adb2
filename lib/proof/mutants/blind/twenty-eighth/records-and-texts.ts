/** Records that change later or tell wrong times, and texts and metadata that come back otherwise. */
import { shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY, deeply, keptAs } from '../ways.ts';

const NARRATION_OF_BANKS = 30;

const erasedAfterAMonth: Change = shows('getCheckout', (body, { asked, record }) => {
  const over = record?.kind === 'checkout' && record.status === 'failed';
  return over && ageOf(record, asked.service) > 30 * DAY ? { ...body, customer: { email: null } } : body;
});

function asDateTime(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value))
    return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/** An array whose keys are counted from 0 is written as a list. */
function asList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name, at) => name === String(at)) ? Object.values(value) : value;
}

export const found: readonly BlindMutant[] = [
  against(
    'customer | object | `{ email }`',
    mutant(
      'checkout.record-stays',
      'blind28-buyer-erased-after-a-month',
      'a job erases the addresses of buyers who did not buy: 30 days after its creation the record of a failed checkout has null as `customer.email`',
      erasedAfterAMonth,
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set',
    mutant(
      'checkout.paid-at-true',
      'blind28-transfer-paid-at-its-value-date',
      "the time of a payment by bank transfer is the value date of the bank's statement: `paidAt` is the midnight with which the day of the payment began, before the checkout was created",
      also('checkout', 'pay', (checkout, now, { method }) => {
        if (method === 'bank_transfer') checkout.paidAt = `${now.slice(0, 10)}T00:00:00.000Z`;
      }),
    ),
  ),
  against(
    'narration (string or null)',
    mutant(
      'payout.record-stays',
      'blind28-narration-as-the-bank-has-it',
      "when a payout has succeeded its record is written from the bank's confirmation, in which the narration has at most 30 characters: a longer one is cut",
      also('payout', 'settlement succeeds', (payout) => {
        payout.narration = payout.narration?.slice(0, NARRATION_OF_BANKS) ?? null;
      }),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind28-metadata-dates-revived',
      'the JSON reader makes dates of texts that look like dates, and they are written out as date-times in UTC: a day such as 2026-03-01 in metadata comes back as 2026-03-01T00:00:00.000Z',
      keptAs('createCheckout', 'metadata', deeply(asDateTime)),
    ),
  ),
  against(
    'Refund record (GET): `id`, `reference`, `status`, `paymentReference`, `amount` (integer), `currency`, `reason` (string or null)',
    mutant(
      'refund.record-as-sent',
      'blind28-reason-without-tags',
      'what looks like a tag is taken out of texts before they are stored, which takes all between a `<` and the next `>`: a reason such as "asked for <40, got >42" comes back without its middle',
      keptAs('createRefund', 'reason', (reason) => String(reason).replace(/<[^>]*>/g, '')),
    ),
  ),
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET. metadata | object or null',
    mutant(
      'checkout.record-metadata',
      'blind28-metadata-numbered-names-are-a-list',
      'metadata is kept in a language that has one type for lists and objects: an object within it whose names are 0, 1, 2 and so on comes back as a list',
      keptAs('createCheckout', 'metadata', (metadata) =>
        Object.fromEntries(
          Object.entries(metadata as Record<string, unknown>).map(([name, value]) => [name, deeply(asList)(value)]),
        ),
      ),
    ),
  ),
];
