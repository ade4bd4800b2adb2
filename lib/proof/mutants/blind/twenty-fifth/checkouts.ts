/** Checkouts: what a library, a database or a calendar makes of texts, references and times. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { guard, shows, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, HOUR, keptAs } from '../ways.ts';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const LAG_MS = 2_000;

function datesRevived(): Change {
  return keptAs(
    'createCheckout',
    'metadata',
    deeply((value) =>
      typeof value === 'string' && DATE_TIME.test(value) ? new Date(value).toISOString().replace('.000Z', 'Z') : value,
    ),
  );
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

function uniqueInItsMonth(): Change {
  return guard('checkout.duplicate-reference', {
    refuses: ({ merchant, body, service }) => {
      const known = merchant.records.checkout.get(body.text('reference') ?? '');
      return known !== undefined && monthOf(Date.parse(known.createdAt)) === monthOf(service.clock.now());
    },
  });
}

/** Seconds by which clocks in London are ahead of UTC. */
function londonAhead(time: number): number {
  const year = new Date(time).getUTCFullYear();
  return time >= lastSundayAtOne(year, 2) && time < lastSundayAtOne(year, 9) ? HOUR : 0;
}

/** The last Sunday of the month, 01:00 UTC; the month has 31 days. */
function lastSundayAtOne(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1));
  return Date.UTC(year, month, 31 - last.getUTCDay(), 1);
}

function expiresTomorrowAtTheSameTime(): Change {
  return timer('checkout', 'pending', {
    after: ({ createdAt }: Checkout) => {
      const from = Date.parse(createdAt);
      return 24 * HOUR + londonAhead(from) - londonAhead(from + 24 * HOUR * 1_000);
    },
  });
}

function readFromTheReplica(): Change {
  return shows('getCheckout', (body, { asked, record }) => {
    if (record?.kind !== 'checkout' || record.paidAt === null) return body;
    const late = asked.service.clock.now() - Date.parse(record.paidAt) < LAG_MS;
    return late ? { ...body, status: 'pending', paymentMethod: null, paidAt: null } : body;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind25-dates-in-metadata-are-revived',
      'the JSON library reads every text that looks like a date-time as one, and writes it in UTC: the date-times within metadata come back with another offset, and without the zeros of their fractions',
      datesRevived(),
    ),
  ),
  against(
    'reference | string | yes | Unique per merchant.',
    mutant(
      'checkout.duplicate-reference',
      'blind25-references-are-unique-within-a-month',
      'the table of checkouts is partitioned by the month of creation, and its unique index with it: in a later month a reference that was used is accepted again',
      uniqueInItsMonth(),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent.',
    mutant(
      'checkout.expires',
      'blind25-a-day-is-until-the-same-time-tomorrow',
      'the end of a checkout is one calendar day after its creation in the time zone of the servers, London: where the clocks are changed in between it expires after 23 hours, or after 25',
      expiresTomorrowAtTheSameTime(),
    ),
  ),
  against(
    'The redirect must not be trusted; the real status comes from the webhook or from `GET /v1/checkouts/{reference}`.',
    mutant(
      'checkout.paid',
      'blind25-checkouts-are-read-from-a-replica',
      'records are read from a replica that is two seconds behind, but for what the merchant itself has just written: a merchant that asks when the webhook of a payment arrives reads that the checkout is pending',
      readFromTheReplica(),
    ),
  ),
];
