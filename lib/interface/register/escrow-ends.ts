import type { Requirement } from './types.ts';

/** The chapter `escrows`: triggers that leave the state of an escrow unchanged, and the finality of its end states. */
export const escrowEnds = {
  'escrow.released-is-final': {
    source: 'States and transitions, Escrow',
    statement:
      'A released escrow, however it was released, stays `released`, whatever merchant and buyer try and however much time passes.',
    needs: ['escrow-buyer'],
  },
  'escrow.refunded-is-final': {
    source: 'States and transitions, Escrow',
    statement:
      'A refunded escrow, in full, in part or after a dispute, stays `refunded`, whatever merchant and buyer try and however much time passes.',
    needs: ['escrow-buyer'],
  },
  'escrow.cancelled-is-final': {
    source: 'States and transitions, Escrow',
    statement: 'A cancelled escrow stays `cancelled`, whatever merchant and buyer try and however much time passes.',
    needs: [],
  },
  'escrow.expired-is-final': {
    source: 'States and transitions, Escrow',
    statement: 'An expired escrow stays `expired`, whatever merchant and buyer try and however much time passes.',
    needs: [],
    waits: '24h',
  },
  'escrow.expired-cannot-be-paid': {
    source: 'States and transitions, Escrow',
    statement: 'An expired escrow cannot be paid any more: when a buyer tries, it stays `expired`.',
    needs: ['escrow-buyer'],
    waits: '24h',
  },
  'escrow.outlasts-time': {
    source: 'States and transitions, Escrow',
    statement:
      'Time moves an escrow by the two rows of the table alone: whatever is over stays as it is an hour and a day later, an unpaid one is not released and a funded one does not expire.',
    needs: ['escrow-buyer'],
    waits: '1h',
  },
  'escrow.buyer-release-only-when-funded': {
    source: 'States and transitions, Escrow, buyer releases',
    statement:
      "A buyer's release leaves an escrow as it is that is unpaid or over, and ends a funded one as the merchant's does: for good, told once, paid once.",
    needs: ['escrow-buyer', 'escrow-buyer-release'],
  },
  'escrow.dispute-only-when-funded': {
    source: 'States and transitions, Escrow, buyer files a refund request',
    statement:
      "A buyer's request for a refund leaves an escrow as it is that is unpaid or over; a disputed one is neither paid, cancelled, disputed again nor released by time, and its refund is final, told once, paid once.",
    needs: ['escrow-buyer', 'escrow-dispute'],
  },
  'escrow.reference-spent-for-good': {
    source: 'Errors, duplicate_reference',
    statement:
      'The `reference` of an escrow is refused with 409 `duplicate_reference` in every later state of it: funded, released, refunded, cancelled or expired.',
    needs: ['escrow-buyer'],
  },
  'escrow.paid-out-once': {
    source: 'States and transitions, Escrow',
    statement:
      'After its end an escrow pays nobody again: seller and fee wallet have what was due to them, also an hour and a day after further releases, payments, cancels and disputes were tried, and when its event has been sent again.',
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.end-told-once': {
    source: 'Events, event kinds',
    statement:
      'Of an escrow that is over no event has come twice (with different ids), and none of an end that it did not have.',
    needs: ['webhooks'],
  },
  'escrow.refund-after-its-end': {
    source: 'States and transitions, Escrow, below the table',
    statement:
      'A refund of an escrow that is over changes neither its status nor what anybody has, where it is refused; where it is accepted it pays the seller nothing more.',
    needs: [],
  },
  'escrow.stays-until-its-turn': {
    source: 'States and transitions, Escrow',
    statement:
      'An escrow leaves its state by its own rows alone: an unpaid one is neither released, by whomever or by time, nor disputed; a paid one is neither cancelled nor paid again; a disputed one is not disputed again, cancelled or released by time.',
    needs: ['escrow-buyer'],
  },
  'escrow.refused-deeds-have-no-effect': {
    source: 'States and transitions, Escrow',
    statement:
      "After what its state does not allow was tried in vain, an escrow goes its way as if it had not been: it is paid, released or refunded, the seller's `availableMinor` rises by what is due, and no event tells of what was refused.",
    needs: ['escrow-buyer'],
  },
} as const satisfies Record<string, Requirement>;
