import { coverageTable, excluded } from './table.ts';

const open = 'escrow.refund-after-its-end';
const admin = excluded('What an administrator decides cannot be brought about from outside.');
const unpaid = excluded('Nothing was paid: there is no money to move.');
const buyerSide = excluded("No answer shows a buyer's money; what the buyer got is seen in `escrow.refunded` alone.");
export const escrowStateTable = coverageTable({
  title: 'Escrow: state and what is tried',
  source: 'States and transitions, Escrow',
  axes: ['state, and the way there', 'what is tried'],
  cells: {
    pending_payment: {
      release: ['escrow.unpaid-not-released', 'escrow.stays-until-its-turn'],
      refund: ['escrow.stays-until-its-turn', 'escrow.refund-in-other-states'],
      cancel: 'escrow.cancelled',
      'buyer pays': 'escrow.funded',
      'buyer releases': 'escrow.buyer-release-only-when-funded',
      'buyer disputes': 'escrow.dispute-only-when-funded',
      'time to release passes': 'escrow.outlasts-time',
      'a day passes': 'escrow.expires',
      'same reference': ['escrow.duplicate-reference', 'escrow.reference-spent-for-good'],
    },
    funded: {
      release: 'escrow.released',
      refund: 'escrow.refunded',
      cancel: 'escrow.paid-cannot-be-cancelled',
      'buyer pays': 'escrow.stays-until-its-turn',
      'buyer releases': 'escrow.released-by-buyer',
      'buyer disputes': 'escrow.disputed',
      'time to release passes': ['escrow.releases-by-itself', 'escrow.auto-release-default'],
      'a day passes': ['escrow.paid-does-not-expire', 'escrow.outlasts-time'],
      'same reference': 'escrow.reference-spent-for-good',
    },
    disputed: {
      release: ['escrow.dispute-only-when-funded', 'escrow.release-while-disputed'],
      refund: 'escrow.disputed-refunded',
      cancel: 'escrow.dispute-only-when-funded',
      'buyer pays': 'escrow.dispute-only-when-funded',
      'buyer releases': 'escrow.buyer-release-only-when-funded',
      'buyer disputes': 'escrow.dispute-only-when-funded',
      'time to release passes': 'escrow.dispute-pauses-release',
      'a day passes': 'escrow.dispute-only-when-funded',
      'same reference': 'escrow.dispute-only-when-funded',
    },
    'disputed, decided by an administrator': {
      release: admin,
      refund: admin,
      cancel: admin,
      'buyer pays': admin,
      'buyer releases': admin,
      'buyer disputes': admin,
      'time to release passes': admin,
      'a day passes': admin,
      'same reference': admin,
    },
    'released by the merchant': ended('escrow.released-is-final'),
    'released by itself': ended('escrow.outlasts-time'),
    'released by the buyer': ended('escrow.buyer-release-only-when-funded'),
    'refunded in full': ended('escrow.refunded-is-final'),
    'refunded in part': ended('escrow.refunded-is-final'),
    'refunded after a dispute': ended('escrow.dispute-only-when-funded'),
    cancelled: { ...ended('escrow.cancelled-is-final'), 'buyer pays': 'escrow.cancelled-cannot-be-paid' },
    expired: { ...ended('escrow.expired-is-final'), 'buyer pays': 'escrow.expired-cannot-be-paid' },
  },
});

function ended(
  id:
    | 'escrow.released-is-final'
    | 'escrow.refunded-is-final'
    | 'escrow.cancelled-is-final'
    | 'escrow.expired-is-final'
    | 'escrow.outlasts-time'
    | 'escrow.buyer-release-only-when-funded'
    | 'escrow.dispute-only-when-funded',
) {
  return {
    release: id,
    refund: [open, 'escrow.refund-in-other-states'],
    cancel: id,
    'buyer pays': id,
    'buyer releases': 'escrow.buyer-release-only-when-funded',
    'buyer disputes': 'escrow.dispute-only-when-funded',
    'time to release passes': 'escrow.outlasts-time',
    'a day passes': 'escrow.outlasts-time',
    'same reference': 'escrow.reference-spent-for-good',
  } as const;
}

export const escrowMoneyTable = coverageTable({
  title: 'Escrow: ways out and whose money',
  source: 'Endpoints, behaviour rule 6; Resources, Escrow, refund request; Events, event kinds',
  axes: ['way out', 'whose'],
  cells: {
    'release by the merchant': {
      seller: ['escrow.release-pays-seller', 'escrow.release-pays-large'],
      'fee wallet': 'escrow.release-pays-fee',
      buyer: buyerSide,
      'amountMinor of its event': ['escrow.event-amounts', 'escrow.event-amounts-with-fee'],
      'once only': 'escrow.paid-out-once',
    },
    'release by the buyer': {
      seller: 'escrow.buyer-release-pays',
      'fee wallet': 'escrow.buyer-release-pays',
      buyer: buyerSide,
      'amountMinor of its event': 'webhook.escrow-released-by-buyer',
      'once only': 'escrow.buyer-release-only-when-funded',
    },
    'automatic release': {
      seller: 'escrow.auto-release-pays-seller',
      'fee wallet': 'escrow.auto-release-pays-fee',
      buyer: buyerSide,
      'amountMinor of its event': 'webhook.escrow-released-by-itself',
      'once only': 'escrow.outlasts-time',
    },
    'full refund': {
      seller: 'escrow.refund-pays-remainder',
      'fee wallet': 'escrow.full-refund-takes-no-fee',
      buyer: buyerSide,
      'amountMinor of its event': 'escrow.event-amounts',
      'once only': 'escrow.paid-out-once',
    },
    'partial refund': {
      seller: 'escrow.refund-pays-remainder',
      'fee wallet': 'escrow.partial-refund-fee',
      buyer: buyerSide,
      'amountMinor of its event': 'escrow.event-amounts',
      'once only': 'escrow.paid-out-once',
    },
    'refund of a disputed one': {
      seller: 'escrow.dispute-refund-pays-remainder',
      'fee wallet': 'escrow.partial-refund-fee',
      buyer: buyerSide,
      'amountMinor of its event': 'webhook.escrow-refunded-amount',
      'once only': 'escrow.dispute-only-when-funded',
    },
    'cancel or expiry': {
      seller: 'escrow.paid-out-once',
      'fee wallet': 'escrow.paid-out-once',
      buyer: unpaid,
      'amountMinor of its event': 'webhook.escrow-event-fields',
      'once only': 'escrow.end-told-once',
    },
  },
});
