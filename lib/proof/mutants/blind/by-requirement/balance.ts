/** Balances that are right the first time, and wrong for a second refund, payout, payment or merchant. */
import type { Checkout, Payout } from '../../../reference/rules/records.ts';
import { shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, HOUR, onFire, siblings } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const KOBO_PER_NAIRA = 100;
/** Real time within which the state of a checkout was read before its payment, in milliseconds. */
const STALE_MS = 250;

/** What a try to pay adds although the checkout is paid, by the hosted page or otherwise. */
function addsOncePaid(when: (checkout: Checkout) => boolean): Change {
  const add = (checkout: Checkout) => {
    if (checkout.status === 'succeeded' && when(checkout)) checkout.merchant.balance += checkout.amount;
  };
  return all(
    onFire((fire) => (record, on, details) => {
      if (record.kind === 'checkout' && on === 'pay') add(record);
      return fire(record, on, details);
    }),
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        if (checkout.status !== 'pending') add(checkout);
        return payCheckout(service, checkout, form);
      },
    })),
  );
}

/** Two tries at once both find the checkout pending, and both are booked. */
function bothTriesAtOnce(): Change {
  const paidAt = new WeakMap<Checkout, number>();
  return all(
    also('checkout', 'pay', (checkout) => void paidAt.set(checkout, performance.now())),
    addsOncePaid((checkout) => performance.now() - (paidAt.get(checkout) ?? Number.NEGATIVE_INFINITY) < STALE_MS),
  );
}

/** The earlier payouts of this amount to this account. */
function earlierTwins(payout: Payout): Payout[] {
  const payouts = [...payout.merchant.records.payout.values()];
  return payouts.filter(
    ({ amount, recipient, status }) =>
      amount === payout.amount && recipient.accountNumber === payout.recipient.accountNumber && status === 'succeeded',
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'GET /v1/balance returns the amount available to pay out in kobo (paid in, minus refunds and payouts). pending | buyer pays | payment confirmed | succeeded.',
    mutant(
      'balance.paid-once',
      'kind-refunded-checkout-paid-again-adds',
      'a checkout of which something was refunded is open for payment in the ledger: a buyer who tries to pay it again adds its amount to the balance',
      addsOncePaid(({ refundedAmount }) => refundedAmount > 0),
    ),
  ),
  against(
    'GET /v1/balance returns the amount available to pay out in kobo (paid in, minus refunds and payouts). pending | buyer pays | payment confirmed | succeeded.',
    mutant(
      'balance.paid-once',
      'kind-two-clicks-add-twice',
      'whether a checkout is paid is read once and remembered for a moment: a second try right after the payment is booked too, though it is refused later',
      bothTriesAtOnce(),
    ),
  ),
  against(
    'A failed refund frees its amount. The balance: paid in, minus refunds and payouts.',
    mutant(
      'balance.failed-refund-subtracts-nothing',
      'kind-second-failed-refund-not-returned',
      'the return of a failed refund is booked by its checkout, once: the amount of a second refund of that checkout that fails is not returned to the balance',
      also('refund', 'settlement fails', (refund) => {
        const earlier = siblings(refund).filter((other) => other !== refund && other.status === 'failed');
        if (earlier.length > 0) refund.merchant.balance -= refund.amount;
      }),
    ),
  ),
  against(
    'All amounts are integers in minor units (kobo). A failed refund frees its amount.',
    mutant(
      'balance.failed-refund-subtracts-nothing',
      'kind-failed-refund-returned-in-naira',
      'what comes back of a failed refund is booked in whole naira: its kobo are missing from the balance',
      also('refund', 'settlement fails', (refund) => {
        refund.merchant.balance -= refund.amount % KOBO_PER_NAIRA;
      }),
    ),
  ),
  against(
    'GET /v1/balance returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payout-subtracts',
      'kind-same-payout-subtracted-once',
      'the ledger takes payouts of one amount to one account for one entry: the second that succeeds does not lower the balance',
      also('payout', 'settlement succeeds', (payout) => {
        if (earlierTwins(payout).some((other) => other !== payout)) payout.merchant.balance += payout.amount;
      }),
    ),
  ),
  against(
    'GET /v1/balance returns the amount available to pay out in kobo (paid in, minus refunds and payouts). pending also covers a payment still being confirmed.',
    mutant(
      'balance.unpaid-adds-nothing',
      'kind-checkout-pending-for-an-hour-adds',
      'a checkout that is still pending after an hour is taken for a transfer under way, and counted in the balance until it ends',
      shows('getBalance', (body, { asked }) => {
        let underWay = 0;
        for (const checkout of asked.merchant.records.checkout.values())
          if (checkout.status === 'pending' && ageOf(checkout, asked.service) > HOUR) underWay += checkout.amount;
        return { ...body, availableMinor: Number(body.availableMinor) + underWay };
      }),
    ),
  ),
  against(
    'Checkout reference: unique per merchant. GET /v1/balance returns the amount available to pay out (paid in, minus refunds and payouts).',
    mutant(
      'balance.per-merchant',
      'kind-payment-credited-by-its-reference',
      'payments are credited by the reference of the checkout: where another merchant has one of that reference, its balance grows too',
      also('checkout', 'pay', ({ amount, merchant, reference }) => {
        for (const other of merchant.environment.merchants.values())
          if (other !== merchant && other.records.checkout.has(reference)) other.balance += amount;
      }),
    ),
  ),
];
