/** Times that are right on most days: not over a change of the clocks, over midnight, or after a month. */

import type { Checkout } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, HOUR } from '../ways.ts';

const london = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset' });

/** Hours that the clocks of the machine's own place are ahead. */
function hoursAhead(at: number): number {
  const offset = london.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return offset === 'GMT+01:00' ? 1 : 0;
}

/** Seconds until the same time by the clock on the next day. */
function nextDay({ createdAt }: Checkout): number {
  const from = Date.parse(createdAt);
  return DAY - (hoursAhead(from + DAY * 1_000) - hoursAhead(from)) * HOUR;
}

const REFUNDABLE_DAYS = 30;

const refundsForAMonth: Change = (rules) => {
  const plain = rules.guards.find(({ id }) => id === 'refund.payment-not-paid');
  return guard('refund.payment-not-paid', {
    refuses(asked) {
      const { payment, service } = asked;
      const paidAt = Date.parse(payment?.paidAt ?? '');
      const old = service.clock.now() - paidAt > REFUNDABLE_DAYS * DAY * 1_000;
      return old || (plain?.refuses(asked) ?? false);
    },
  })(rules);
};

const DATE_CHARACTERS = '2026-01-31'.length;

export const found: readonly BlindMutant[] = [
  against(
    'Checkout expiry: 24 hours unpaid, then failed (`expired`).',
    mutant(
      'checkout.expires',
      'blind10-a-day-by-the-clock',
      'the end is the same time of the next day in the time zone of the machine, Europe/London: of a checkout over the night when the clocks change it comes after 23 hours in March, and after 25 in October',
      timer('checkout', 'pending', { after: nextDay }),
    ),
  ),
  against(
    'A merchant refunds a successful checkout, in full or in parts. The checkout must be `succeeded`, else `409 payment_not_paid`.',
    mutant(
      'refund.any-time-later',
      'blind10-refundable-for-a-month',
      'what was paid more than 30 days ago counts as settled for good: a refund of it is refused with 409 payment_not_paid',
      refundsForAMonth,
    ),
  ),
  against(
    '201 `{ linkId, linkRef, status: PENDING, walletId, walletName (masked), expiresAt }`; expiresAt: date-time; PENDING | nobody decides within expiresInMinutes | EXPIRED.',
    mutant(
      'wallet-link.expires-at-agrees',
      'blind10-expires-on-the-day-asked',
      'expiresAt is put together from the day of the request and the time of the end: of a link that ends after midnight (UTC) it lies a day too early, in the past',
      also('walletLink', 'create', (link) => {
        link.expiresAt = link.createdAt.slice(0, DATE_CHARACTERS) + link.expiresAt.slice(DATE_CHARACTERS);
      }),
    ),
  ),
];
