/** Defects where one object is taken for another, or has one field more than the rule that reads it expects. */
import type { Checkout, Merchant } from '../../reference/rules/records.ts';
import { also } from '../blind/ways.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { timer } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

/** Transfers carry no reference: of the merchant's checkouts that wait for this amount from this buyer, the newest is paid. */
function transferPaysTheNewest(): Change {
  const newest = ({ merchant, amount, email }: Checkout) =>
    [...merchant.records.checkout.values()].findLast(
      (each) => each.status === 'pending' && each.amount === amount && each.email === email,
    );
  return pages(({ payCheckout }) => ({
    payCheckout: (service, checkout, form) =>
      payCheckout(service, (form.get('method') === 'transfer' && newest(checkout)) || checkout, form),
  }));
}

const hasRefunded = ({ records }: Merchant) =>
  [...records.refund.values()].some(({ status }) => status === 'succeeded');

function limitedOnceRefunded(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'payout.refunded-before',
        at: ['createPayout'],
        only: 'sandbox',
        words: 'the merchant has refunded something, and the amount is above the balance',
        refuses: ({ merchant, body }) => hasRefunded(merchant) && (body.integer('amount') ?? 0) > merchant.balance,
        status: 422,
        code: 'insufficient_balance',
        message: () => 'the amount is above the available balance',
      },
    ],
  });
}

export const mixedUpMutants: readonly Mutant[] = [
  mutant(
    'checkout.paid-alone',
    'transfer-pays-the-newest-of-its-amount-and-buyer',
    'bank transfers are matched by their amount and the buyer: who pays by transfer pays the newest of the pending checkouts that are alike in both',
    transferPaysTheNewest(),
  ),
  mutant(
    'checkout.payable-until-expiry',
    'link-rejection-ends-the-checkout-of-its-name',
    'what waits for a decision is kept in one table by its reference: a rejected link ends the pending checkout that has its linkRef as reference',
    also('walletLink', 'reject', ({ merchant, reference }) => {
      const checkout = merchant.records.checkout.get(reference);
      if (checkout?.status !== 'pending') return;
      checkout.status = 'failed';
      checkout.failureReason = 'rejected';
    }),
  ),
  mutant(
    'escrow.funded',
    'payment-of-a-checkout-funds-the-escrow-of-its-reference',
    'payments are booked by the reference: an unpaid escrow that has the reference of a checkout is funded when that is paid',
    also('checkout', 'pay', ({ merchant, reference }) => {
      const escrow = merchant.records.escrow.get(reference);
      if (escrow?.status === 'pending_payment') escrow.status = 'funded';
    }),
  ),
  mutant(
    'checkout.succeeded-is-final',
    'escrow-refund-counts-for-the-checkout-of-its-reference',
    'what goes back is added up by the reference: the refund of an escrow is added to refundedAmount of the paid checkout that has its reference',
    also('escrow', 'refund', ({ merchant, reference }) => {
      const checkout = merchant.records.checkout.get(reference);
      if (checkout?.status === 'succeeded') checkout.refundedAmount = checkout.amount;
    }),
  ),
  mutant(
    'payout.sandbox-ignores-balance',
    'sandbox-payouts-limited-once-refunded',
    'a refund works the balance out and keeps it, and a payout is limited where a balance is kept: in sandbox too, once a refund has succeeded',
    limitedOnceRefunded(),
  ),
  mutant(
    'escrow.expires',
    'expiry-passes-over-escrows-with-conditions',
    'the job that ends unpaid escrows passes over those with conditions: they stay pending_payment for good',
    timer('escrow', 'pending_payment', {
      on: (({ conditions }: { conditions: string | null }) =>
        conditions === null ? 'not paid in time' : 'nothing') as never,
    }),
  ),
  mutant(
    'balance.is-the-sum',
    'balance-counts-orders-by-their-buyer',
    'the balance is added up over payments joined with their orders by buyer and amount: the second of two that are alike, one of which has metadata, counts twice',
    also('checkout', 'pay', (checkout) => {
      const alike = [...checkout.merchant.records.checkout.values()].filter(
        ({ status, amount, email, metadata }) =>
          status === 'succeeded' && amount === checkout.amount && email === checkout.email && metadata === null,
      );
      if (checkout.metadata !== null && alike.length > 0) checkout.merchant.balance += checkout.amount;
    }),
  ),
];
