/** Sums that lose a row because another is like it. */
import type { Payout, Refund } from '../../../reference/rules/records.ts';
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

function counts({ status }: Payout | Refund): boolean {
  return status !== 'failed';
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind10-union-drops-equal-amounts',
      'what went out is added up over the UNION of refunds and payouts, which drops equal rows: a payout of the same amount as some refund of the merchant is not subtracted from the balance',
      shows('getBalance', (body, { asked: { merchant } }) => {
        const { refund, payout } = merchant.records;
        const refunded = new Set([...refund.values()].filter(counts).map(({ amount }) => amount));
        const dropped = [...payout.values()].filter((each) => counts(each) && refunded.has(each.amount));
        return { ...body, availableMinor: dropped.reduce((sum, { amount }) => sum + amount, merchant.balance) };
      }),
    ),
  ),
];
