/** Sums over joined rows, and over days. */
import type { Refund } from '../../../reference/rules/records.ts';
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const DATE_CHARACTERS = '2026-01-31'.length;

/** The checkouts of these refunds, each once for every refund after its first. */
function joinedAgain(refunds: Iterable<Refund>) {
  const joined = [...refunds].filter(({ status }) => status !== 'failed').map(({ payment }) => payment);
  return joined.filter((payment, at) => joined.indexOf(payment) !== at);
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind11-join-counts-a-payment-twice',
      'what was paid in is added up over checkouts joined with their refunds: a checkout with two refunds stands in two rows, and its amount is in the balance twice',
      shows('getBalance', (body, { asked: { merchant } }) => ({
        ...body,
        availableMinor: joinedAgain(merchant.records.refund.values()).reduce(
          (sum, payment) => sum + (payment?.amount ?? 0),
          merchant.balance,
        ),
      })),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payout-subtracts',
      'blind11-payout-over-midnight-is-in-no-day',
      'a closed day has the payouts that had succeeded by its end, and the present day those that were created in it: one that was created before midnight (UTC) and settles after it is in neither, and its amount is available again',
      also('payout', 'settlement succeeds', (payout, now) => {
        if (now.slice(0, DATE_CHARACTERS) !== payout.createdAt.slice(0, DATE_CHARACTERS))
          payout.merchant.balance += payout.amount;
      }),
    ),
  ),
];
