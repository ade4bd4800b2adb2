/** Sums that are kept above zero, that begin anew with a day, and that one environment does not know. */
import type { Escrow } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { guard, move, sum } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** What was refunded of the checkout since midnight (UTC), failed refunds apart. */
function refundedToday({ merchant, payment, service }: Case): number {
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  return [...merchant.records.refund.values()]
    .filter((each) => each.payment === payment && each.status !== 'failed' && each.createdAt.startsWith(today))
    .reduce((total, { amount }) => total + amount, 0);
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts). pending | settlement | failure | failed | amount returns to the available balance.',
    mutant(
      'balance.failed-payout-returns',
      'blind13-balance-kept-above-zero',
      'the column of the balance is not allowed below 0, and a sandbox payout of more than the balance sets it to 0: when that payout fails all of it is added, and the balance is higher than before',
      all(
        sum('balance', 'payout', null),
        also('payout', 'create', ({ merchant, amount }) => {
          merchant.balance = Math.max(0, merchant.balance - amount);
        }),
        also('payout', 'settlement fails', ({ merchant, amount }) => {
          merchant.balance += amount;
        }),
      ),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.exceeds-paid',
      'blind13-refunds-of-the-day-count',
      'the query for earlier refunds has the date of the day (UTC): what was refunded on an earlier day does not count, and a checkout can be refunded once more on the next',
      guard('refund.exceeds-paid', {
        refuses: (asked) =>
          asked.payment !== undefined &&
          (asked.body.integer('amount') ?? 0) + refundedToday(asked) > asked.payment.amount,
      }),
    ),
  ),
  against(
    'seller is paid less the fee; fee goes to feeWalletId.',
    mutant(
      'escrow.release-pays-fee',
      'blind13-live-fee-goes-nowhere',
      'what pays commissions was set up for the wallets of the sandbox alone: a live release takes the fee from the seller, and feeWalletId does not get it',
      move('released', 'fee', {
        what: ({ merchant, feeAmount }: Escrow) => (merchant.environment.name === 'live' ? 0 : (feeAmount ?? 0)),
      }),
    ),
  ),
];
