/** Checkouts and their refunds: what libraries and columns do to values, and what one event does to the next. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { event, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, deeply, keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const FORMAT = /\.(json|xml|csv|html|pdf|txt)$/i;

function revived(value: unknown): unknown {
  if (typeof value !== 'string' || !DATE_TIME.test(value)) return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/** A path such as `/v1/checkouts/order-7.json` asks for `order-7` in the format `json`. */
function formatInPath(): Change {
  return before('answerKnown', (asked, next) => {
    const { reference } = asked.params;
    if (reference !== undefined && isAt(asked, ['getCheckout', 'getRefund', 'getPayout', 'getEscrow']))
      asked.params = { ...asked.params, reference: reference.replace(FORMAT, '') };
    return next();
  });
}

function firstReasonWins(): Change {
  const declined = new WeakSet<Checkout>();
  return all(
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        const answer = payCheckout(service, checkout, form);
        if (answer.status === 402) declined.add(checkout);
        return answer;
      },
    })),
    also('checkout', 'not paid in time', (checkout) => {
      if (declined.has(checkout)) checkout.failureReason = 'card_declined';
    }),
  );
}

/** The row of the state table takes the amount itself off behind this. */
function recomputedFromSucceeded(): Change {
  return also('refund', 'settlement fails', ({ payment, amount }) => {
    if (payment !== null) payment.refunding = payment.refundedAmount + amount;
  });
}

/** `hh` in a pattern of a date is the hour of a clock with twelve: 13:05 is written as 01:05. */
function onATwelveHourClock(time: string): string {
  return time.replace(/T(\d{2})/, (_, hour: string) => `T${String(Number(hour) % 12 || 12).padStart(2, '0')}`);
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-metadata',
      'blind23-metadata-dates-are-revived',
      'the JSON reader of the service makes a date of every text that reads as a date-time, for its own fields and for what is in `metadata` alike, so a delivery time of 10:00 with +01:00 comes back as 09:00 with Z and milliseconds',
      keptAs('createCheckout', 'metadata', deeply(revived)),
    ),
  ),
  against(
    'Unique per merchant. Max 100 chars. Allowed characters: letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-allowed-characters',
      'blind23-end-of-a-reference-is-taken-for-a-format',
      'the router takes a known file ending of a path for the format that is asked for and cuts it off: what has a reference such as `invoice-7.pdf` is created, and never found',
      formatInPath(),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'checkout.record-as-sent',
      'blind23-description-ends-before-an-emoji',
      'the column of descriptions holds characters of at most three bytes, and the database cuts a text off without an error before the first one of four',
      keptAs('createCheckout', 'description', (text) => String(text).replace(/[\u{10000}-\u{10FFFF}].*$/su, '')),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent',
    mutant(
      'checkout.expires',
      'blind23-declined-card-explains-the-expiry',
      'the page notes why the latest card was declined, and the expiry fills in its reason only where none is noted: a checkout whose buyer tried a bad card and went away fails with `card_declined`',
      firstReasonWins(),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`',
    mutant(
      'refund.pending-counts',
      'blind23-failed-refund-frees-the-pending-ones-too',
      'when a refund fails, what is reserved is computed anew as what has been refunded so far: others that are pending then do not count any more, neither now nor when they have succeeded',
      recomputedFromSucceeded(),
    ),
  ),
  against(
    'may not exceed the amount paid, else `422 refund_exceeds_paid` (its message says how much is left)',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind23-what-is-left-is-told-in-whole-naira',
      'the message gives what is left in naira by a formatter for whole sums, which rounds the kobo away',
      guard('refund.exceeds-paid', {
        message: ({ payment }) => {
          const left = payment ? payment.amount - payment.refunding : 0;
          const naira = (left / 100).toLocaleString('en-NG', { maximumFractionDigits: 0 });
          return `the amount is more than can still be refunded, which is ₦${naira}`;
        },
      }),
    ),
  ),
  against(
    'amountMinor | integer | kobo',
    mutant(
      'webhook.refund-succeeded-amount',
      'blind23-refund-event-loses-a-kobo',
      'the refund comes back from the acquirer in naira and is made kobo by multiplying and cutting off: where the product is a fraction below the integer, as for 10.03 naira, the event tells one kobo less',
      event('refund.succeeded', (carried) => ({
        ...carried,
        amountMinor: Math.trunc((Number(carried.amountMinor) / 100) * 100),
      })),
    ),
  ),
  against(
    'Timestamps are ISO 8601 date-times.',
    mutant(
      'refund.created-at-true',
      'blind23-refund-time-is-on-a-twelve-hour-clock',
      'the time of a refund is written with the pattern for the hour of a twelve-hour clock: what is refunded in the afternoon is dated to the morning, and in the first hour of a day to noon',
      also('refund', 'create', (refund) => {
        refund.createdAt = onATwelveHourClock(refund.createdAt);
      }),
    ),
  ),
];
