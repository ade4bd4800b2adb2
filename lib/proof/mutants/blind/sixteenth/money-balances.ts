/** Balances that are added up over too many rows or too few, or not added up anew. */
import type { Merchant, Refund } from '../../../reference/rules/records.ts';
import { shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY } from '../ways.ts';
import { onResend } from '../ways-of-delivery.ts';

const DAYS_KEPT = 90;

/** The ledger books what is published, and a resend publishes it once more. */
function resendIsBooked(): Change {
  return onResend((resend) => (merchant, id) => {
    const delivery = merchant.deliveries.find((each) => each.id === id);
    const done = resend(merchant, id);
    if (done && delivery?.event === 'payment.succeeded')
      merchant.balance += merchant.records.checkout.get(delivery.reference)?.amount ?? 0;
    return done;
  });
}

/** The balance is cached until money moves, and the failure of a refund is not counted among that. */
function failedRefundKeepsTheCache(): Change {
  const cached = new WeakMap<Merchant, number>();
  const clear = ({ merchant }: { merchant: Merchant }) => void cached.delete(merchant);
  return all(
    also('checkout', 'pay', clear),
    also('refund', 'create', clear),
    also('refund', 'settlement succeeds', clear),
    also('payout', 'create', clear),
    also('payout', 'settlement succeeds', clear),
    also('payout', 'settlement fails', clear),
    shows('getBalance', (body, { asked: { merchant } }) => {
      const availableMinor = cached.get(merchant) ?? merchant.balance;
      cached.set(merchant, availableMinor);
      return { ...body, availableMinor };
    }),
  );
}

/** Each refund beyond the first makes one more row of its checkout. */
function addedByTheJoin({ records }: Merchant): number {
  const rows = new Map<Refund['payment'], number>();
  for (const { payment, status } of records.refund.values())
    if (status !== 'failed') rows.set(payment, (rows.get(payment) ?? 0) + 1);
  return [...rows].reduce((sum, [payment, count]) => sum + (payment?.amount ?? 0) * (count - 1), 0);
}

export const found: readonly BlindMutant[] = [
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts). A Resend action sends an event again as a new delivery.',
    mutant(
      'balance.is-the-sum',
      'blind16-resent-payment-booked-again',
      'the ledger listens to the same events as the merchant and books each that is published: when payment.succeeded is sent again from the console, the balance grows by the amount once more',
      resendIsBooked(),
    ),
  ),
  against(
    'The balance is paid in, minus refunds and payouts. pending | settlement | failure | failed | `refund.failed` sent; amount is refundable again.',
    mutant(
      'balance.failed-refund-subtracts-nothing',
      'blind16-balance-cached-over-a-failed-refund',
      'the balance is cached and cleared by what moves money, but not by a refund that fails: who reads it while the refund is pending is shown the lower amount for as long as nothing else moves',
      failedRefundKeepsTheCache(),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.refund-subtracts',
      'blind16-balance-joined-with-refunds',
      'the balance is one sum over checkouts joined with their refunds: a checkout that is refunded in several parts is paid in once for each of them, and the balance grows with the second',
      shows('getBalance', (body, { asked: { merchant } }) => ({
        ...body,
        availableMinor: merchant.balance + addedByTheJoin(merchant),
      })),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.is-the-sum',
      'blind16-balance-without-the-archive',
      'payments are moved to an archive after 90 days, and the balance is added up over what is left: money that was paid in longer ago and not paid out is gone from it',
      shows('getBalance', (body, { asked: { merchant, service } }) => {
        const archived = [...merchant.records.checkout.values()].filter(
          (checkout) => checkout.status === 'succeeded' && ageOf(checkout, service) > DAYS_KEPT * DAY,
        );
        return { ...body, availableMinor: archived.reduce((sum, { amount }) => sum - amount, merchant.balance) };
      }),
    ),
  ),
];
