import type { Requirement } from './types.ts';

/** The second half of the chapter `escrows`: its states, and the money that moves with them. */
export const escrowStates = {
  'escrow.funded': {
    source: 'States and transitions, Escrow, buyer pays',
    statement: 'An escrow that the buyer paid becomes `funded`.',
    needs: ['escrow-buyer'],
    smoke: true,
  },
  'escrow.buyer-email-restricts': {
    source: 'Resources, Escrow, create request, buyer.email',
    statement:
      'With `buyer.email` set, the account of that address can pay; that of any other cannot, and the escrow stays `pending_payment`.',
    needs: ['escrow-buyer-email'],
  },
  'escrow.funding-is-held': {
    source: 'States and transitions, Escrow, buyer pays',
    statement:
      "While an escrow is funded the seller cannot spend its money: the seller wallet's `availableMinor` does not rise.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.cancelled': {
    source: 'States and transitions, Escrow, POST cancel',
    statement: 'Cancel of an unpaid escrow is answered with 200, and the escrow becomes `cancelled`.',
    needs: [],
  },
  'escrow.cancelled-cannot-be-paid': {
    source: 'States and transitions, Escrow',
    statement: 'A cancelled escrow cannot be paid any more: when a buyer tries, it stays `cancelled`.',
    needs: ['escrow-buyer'],
  },
  'escrow.paid-cannot-be-cancelled': {
    source: 'States and transitions, Escrow, below the table',
    statement: 'Cancel of a funded escrow is refused with a 4xx status, and the escrow stays `funded`.',
    needs: ['escrow-buyer'],
  },
  'escrow.expires': {
    source: 'Limits, Escrow expiry',
    statement:
      'An unpaid escrow becomes `expired` 24 hours after its creation, and is `pending_payment` until shortly before.',
    needs: [],
    waits: '24h',
  },
  'escrow.paid-does-not-expire': {
    source: 'States and transitions, Escrow, 24 hours pass unpaid',
    statement:
      'A funded escrow with the default time to automatic release is still `funded` 24 hours after its creation.',
    needs: ['escrow-buyer'],
    waits: '24h',
  },
  'escrow.released': {
    source: 'States and transitions, Escrow, POST release',
    statement: 'Release of a funded escrow is answered with 200, and the escrow becomes `released`.',
    needs: ['escrow-buyer'],
    smoke: true,
  },
  'escrow.released-by-buyer': {
    source: 'States and transitions, Escrow, buyer releases',
    statement: 'A funded escrow that the buyer releases becomes `released`.',
    needs: ['escrow-buyer', 'escrow-buyer-release'],
  },
  'escrow.unpaid-not-released': {
    source: 'States and transitions, Escrow, POST release',
    statement: 'Release of an unpaid escrow does not release it: it stays `pending_payment`.',
    needs: [],
  },
  'escrow.release-pays-seller': {
    source: 'Endpoints, behaviour rule 6',
    statement:
      "Release raises the seller wallet's `availableMinor` by the amount less `feeAmount`, by the whole amount where there is no fee.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.release-pays-fee': {
    source: 'Resources, Escrow, create request, feeWalletId',
    statement:
      'Release of an escrow with a fee raises the `availableMinor` of the wallet `feeWalletId` by `feeAmount`.',
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.releases-by-itself': {
    source: 'States and transitions, Escrow, automatic release',
    statement:
      'A funded escrow with `autoReleaseHours` 1 becomes `released` after 1 hour without a report of the buyer, and is `funded` until shortly before.',
    needs: ['escrow-buyer'],
    waits: '1h',
  },
  'escrow.auto-release-pays-seller': {
    source: 'States and transitions, Escrow, automatic release',
    statement: "An automatic release raises the seller wallet's `availableMinor` as a release by the merchant does.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
    waits: '1h',
  },
  'escrow.auto-release-default': {
    source: 'Limits, Escrow autoReleaseHours',
    statement: 'Without `autoReleaseHours` a funded escrow is released after 72 hours, and not shortly before.',
    needs: ['escrow-buyer'],
    waits: '72h',
  },
  'escrow.auto-release-after-720-hours': {
    source: 'Limits, Escrow autoReleaseHours',
    statement: 'A funded escrow with `autoReleaseHours` 720 is released after 720 hours, and not shortly before.',
    needs: ['escrow-buyer'],
    waits: '720h',
  },
  'escrow.disputed': {
    source: 'States and transitions, Escrow, buyer files a refund request',
    statement: 'A funded escrow for which the buyer asks for a refund becomes `disputed`.',
    needs: ['escrow-buyer', 'escrow-dispute'],
  },
  'escrow.dispute-pauses-release': {
    source: 'States and transitions, Escrow, buyer files a refund request',
    statement:
      'A disputed escrow is not released automatically: it is still `disputed` when `autoReleaseHours` are over.',
    needs: ['escrow-buyer', 'escrow-dispute'],
    waits: '1h',
  },
  'escrow.refunded': {
    source: 'States and transitions, Escrow, POST refund',
    statement:
      'Refund of a funded escrow, in full or in part, is answered with 200, and the escrow becomes `refunded`.',
    needs: ['escrow-buyer'],
  },
  'escrow.disputed-refunded': {
    source: 'States and transitions, Escrow, POST refund',
    statement: 'Refund of a disputed escrow is answered with 200, and the escrow becomes `refunded`.',
    needs: ['escrow-buyer', 'escrow-dispute'],
  },
  'escrow.refund-amount-integer': {
    source: 'Resources, Escrow, refund request',
    statement:
      'A refund `amount` that is no integer (a fraction, digits in a string) is refused with 400 `invalid_request`, and the escrow stays `funded`.',
    needs: ['escrow-buyer'],
  },
  'escrow.refund-pays-remainder': {
    source: 'Resources, Escrow, refund request',
    statement:
      "A partial refund of an escrow without a fee raises the seller wallet's `availableMinor` by the remainder, a full one by nothing.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.wallet-not-linked': {
    source: 'Endpoints, behaviour rule 5',
    statement:
      'With linked wallets required, an escrow for a seller wallet without an approved link is refused with a 4xx status and `wallet_not_linked`.',
    needs: ['linked-wallets-setting'],
  },
  'escrow.wallet-linked': {
    source: 'Endpoints, behaviour rule 5',
    statement:
      'With linked wallets required, an escrow for a seller wallet with an approved link is accepted with 201.',
    needs: ['linked-wallets-setting', 'sandbox-wallet'],
  },
} as const satisfies Record<string, Requirement>;
