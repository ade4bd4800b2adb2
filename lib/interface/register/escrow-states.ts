import type { Requirement } from './types.ts';

/** The second part of the chapter `escrows`: its states, and the money that moves with them. */
export const escrowStates = {
  'escrow.funded': {
    source: 'States and transitions, Escrow, buyer pays',
    statement: 'An escrow that the buyer paid, until shortly before its expiry, becomes `funded`.',
    needs: ['escrow-buyer'],
    smoke: true,
  },
  'escrow.buyer-email-restricts': {
    source: 'Resources, Escrow, create request, buyer.email',
    statement:
      'With `buyer.email` set, the account of that address can pay; that of any other cannot, and the escrow stays `pending_payment`, whomever another escrow of the same reference names.',
    needs: ['escrow-buyer-email'],
  },
  'escrow.anybody-may-pay': {
    source: 'Resources, Escrow, create request, buyer.email',
    statement:
      'Without `buyer.email` the wallet account of any address can pay an escrow, whomever the escrow before it, or another one, of the same reference or not, names.',
    needs: ['escrow-buyer-email'],
  },
  'escrow.funding-is-held': {
    source: 'States and transitions, Escrow, buyer pays',
    statement:
      "While an escrow is funded or disputed, for however long and beside whichever others, the seller cannot spend its money: the seller wallet's `availableMinor` does not rise.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
    weighs: 'held-money',
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
      'An unpaid escrow becomes `expired` 24 hours after its creation, whichever its amount and its `autoReleaseHours`, and is `pending_payment` until shortly before.',
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
    statement:
      'A funded escrow that the buyer releases, until shortly before its automatic release, becomes `released`.',
    needs: ['escrow-buyer', 'escrow-buyer-release'],
  },
  'escrow.unpaid-not-released': {
    source: 'States and transitions, Escrow, POST release',
    statement:
      'Release of an unpaid escrow does not release it, however often it is asked for: it stays `pending_payment`.',
    needs: [],
    weighs: 'held-money',
  },
  'escrow.release-pays-seller': {
    source: 'Endpoints, behaviour rule 6',
    statement:
      "Release raises the seller wallet's `availableMinor` by the amount less `feeAmount`, by the whole amount where there is no fee, that wallet's and no other one's.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
    weighs: 'held-money',
  },
  'escrow.release-pays-fee': {
    source: 'Resources, Escrow, create request, feeWalletId',
    statement:
      'Release of an escrow with a fee, and neither its payment nor the time for which its money is held, raises the `availableMinor` of the wallet `feeWalletId` by `feeAmount`.',
    needs: ['escrow-buyer', 'sandbox-wallet'],
    weighs: 'held-money',
  },
  'escrow.release-pays-large': {
    source: 'Endpoints, behaviour rule 6',
    statement:
      "Release of an escrow of more than 2,147,483,647 or 4,294,967,295 kobo, where the target takes one, raises the seller wallet's `availableMinor` by the amount.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
    weighs: 'held-money',
  },
  'escrow.buyer-release-pays': {
    source: 'States and transitions, Escrow, buyer releases',
    statement:
      "A release by the buyer raises the seller wallet's `availableMinor` by the amount less `feeAmount`, and that of the wallet `feeWalletId`, which its payment does not raise, by `feeAmount`.",
    needs: ['escrow-buyer', 'escrow-buyer-release', 'sandbox-wallet'],
  },
  'escrow.auto-release-pays-fee': {
    source: 'States and transitions, Escrow, automatic release',
    statement:
      "An automatic release of an escrow with a fee raises the seller wallet's `availableMinor` by the amount less `feeAmount`, and that of the wallet `feeWalletId`, which its payment does not raise, by `feeAmount`, also where several are due at once.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
    waits: '1h',
  },
  'escrow.each-pays-its-own': {
    source: 'Endpoints, behaviour rule 6',
    statement:
      "Of several escrows of one seller each release or partial refund raises the wallet's `availableMinor` by what is due for that one, whatever became of the others, in turn or at once.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.full-refund-takes-no-fee': {
    source: 'Resources, Escrow, create request, feeAmount',
    statement:
      'A full refund of an escrow with a fee pays neither the seller nor the wallet `feeWalletId`, nor does its payment or the time for which its money is held.',
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.dispute-refund-pays-remainder': {
    source: 'Resources, Escrow, refund request',
    statement:
      "A partial refund of a disputed escrow without a fee, before or after its `autoReleaseHours`, raises the seller wallet's `availableMinor` by the remainder, a full one by nothing.",
    needs: ['escrow-buyer', 'escrow-dispute', 'sandbox-wallet'],
  },
  'escrow.event-amounts': {
    source: 'Events, event kinds',
    statement:
      "`amountMinor` is the seller's share before the fee in `escrow.released` and what the buyer got in `escrow.refunded`, whatever amount and part.",
    needs: ['escrow-buyer', 'sandbox-wallet', 'webhooks'],
  },
  'escrow.event-amounts-with-fee': {
    source: 'Events, event kinds',
    statement:
      'With a fee, `amountMinor` of `escrow.released` is the amount before the fee, and that of `escrow.refunded` the whole that the buyer got.',
    needs: ['escrow-buyer', 'sandbox-wallet', 'webhooks'],
  },
  'escrow.one-end-at-once': {
    source: 'States and transitions, Escrow',
    statement:
      'Of two things that are asked for at once of an escrow, such as release and refund or cancel and payment, one comes about: its status is one of the two, the seller has what is due for it, and one event tells of it.',
    needs: [],
  },
  'escrow.one-of-a-reference': {
    source: 'Errors, duplicate_reference',
    statement:
      'Of several escrows with one `reference` that are sent at once under different keys one is accepted, the others are refused with 409.',
    needs: [],
  },
  'escrow.releases-by-itself': {
    source: 'States and transitions, Escrow, automatic release',
    statement:
      'A funded escrow with `autoReleaseHours` 1 becomes `released` after 1 hour without a report of the buyer, whichever optional fields it has and also while its page is open, and is `funded` until shortly before.',
    needs: ['escrow-buyer'],
    waits: '1h',
  },
  'escrow.auto-release-pays-seller': {
    source: 'States and transitions, Escrow, automatic release',
    statement:
      "An automatic release raises the seller wallet's `availableMinor` by the amount less `feeAmount`, by the whole amount where there is no fee, that wallet's and no other one's.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
    waits: '1h',
  },
  'escrow.auto-release-default': {
    source: 'Limits, Escrow autoReleaseHours',
    statement:
      'Without `autoReleaseHours` a funded escrow is released after 72 hours, and not shortly before, whatever the escrow before it was given.',
    needs: ['escrow-buyer'],
    waits: '72h',
  },
  'escrow.auto-release-after-720-hours': {
    source: 'Limits, Escrow autoReleaseHours',
    statement: 'A funded escrow with `autoReleaseHours` 720 is released after 720 hours, and not shortly before.',
    needs: ['escrow-buyer'],
    waits: '720h',
  },
  'escrow.auto-release-from-payment': {
    source: 'States and transitions, Escrow, automatic release',
    statement:
      'The `autoReleaseHours` are those in which an escrow is funded: they count from its payment, not from its creation.',
    needs: ['escrow-buyer'],
    waits: '2h',
  },
  'escrow.releases-after-its-hours': {
    source: 'Limits, Escrow autoReleaseHours',
    statement:
      'A funded escrow of any amount, with any `autoReleaseHours` from 1 to 720, such as 2, 30 or 73, is released after so many hours, and not shortly before or with another one of its seller, whatever becomes of that one.',
    needs: ['escrow-buyer'],
  },
  'escrow.timers-run-on': {
    source: 'Limits, Escrow expiry',
    statement:
      'What is read, repeated or refused meanwhile puts off neither the expiry of an unpaid escrow nor the automatic release of a funded one.',
    needs: [],
    waits: '24h',
  },
  'escrow.disputed': {
    source: 'States and transitions, Escrow, buyer files a refund request',
    statement:
      'A funded escrow for which the buyer asks for a refund, until shortly before its automatic release, becomes `disputed`.',
    needs: ['escrow-buyer', 'escrow-dispute'],
  },
  'escrow.dispute-pauses-release': {
    source: 'States and transitions, Escrow, buyer files a refund request',
    statement:
      'A disputed escrow is not released automatically: it is still `disputed` when `autoReleaseHours` are over, whatever was tried in vain before.',
    needs: ['escrow-buyer', 'escrow-dispute'],
    waits: '1h',
    weighs: 'held-money',
  },
  'escrow.refunded': {
    source: 'States and transitions, Escrow, POST refund',
    statement:
      'Refund of a funded escrow, in full or in part, is answered with 200, and the escrow becomes `refunded`.',
    needs: ['escrow-buyer'],
  },
  'escrow.disputed-refunded': {
    source: 'States and transitions, Escrow, POST refund',
    statement:
      'Refund of a disputed escrow, in full or in part, before or after its `autoReleaseHours`, is answered with 200, and the escrow becomes `refunded`.',
    needs: ['escrow-buyer', 'escrow-dispute'],
  },
  'escrow.refund-amount-integer': {
    source: 'Resources, Escrow, refund request',
    statement:
      'A refund `amount` that is no integer (a fraction, digits in a string, true, a list, an object) is refused with 400 `invalid_request`, and the escrow stays `funded`.',
    needs: ['escrow-buyer'],
    weighs: 'wrong-requests',
  },
  'escrow.refund-reason-text': {
    source: 'Resources, Escrow, refund request',
    statement:
      'A refund `reason` that is no string (a number, true, a list, an object) is refused with 400 `invalid_request`, and the escrow stays `funded`.',
    needs: ['escrow-buyer'],
    weighs: 'texts',
  },
  'escrow.refund-body-object': {
    source: 'Errors, invalid_request',
    statement:
      'A refund call whose body is no JSON object (cut off, a list, a text, a number) is refused with 400 `invalid_request` although nothing in it is required, and the escrow stays `funded`.',
    needs: ['escrow-buyer'],
  },
  'escrow.malformed-refund-does-nothing': {
    source: 'Errors, invalid_request',
    statement:
      'An hour after malformed refund calls the escrow is funded still: no money has moved, no `escrow.refunded` has come, and a valid refund or release then moves what is due and tells of it, whatever amount a malformed one named.',
    needs: ['escrow-buyer'],
    waits: '1h',
  },
  'escrow.refund-within-amount': {
    source: 'Resources, Escrow, refund request',
    statement:
      'Whether it is refused or not, a refund of 0, of a negative amount or of more than the escrow holds gives the seller neither less than nothing nor more than was paid, and one of 0 that is accepted all of it; refused, it moves nothing.',
    needs: ['escrow-buyer', 'sandbox-wallet'],
  },
  'escrow.refund-pays-remainder': {
    source: 'Resources, Escrow, refund request',
    statement:
      "A partial refund of an escrow without a fee raises the seller wallet's `availableMinor` by the remainder, a full one by nothing.",
    needs: ['escrow-buyer', 'sandbox-wallet'],
    weighs: 'held-money',
  },
  'escrow.wallet-not-linked': {
    source: 'Endpoints, behaviour rule 5',
    statement:
      'With linked wallets required, an escrow for a seller wallet without an approved link is refused with a 4xx status and `wallet_not_linked`.',
    needs: ['linked-wallets-setting'],
  },
  'escrow.wallet-not-linked-otherwise': {
    source: 'Endpoints, behaviour rule 5',
    statement:
      "With linked wallets required, a seller wallet is refused with `wallet_not_linked` whose only approved link was unlinked, also while a newer one waits, or whose only link was rejected, has expired, was cancelled by a newer request, is another merchant's or leads to another wallet; its balance is closed with 403.",
    needs: ['linked-wallets-setting', 'sandbox-wallet'],
  },
  'escrow.wallet-linked-again': {
    source: 'Endpoints, behaviour rule 5',
    statement:
      'With linked wallets required, an escrow is accepted for a seller wallet with an approved link, whatever became of earlier requests for one, and whether the merchant or the owner had unlinked it before.',
    needs: ['linked-wallets-setting', 'sandbox-wallet'],
  },
  'escrow.wallet-linked': {
    source: 'Endpoints, behaviour rule 5',
    statement:
      'With linked wallets required, an escrow for a seller wallet with an approved link is accepted with 201, however long ago it was approved, and whatever became of a newer request; no longer required, also for one without.',
    needs: ['linked-wallets-setting', 'sandbox-wallet'],
  },
} as const satisfies Record<string, Requirement>;
