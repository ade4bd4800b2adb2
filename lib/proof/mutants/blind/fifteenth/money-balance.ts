/** A balance that a query adds up: its joins, and the days that it looks back. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

const LOOKS_BACK_MS = 30 * DAY * 1_000;

/** What a join of checkouts with their refunds counts too much. */
function repeatedByTheJoin({ records }: Merchant): number {
  let repeated = 0;
  for (const checkout of records.checkout.values()) {
    const rows = [...records.refund.values()].filter(
      ({ payment, status }) => payment === checkout && status !== 'failed',
    );
    repeated += checkout.amount * Math.max(0, rows.length - 1);
  }
  return repeated;
}

function sumSince({ records }: Merchant, since: number): number {
  const recent = ({ createdAt }: { createdAt: string }) => Date.parse(createdAt) >= since;
  const sum = (all: Iterable<{ amount: number; createdAt: string; status: string }>, ...states: string[]) =>
    [...all].reduce((before, each) => before + (recent(each) && states.includes(each.status) ? each.amount : 0), 0);
  return (
    sum(records.checkout.values(), 'succeeded') -
    sum(records.refund.values(), 'pending', 'succeeded') -
    sum(records.payout.values(), 'pending', 'succeeded')
  );
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.refund-subtracts',
      'blind15-join-counts-payments-per-refund',
      'the balance is the sum over checkouts joined with their refunds: a checkout with two refunds that have not failed is counted as paid twice, and the second refund raises the balance',
      shows('getBalance', (body, { asked: { merchant } }) => ({
        ...body,
        availableMinor: merchant.balance + repeatedByTheJoin(merchant),
      })),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind15-balance-of-the-last-thirty-days',
      'the query of the balance is limited to rows of the last thirty days, for the sake of its index: what was paid in before that is no longer in it',
      shows('getBalance', (body, { asked: { merchant, service } }) => ({
        ...body,
        availableMinor: sumSince(merchant, service.clock.now() - LOOKS_BACK_MS),
      })),
    ),
  ),
];
