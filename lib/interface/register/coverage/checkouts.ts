import { coverageTable, excluded } from './table.ts';

const notBefore = excluded('not yet known in this state: the type alone, string or null, is stated');
const whatever = excluded('only that it is an absolute address is stated, not that it is always the same one');

export const checkoutTables = [
  coverageTable({
    title: 'Checkouts: states and what may happen',
    source: 'States and transitions, Checkout; Endpoints, behaviour rules 1 and 3',
    axes: ['state', 'what happens'],
    cells: {
      pending: {
        'the buyer pays': ['checkout.paid', 'checkout.payable-until-expiry', 'balance.payment-adds'],
        'a payment fails': ['checkout.payment-fails', 'balance.unpaid-adds-nothing'],
        '24 hours pass': 'checkout.expires',
        'both ends at once': 'checkout.one-end-when-racing',
        'its reference again': ['checkout.duplicate-reference', 'checkout.concurrent-same-reference'],
        'a refund': 'refund.pending-payment',
        'hours pass': 'checkout.record-stays',
        'events of it': excluded('nothing has ended, so nothing is sent; seen together with each end'),
      },
      succeeded: {
        'the buyer pays': ['checkout.succeeded-is-final', 'balance.paid-once'],
        'a payment fails': 'checkout.succeeded-is-final',
        '24 hours pass': ['checkout.paid-does-not-expire', 'checkout.succeeded-is-final'],
        'both ends at once': excluded('it has ended: each by itself is looked at'),
        'its reference again': ['checkout.succeeded-reference-stays-used', 'checkout.succeeded-is-final'],
        'a refund': ['refund.adds-to-refunded-amount', 'refund.any-time-later', 'checkout.record-stays'],
        'hours pass': ['checkout.succeeded-is-final', 'checkout.record-stays'],
        'events of it': 'checkout.ends-once',
      },
      failed: {
        'the buyer pays': 'checkout.failed-stays-failed',
        'a payment fails': 'checkout.failed-stays-failed',
        '24 hours pass': ['checkout.failed-stays-failed', 'checkout.ends-once'],
        'both ends at once': excluded('it has ended: each by itself is looked at'),
        'its reference again': ['checkout.failed-reference-stays-used', 'checkout.failed-stays-failed'],
        'a refund': ['refund.failed-payment', 'refund.refused-refunds-nothing'],
        'hours pass': 'checkout.failed-stays-failed',
        'events of it': 'checkout.ends-once',
      },
      expired: {
        'the buyer pays': 'checkout.expired-is-final',
        'a payment fails': 'checkout.expired-is-final',
        '24 hours pass': ['checkout.expired-is-final', 'checkout.ends-once'],
        'both ends at once': excluded(
          'when exactly a target notices the end of the 24 hours is not shown: no race can be timed',
        ),
        'its reference again': ['checkout.expired-reference-stays-used', 'checkout.expired-is-final'],
        'a refund': 'refund.failed-payment',
        'hours pass': 'checkout.expired-is-final',
        'events of it': 'checkout.ends-once',
      },
    },
  }),
  coverageTable({
    title: 'Checkouts: fields of the record in each state',
    source: 'Resources, Checkout record',
    axes: ['field', 'state'],
    cells: {
      id: same('checkout.record-found'),
      reference: same('checkout.record-found'),
      amount: same('checkout.amount-kept'),
      currency: same('checkout.record-as-sent'),
      description: same('checkout.record-as-sent'),
      customer: same('checkout.record-as-sent'),
      metadata: same('checkout.record-metadata'),
      createdAt: same('checkout.created-at-true'),
      checkoutUrl: {
        pending: ['checkout.url', 'checkout.url-stays'],
        succeeded: ['checkout.url', 'checkout.url-stays'],
        failed: 'checkout.url',
        expired: 'checkout.url',
        refunded: whatever,
        'a day later': whatever,
      },
      status: {
        pending: 'checkout.record-unpaid',
        succeeded: 'checkout.paid',
        failed: 'checkout.payment-fails',
        expired: 'checkout.expires',
        refunded: ['refund.adds-to-refunded-amount', 'checkout.record-stays'],
        'a day later': ['checkout.succeeded-is-final', 'checkout.failed-stays-failed', 'checkout.expired-is-final'],
      },
      paymentMethod: {
        pending: 'checkout.record-payment-method',
        succeeded: 'checkout.record-payment-method',
        failed: 'checkout.record-payment-method',
        expired: 'checkout.record-payment-method',
        refunded: notBefore,
        'a day later': notBefore,
      },
      failureReason: {
        pending: 'checkout.record-unpaid',
        succeeded: 'checkout.paid-at-set',
        failed: 'checkout.payment-fails',
        expired: 'checkout.expires',
        refunded: 'checkout.record-stays',
        'a day later': ['checkout.succeeded-is-final', 'checkout.failed-stays-failed', 'checkout.expired-is-final'],
      },
      refundedAmount: {
        pending: 'checkout.record-unpaid',
        succeeded: 'checkout.nothing-refunded',
        failed: 'checkout.nothing-refunded',
        expired: 'checkout.nothing-refunded',
        refunded: ['refund.adds-to-refunded-amount', 'refund.amount-kept', 'refund.failed-frees-amount'],
        'a day later': ['checkout.succeeded-is-final', 'checkout.failed-stays-failed', 'checkout.expired-is-final'],
      },
      paidAt: {
        pending: 'checkout.record-unpaid',
        succeeded: ['checkout.paid-at-set', 'checkout.paid-at-true'],
        failed: 'checkout.unpaid-has-no-paid-at',
        expired: 'checkout.unpaid-has-no-paid-at',
        refunded: 'checkout.record-stays',
        'a day later': ['checkout.succeeded-is-final', 'checkout.failed-stays-failed', 'checkout.expired-is-final'],
      },
    },
  }),
];

/** What holds at first holds in every later state. */
function same<Id extends string>(atFirst: Id) {
  const later = 'checkout.record-stays' as const;
  return {
    pending: [atFirst, later],
    succeeded: later,
    failed: later,
    expired: later,
    refunded: later,
    'a day later': later,
  } as const;
}
