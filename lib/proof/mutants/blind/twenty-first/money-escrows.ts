/** Escrows: a calendar of working days, a window that is a constant, and a table of refunds that two kinds share. */
import type { Escrow } from '../../../reference/rules/records.ts';
import { timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, HOUR, onFire } from '../ways.ts';

const DAY_MS = 86_400_000;
const SUNDAY = 0;
const SATURDAY = 6;

/** Money moves on working days: what falls due at a weekend (UTC) is done as Monday begins. */
function secondsUntilRelease({ paidAt, createdAt, autoReleaseHours }: Escrow): number {
  const paid = Date.parse(paidAt ?? createdAt);
  const due = paid + autoReleaseHours * HOUR * 1_000;
  const day = new Date(due).getUTCDay();
  if (day !== SATURDAY && day !== SUNDAY) return autoReleaseHours * HOUR;
  const monday = (Math.floor(due / DAY_MS) + (day === SATURDAY ? 2 : 1)) * DAY_MS;
  return (monday - paid) / 1_000;
}

function reportedInTheDefaultTime(): Change {
  return onFire((fire, { clock, rules }) => (record, on, details) => {
    if (record.kind === 'escrow' && on === 'dispute' && record.paidAt !== null) {
      const hours = (clock.now() - Date.parse(record.paidAt)) / (HOUR * 1_000);
      if (hours > rules.limits.defaultAutoReleaseHours) return false;
    }
    return fire(record, on, details);
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'funded | no buyer report within autoReleaseHours | released | automatic release.',
    mutant(
      'escrow.releases-after-its-hours',
      'blind21-no-release-at-the-weekend',
      'sellers are paid on working days: an automatic release that falls due on a Saturday or a Sunday (UTC) is done when Monday begins, and until then the escrow is funded',
      timer('escrow', 'funded', { after: secondsUntilRelease }),
    ),
  ),
  against(
    'funded | buyer files a refund request | disputed. autoReleaseHours | integer | no | 1 to 720. Default 72.',
    mutant(
      'escrow.disputed',
      'blind21-reports-taken-for-72-hours',
      'the time in which a buyer may ask for a refund is the default of the service and not that of the escrow: with 720 autoReleaseHours a request after more than 72 hours is refused, and the escrow stays funded until it is released',
      reportedInTheDefaultTime(),
    ),
  ),
  against(
    'Balance: the amount available to pay out in kobo (paid in, minus refunds and payouts). escrow.refunded: Money went back to the buyer.',
    mutant(
      'balance.is-the-sum',
      'blind21-escrow-refunds-leave-the-balance',
      'refunds of checkouts and of escrows are one table, and the balance subtracts what it holds: what the buyer of an escrow gets back, which never was in the balance of the merchant, goes out of it',
      also('escrow', 'refund', ({ merchant, amount, refundedAmount }) => {
        merchant.balance -= refundedAmount ?? amount;
      }),
    ),
  ),
];
