import { coverageTable, excluded } from './table.ts';

const byTime = excluded('nothing outside the service can settle it a second time: what time brings about is looked at');
const pendingBriefly = excluded(
  'how long it is pending is not shown: it may have settled when its creation is answered',
);
const openRecipient = excluded('which fields the recipient has in records is not shown: only that it is an object');

export const settlementTables = [
  coverageTable({
    title: 'Refunds and payouts: states and what may happen',
    source: 'States and transitions, Refund and Payout',
    axes: ['state', 'what happens'],
    cells: {
      'refund pending': {
        'it settles': ['refund.settles', 'refund.adds-to-refunded-amount', 'balance.refund-subtracts'],
        'it is made to fail': [
          'refund.sandbox-fail',
          'refund.sandbox-fail-exact',
          'balance.failed-refund-subtracts-nothing',
        ],
        'its reference again': ['refund.duplicate-reference', 'refund.concurrent-same-reference'],
        'more is asked for': [
          'refund.pending-counts',
          'refund.concurrent-all-that-fit',
          'refund.pending-not-yet-refunded',
        ],
        'a day passes': byTime,
        'events of it': excluded('nothing has ended: what comes is looked at with each end'),
      },
      'refund succeeded': {
        'it settles': byTime,
        'it is made to fail': byTime,
        'its reference again': ['refund.settled-reference-stays-used', 'refund.succeeded-is-final'],
        'more is asked for': [
          'refund.exceeds-paid',
          'refund.up-to-amount-paid',
          'refund.exceeds-paid-says-what-is-left',
        ],
        'a day passes': 'refund.succeeded-is-final',
        'events of it': 'refund.ends-once',
      },
      'refund failed': {
        'it settles': byTime,
        'it is made to fail': byTime,
        'its reference again': ['refund.settled-reference-stays-used', 'refund.failed-reference-stays-used'],
        'more is asked for': ['refund.failed-frees-amount', 'refund.exceeds-paid', 'refund.up-to-amount-paid'],
        'a day passes': 'refund.failed-is-final',
        'events of it': 'refund.ends-once',
      },
      'payout pending': {
        'it settles': ['payout.succeeds', 'balance.payout-subtracts'],
        'it is made to fail': ['payout.failing-account', 'balance.failed-payout-returns'],
        'its reference again': ['payout.duplicate-reference', 'payout.concurrent-same-reference'],
        'more is asked for': ['environment.live-payouts-at-once', 'environment.live-balance-is-net'],
        'a day passes': byTime,
        'events of it': excluded('nothing has ended: what comes is looked at with each end'),
      },
      'payout succeeded': {
        'it settles': byTime,
        'it is made to fail': byTime,
        'its reference again': ['payout.settled-reference-stays-used', 'payout.succeeded-is-final'],
        'more is asked for': ['environment.live-balance-is-net', 'payout.live-limit-follows'],
        'a day passes': 'payout.succeeded-is-final',
        'events of it': 'payout.ends-once',
      },
      'payout failed': {
        'it settles': byTime,
        'it is made to fail': byTime,
        'its reference again': ['payout.settled-reference-stays-used', 'payout.failed-is-final'],
        'more is asked for': excluded('no account is said to fail in live, where alone the balance limits payouts'),
        'a day passes': 'payout.failed-is-final',
        'events of it': 'payout.ends-once',
      },
    },
  }),
  coverageTable({
    title: 'Refunds and payouts: fields of the record in each state',
    source: 'Resources, Refund and Payout record',
    axes: ['field', 'state'],
    cells: {
      'refund id, reference': stays('refund.record-found', 'refund.record-stays'),
      'refund paymentReference, currency, reason': stays('refund.record-as-sent', 'refund.record-stays'),
      'refund amount': stays('refund.amount-kept', 'refund.record-stays'),
      'refund createdAt': stays('refund.created-at-true', 'refund.record-stays'),
      'refund failureReason': {
        'at first': 'refund.record-nulls',
        succeeded: 'refund.record-nulls',
        failed: 'refund.sandbox-fail',
        'a day later': ['refund.succeeded-is-final', 'refund.failed-is-final'],
      },
      'payout id, reference': stays('payout.record-found', 'payout.record-stays'),
      'payout currency, narration': stays('payout.record-as-sent', 'payout.record-stays'),
      'payout amount': stays('payout.amount-kept', 'payout.record-stays'),
      'payout createdAt': stays('payout.created-at-true', 'payout.record-stays'),
      'payout recipient': {
        'at first': 'payout.record-recipient',
        succeeded: openRecipient,
        failed: openRecipient,
        'a day later': openRecipient,
      },
      'payout failureReason': {
        'at first': 'payout.record-nulls',
        succeeded: excluded('"string or null" is all that is stated of a payout, whatever became of it'),
        failed: 'payout.record-nulls',
        'a day later': ['payout.succeeded-is-final', 'payout.failed-is-final'],
      },
      'refund status': {
        'at first': pendingBriefly,
        succeeded: 'refund.settles',
        failed: 'refund.sandbox-fail',
        'a day later': ['refund.succeeded-is-final', 'refund.failed-is-final'],
      },
      'payout status': {
        'at first': pendingBriefly,
        succeeded: 'payout.succeeds',
        failed: 'payout.failing-account',
        'a day later': ['payout.succeeded-is-final', 'payout.failed-is-final'],
      },
    },
  }),
];

/** What holds at first holds in every later state. */
function stays<First extends string, Later extends string>(first: First, later: Later) {
  return { 'at first': first, succeeded: later, failed: later, 'a day later': later } as const;
}
