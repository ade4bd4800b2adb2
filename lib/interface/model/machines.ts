import { type Machine, type ObjectKind, operation, stays } from './machine.ts';

// The tables of "States and transitions", one row per line. A transition without a row does not happen; what the
// interface calls "not shown" has a row that leads to every permitted state.

const checkout: Machine = {
  kind: 'checkout',
  states: ['absent', 'pending', 'succeeded', 'failed'],
  operations: {
    create: operation(['absent', 'pending', 'checkout.created']),
    pay: operation(
      ['pending', 'succeeded', 'checkout.paid'],
      ...stays('checkout.failed-stays-failed', 'absent', 'succeeded', 'failed'),
    ),
    'fail to pay': operation(
      ['pending', 'failed', 'checkout.payment-fails'],
      ...stays('checkout.paid', 'absent', 'succeeded', 'failed'),
    ),
  },
  silentTransitions: [
    { from: 'pending', to: ['succeeded', 'failed'], gate: 'a person', requirement: 'checkout.paid' },
    { from: 'pending', to: ['failed'], gate: 'time is up', requirement: 'checkout.expires' },
  ],
  timedTransitions: [{ from: 'pending', to: ['failed'], gate: 'time is up', requirement: 'checkout.expires' }],
  contradictions: [
    { was: 'succeeded', seen: '*', after: 'refund', requirement: 'refund.adds-to-refunded-amount' },
    { was: 'failed', seen: '*', after: 'time', requirement: 'checkout.expires' },
    { was: 'failed', seen: 'pending', after: 'fail to pay', requirement: 'checkout.payment-fails' },
    { was: 'absent', seen: '*', requirement: 'checkout.unknown-reference' },
    { was: '*', seen: 'absent', requirement: 'checkout.record-found' },
    { was: 'succeeded', seen: 'failed', requirement: 'checkout.paid-does-not-expire' },
    { was: 'succeeded', seen: '*', requirement: 'checkout.paid' },
    { was: 'failed', seen: '*', requirement: 'checkout.failed-stays-failed' },
    { was: 'pending', seen: 'failed', requirement: 'checkout.expires' },
    { was: 'pending', seen: '*', requirement: 'checkout.record-unpaid' },
  ],
  mustRefuse: [
    { operation: 'create', was: 'failed', requirement: 'checkout.failed-reference-stays-used' },
    { operation: 'create', was: '*', requirement: 'checkout.duplicate-reference' },
  ],
  mustAccept: [],
};

const refund: Machine = {
  kind: 'refund',
  states: ['absent', 'pending', 'succeeded', 'failed'],
  operations: { create: operation(['absent', 'pending', 'refund.created']) },
  silentTransitions: [
    { from: 'pending', to: ['succeeded'], gate: 'may succeed', requirement: 'refund.settles' },
    { from: 'pending', to: ['failed'], gate: 'may fail', requirement: 'refund.sandbox-fail' },
  ],
  timedTransitions: [
    { from: 'pending', to: ['succeeded'], gate: 'may succeed', requirement: 'refund.settles' },
    { from: 'pending', to: ['failed'], gate: 'may fail', requirement: 'refund.sandbox-fail' },
  ],
  contradictions: [
    { was: 'absent', seen: '*', requirement: 'refund.unknown-reference' },
    { was: '*', seen: 'absent', requirement: 'refund.record-found' },
    { was: 'succeeded', seen: '*', requirement: 'refund.settles' },
    { was: 'failed', seen: '*', requirement: 'refund.sandbox-fail' },
  ],
  mustRefuse: [
    { operation: 'create', was: 'failed', requirement: 'refund.failed-reference-stays-used' },
    { operation: 'create', was: '*', requirement: 'refund.duplicate-reference' },
  ],
  mustAccept: [],
};

const payout: Machine = {
  kind: 'payout',
  states: ['absent', 'pending', 'succeeded', 'failed'],
  operations: { create: operation(['absent', 'pending', 'payout.created']) },
  silentTransitions: [
    { from: 'pending', to: ['succeeded'], gate: 'may succeed', requirement: 'payout.succeeds' },
    { from: 'pending', to: ['failed'], gate: 'may fail', requirement: 'payout.failing-account' },
  ],
  timedTransitions: [
    { from: 'pending', to: ['succeeded'], gate: 'may succeed', requirement: 'payout.succeeds' },
    { from: 'pending', to: ['failed'], gate: 'may fail', requirement: 'payout.failing-account' },
  ],
  contradictions: [
    { was: 'absent', seen: '*', requirement: 'payout.unknown-reference' },
    { was: '*', seen: 'absent', requirement: 'payout.record-found' },
    { was: 'succeeded', seen: '*', requirement: 'payout.succeeds' },
    { was: 'failed', seen: '*', requirement: 'payout.failing-account' },
  ],
  mustRefuse: [{ operation: 'create', was: '*', requirement: 'payout.duplicate-reference' }],
  mustAccept: [],
};

const escrow: Machine = {
  kind: 'escrow',
  states: ['absent', 'pending_payment', 'funded', 'disputed', 'released', 'refunded', 'cancelled', 'expired'],
  operations: {
    create: operation(['absent', 'pending_payment', 'escrow.created']),
    pay: operation(
      ['pending_payment', 'funded', 'escrow.funded'],
      ...stays('escrow.cancelled-cannot-be-paid', 'absent', 'cancelled', 'expired'),
      ...stays('escrow.funded', 'funded', 'disputed', 'released', 'refunded'),
    ),
    // The chosen account may be one that cannot pay.
    'try to pay': operation(
      ['pending_payment', ['pending_payment', 'funded'], 'escrow.buyer-email-restricts'],
      ...stays('escrow.cancelled-cannot-be-paid', 'absent', 'cancelled', 'expired'),
      ...stays('escrow.funded', 'funded', 'disputed', 'released', 'refunded'),
    ),
    dispute: operation(
      ['funded', 'disputed', 'escrow.disputed'],
      ...stays(
        'escrow.disputed',
        'absent',
        'pending_payment',
        'disputed',
        'released',
        'refunded',
        'cancelled',
        'expired',
      ),
    ),
    // "Whether a disputed escrow may be released": not shown.
    release: operation(
      ['funded', 'released', 'escrow.released'],
      ['disputed', ['disputed', 'released'], 'escrow.released'],
      ...stays('escrow.unpaid-not-released', 'absent', 'pending_payment', 'cancelled', 'expired'),
      ...stays('escrow.released', 'released', 'refunded'),
    ),
    'buyer release': operation(
      ['funded', 'released', 'escrow.released-by-buyer'],
      ['disputed', ['disputed', 'released'], 'escrow.released-by-buyer'],
      ...stays('escrow.unpaid-not-released', 'absent', 'pending_payment', 'cancelled', 'expired'),
      ...stays('escrow.released', 'released', 'refunded'),
    ),
    // "Which statuses accept a refund call beyond those above": not shown.
    refund: operation(
      ['funded', 'refunded', 'escrow.refunded'],
      ['disputed', 'refunded', 'escrow.disputed-refunded'],
      ['released', ['released', 'refunded'], 'escrow.refunded'],
      ['pending_payment', ['pending_payment', 'refunded', 'cancelled'], 'escrow.refunded'],
      ['cancelled', ['cancelled', 'refunded'], 'escrow.refunded'],
      ['expired', ['expired', 'refunded'], 'escrow.refunded'],
      ...stays('escrow.refunded', 'absent', 'refunded'),
    ),
    cancel: operation(
      ['pending_payment', 'cancelled', 'escrow.cancelled'],
      ...stays('escrow.cancelled', 'absent', 'cancelled', 'expired'),
    ),
  },
  silentTransitions: [
    { from: 'pending_payment', to: ['funded'], gate: 'a person', requirement: 'escrow.funded' },
    { from: 'pending_payment', to: ['expired'], gate: 'time is up', requirement: 'escrow.expires' },
    { from: 'funded', to: ['released'], gate: 'automatic release', requirement: 'escrow.releases-by-itself' },
    { from: 'funded', to: ['released', 'disputed'], gate: 'a person', requirement: 'escrow.released-by-buyer' },
  ],
  timedTransitions: [
    { from: 'pending_payment', to: ['expired'], gate: 'time is up', requirement: 'escrow.expires' },
    { from: 'funded', to: ['released'], gate: 'automatic release', requirement: 'escrow.releases-by-itself' },
  ],
  contradictions: [
    { was: 'released', seen: '*', after: 'buyer release', requirement: 'escrow.released-by-buyer' },
    { was: 'released', seen: '*', after: 'time', requirement: 'escrow.releases-by-itself' },
    { was: 'absent', seen: '*', requirement: 'escrow.unknown-reference' },
    { was: '*', seen: 'absent', requirement: 'escrow.record-found' },
    { was: 'cancelled', seen: 'funded', requirement: 'escrow.cancelled-cannot-be-paid' },
    { was: 'cancelled', seen: '*', requirement: 'escrow.cancelled' },
    { was: 'expired', seen: '*', requirement: 'escrow.expires' },
    { was: 'disputed', seen: 'released', requirement: 'escrow.dispute-pauses-release' },
    { was: 'disputed', seen: '*', requirement: 'escrow.disputed' },
    { was: 'released', seen: '*', requirement: 'escrow.released' },
    { was: 'refunded', seen: '*', requirement: 'escrow.refunded' },
    { was: 'funded', seen: 'cancelled', requirement: 'escrow.paid-cannot-be-cancelled' },
    { was: 'funded', seen: 'expired', requirement: 'escrow.paid-does-not-expire' },
    { was: 'funded', seen: 'released', requirement: 'escrow.releases-by-itself' },
    { was: 'funded', seen: 'disputed', requirement: 'escrow.disputed' },
    { was: 'funded', seen: 'refunded', requirement: 'escrow.refunded' },
    { was: 'funded', seen: '*', requirement: 'escrow.funded' },
    { was: 'pending_payment', seen: 'released', requirement: 'escrow.unpaid-not-released' },
    { was: 'pending_payment', seen: 'expired', requirement: 'escrow.expires' },
    { was: 'pending_payment', seen: 'cancelled', requirement: 'escrow.cancelled' },
    { was: 'pending_payment', seen: 'funded', requirement: 'escrow.buyer-email-restricts' },
    { was: 'pending_payment', seen: '*', requirement: 'escrow.record-found' },
  ],
  mustRefuse: [
    { operation: 'create', was: '*', requirement: 'escrow.duplicate-reference' },
    { operation: 'cancel', was: '*', requirement: 'escrow.paid-cannot-be-cancelled' },
  ],
  mustAccept: [
    { operation: 'release', was: 'funded', requirement: 'escrow.released' },
    { operation: 'refund', was: 'funded', requirement: 'escrow.refunded' },
    { operation: 'refund', was: 'disputed', requirement: 'escrow.disputed-refunded' },
    { operation: 'cancel', was: 'pending_payment', requirement: 'escrow.cancelled' },
  ],
};

const endStates = ['REJECTED', 'EXPIRED', 'REVOKED', 'superseded'] as const;

const walletLink: Machine = {
  kind: 'wallet link',
  /** `superseded`: a newer request cancelled it; "the status given to the cancelled one: not shown". */
  states: ['absent', 'PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'REVOKED', 'superseded'],
  operations: {
    create: operation(['absent', 'PENDING', 'wallet-link.created']),
    approve: operation(
      ['PENDING', 'APPROVED', 'wallet-link.approved'],
      ...stays('wallet-link.approved', 'absent', 'APPROVED', ...endStates),
    ),
    reject: operation(
      ['PENDING', 'REJECTED', 'wallet-link.rejected'],
      ...stays('wallet-link.rejected', 'absent', 'APPROVED', ...endStates),
    ),
    'owner approve': operation(
      ['PENDING', 'APPROVED', 'wallet-link.decided-by-owner'],
      ...stays('wallet-link.decided-by-owner', 'absent', 'APPROVED', ...endStates),
    ),
    'owner reject': operation(
      ['PENDING', 'REJECTED', 'wallet-link.decided-by-owner'],
      ...stays('wallet-link.decided-by-owner', 'absent', 'APPROVED', ...endStates),
    ),
    'owner unlink': operation(
      ['APPROVED', 'REVOKED', 'wallet-link.revoked-by-owner'],
      ['PENDING', ['PENDING', 'superseded'], 'wallet-link.revoked-by-owner'],
      ...stays('wallet-link.revoked-by-owner', 'absent', 'REJECTED', 'EXPIRED', 'REVOKED'),
    ),
    // The effect of DELETE on a link that was never approved is not shown.
    unlink: operation(
      ['APPROVED', 'REVOKED', 'wallet-link.revoked'],
      ['PENDING', ['PENDING', 'superseded'], 'wallet-link.revoked'],
      ...stays('wallet-link.revoked', 'absent', 'REJECTED', 'EXPIRED', 'REVOKED'),
    ),
    // "A newer request for the same wallet cancels the older pending one": a request of the same merchant certainly
    // does. While it is under way, 'perhaps supersede' makes `superseded` possible; this row then rules `PENDING` out.
    supersede: operation(
      ['APPROVED', 'APPROVED', 'wallet-link.approved-stays'],
      ...stays('wallet-link.newer-cancels-older', ...endStates),
    ),
    // Whether a request of another merchant counts as such a request can be read either way.
    'perhaps supersede': operation(
      ['PENDING', ['PENDING', 'superseded'], 'wallet-link.newer-cancels-older'],
      ...stays('wallet-link.newer-cancels-older', 'APPROVED', ...endStates),
    ),
  },
  silentTransitions: [
    { from: 'PENDING', to: ['EXPIRED'], gate: 'time is up', requirement: 'wallet-link.expires' },
    {
      from: 'PENDING',
      to: ['APPROVED', 'REJECTED', 'superseded'],
      gate: 'a person',
      requirement: 'wallet-link.decided-by-owner',
    },
    { from: 'APPROVED', to: ['REVOKED'], gate: 'a person', requirement: 'wallet-link.revoked-by-owner' },
  ],
  timedTransitions: [{ from: 'PENDING', to: ['EXPIRED'], gate: 'time is up', requirement: 'wallet-link.expires' }],
  contradictions: [
    { was: 'APPROVED', seen: 'PENDING', after: 'owner approve', requirement: 'wallet-link.decided-by-owner' },
    { was: 'REJECTED', seen: '*', after: 'owner reject', requirement: 'wallet-link.decided-by-owner' },
    { was: 'REVOKED', seen: '*', after: 'owner unlink', requirement: 'wallet-link.revoked-by-owner' },
    { was: 'absent', seen: '*', requirement: 'wallet-link.status-read' },
    { was: '*', seen: 'absent', requirement: 'wallet-link.status-read' },
    { was: 'APPROVED', seen: 'EXPIRED', requirement: 'wallet-link.approved-does-not-expire' },
    { was: 'APPROVED', seen: '*', requirement: 'wallet-link.approved' },
    { was: 'REJECTED', seen: '*', requirement: 'wallet-link.rejected' },
    { was: 'EXPIRED', seen: '*', requirement: 'wallet-link.expires' },
    { was: 'REVOKED', seen: '*', requirement: 'wallet-link.revoked' },
    { was: 'superseded', seen: '*', requirement: 'wallet-link.newer-cancels-older' },
    { was: 'PENDING', seen: 'EXPIRED', requirement: 'wallet-link.expires' },
    { was: 'PENDING', seen: '*', requirement: 'wallet-link.status-read' },
  ],
  mustRefuse: [{ operation: 'create', was: '*', requirement: 'wallet-link.known-ref' }],
  mustAccept: [
    { operation: 'approve', was: 'PENDING', requirement: 'wallet-link.approved' },
    { operation: 'reject', was: 'PENDING', requirement: 'wallet-link.rejected' },
    { operation: 'unlink', was: 'APPROVED', requirement: 'wallet-link.revoked' },
  ],
};

export const machines: Readonly<Record<ObjectKind, Machine>> = {
  checkout,
  refund,
  payout,
  escrow,
  'wallet link': walletLink,
};
