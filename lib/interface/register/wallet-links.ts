import type { Observation, Requirement } from './types.ts';

export const walletLinks = {
  'wallet-link.created': {
    source: 'Endpoints, POST /v1/wallet-links',
    statement:
      'A link request with a new `linkRef` is answered with 201: a `linkId`, the `linkRef` and `walletId` that were sent, a `walletName` and `status` `PENDING`.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.name-masked': {
    source: 'Resources, Wallet link, walletName',
    statement: "The `walletName` of the create response is masked: it does not contain the holder's full name.",
    needs: ['wallets'],
    weighs: 'texts',
  },
  'wallet-link.expires-at': {
    source: 'Resources, Wallet link, expiresAt',
    statement:
      'The create response carries `expiresAt`, an ISO 8601 date-time about `expiresInMinutes` after the request.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.names-masked': {
    source: 'Resources, Wallet link, walletName',
    statement:
      "The `walletName` of the create response does not contain all words of the holder's name, be they one or several, long, or not in ASCII.",
    needs: ['wallets'],
  },
  'wallet-link.registered-name': {
    source: 'Resources, Wallet link, walletName',
    statement:
      "The `walletName` of `wallet.link.approved` is the holder's name as it is registered, of one word or several, long, or not in ASCII.",
    needs: ['wallets', 'webhooks'],
  },
  'wallet-link.expires-at-agrees': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement:
      "With 5, 60 or any `expiresInMinutes` between, `expiresAt` is so many minutes after the request by the target's clock; the link is `PENDING` until shortly before and `EXPIRED` soon after.",
    needs: ['sandbox-wallet'],
    waits: '5m',
  },
  'wallet-link.end-not-put-off': {
    source: 'Endpoints, POST /v1/wallet-links',
    statement:
      'Neither reading a link, nor sending its `linkRef` again, nor what is refused meanwhile puts off its end.',
    needs: ['sandbox-wallet'],
    waits: '10m',
  },
  'wallet-link.known-ref': {
    source: 'Endpoints, POST /v1/wallet-links',
    statement:
      'A link request with the `linkRef` of a pending link is answered with 200 and the body of that link, with the same `linkId`.',
    needs: ['sandbox-wallet'],
  },

  'wallet-link.required-fields': {
    source: 'Endpoints, POST /v1/wallet-links, request',
    statement:
      'A link request that lacks `linkRef`, `walletId`, `requesterName` or `expiresInMinutes` is refused with 400 `invalid_request`.',
    needs: ['sandbox-wallet'],
    weighs: 'wrong-requests',
  },
  'wallet-link.field-types': {
    source: 'Endpoints, POST /v1/wallet-links, request',
    statement:
      'A link request with anything but a string as `linkRef`, `walletId` or `requesterName`, anything but an integer as `expiresInMinutes`, or whose body is no JSON object, is refused with 400 `invalid_request`.',
    needs: ['sandbox-wallet'],
    weighs: 'wrong-requests',
  },
  'wallet-link.wallet-id-digits': {
    source: 'Resources, Wallet link, walletId',
    statement:
      'A link request whose `walletId` is not 10 digits, such as 10 digits and a line feed, a space, a sign or full-width digits, is refused: status and code are not shown; a fault of the caller is taken to be 4xx, in the error shape.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.expiry-shortest': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement: 'An `expiresInMinutes` of 5 is accepted, whatever was asked for about the wallet before.',
    needs: ['sandbox-wallet'],
    weighs: 'wrong-requests',
  },
  'wallet-link.expiry-too-short': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement: 'An `expiresInMinutes` of 4 or less is refused with 400 `invalid_request`.',
    needs: ['sandbox-wallet'],
    weighs: 'wrong-requests',
  },
  'wallet-link.expiry-longest': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement: 'An `expiresInMinutes` of 60 is accepted, whatever was asked for about the wallet before.',
    needs: ['sandbox-wallet'],
    weighs: 'wrong-requests',
  },
  'wallet-link.expiry-too-long': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement: 'An `expiresInMinutes` of 61 or more is refused with 400 `invalid_request`.',
    needs: ['sandbox-wallet'],
    weighs: 'wrong-requests',
  },
  'wallet-link.five-per-hour': {
    source: 'Limits, Wallet link requests',
    statement: 'Five link requests for one wallet within an hour are accepted.',
    needs: ['wallets'],
  },
  'wallet-link.sixth-refused': {
    source: 'Endpoints, behaviour rule 7',
    statement:
      'A sixth link request for one wallet within an hour, with a new `linkRef`, is refused with a 4xx status in the error shape; another wallet, also of its holder, still takes one.',
    needs: ['wallets'],
  },
  'wallet-link.sixth-refused-over-decisions': {
    source: 'Endpoints, behaviour rule 7',
    statement:
      'A sixth link request for one wallet within an hour is refused as well when the five before it were rejected, or approved and unlinked.',
    needs: ['wallets'],
  },
  'wallet-link.sixth-refused-over-merchants': {
    source: 'Endpoints, behaviour rule 7',
    statement:
      'The five requests are those for a wallet, whoever makes them: after three of one merchant and two of another both are refused a sixth.',
    needs: ['wallets', 'other-merchant'],
  },
  'wallet-link.five-at-once': {
    source: 'Endpoints, behaviour rule 7',
    statement:
      'Of eight link requests for one wallet that are sent at once, by one merchant or two, at most five are accepted.',
    needs: ['wallets'],
  },
  'wallet-link.refused-has-no-effect': {
    source: 'Errors, other rules',
    statement:
      'A refused link request, malformed or the sixth of an hour, cancels no pending link, uses no `linkRef` up, and no event tells of it.',
    needs: ['wallets'],
  },
  'wallet-link.limit-ends': {
    source: 'Endpoints, behaviour rule 7',
    statement:
      'An hour after its requests were used up a wallet takes link requests again, also at the same time of a later day.',
    needs: ['wallets'],
    waits: '1h',
  },

  'wallet-link.status-read': {
    source: 'Endpoints, GET /v1/wallet-links/{linkId}',
    statement:
      'GET of a link answers 200 with its `status`, `PENDING` before anybody decided, whatever becomes of an older one.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.approved': {
    source: 'States and transitions, Wallet link, owner approves',
    statement:
      'The sandbox approve call is answered with a 2xx status, and the pending link becomes `APPROVED`, also where others asked for something about its wallet and were refused.',
    needs: ['sandbox-wallet'],
    smoke: true,
  },
  'wallet-link.rejected': {
    source: 'States and transitions, Wallet link, owner declines',
    statement: 'The sandbox reject call is answered with a 2xx status, and the pending link becomes `REJECTED`.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.decided-by-owner': {
    source: 'States and transitions, Wallet link, owner approves or declines',
    statement: 'A pending link becomes `APPROVED` when its owner approves it, `REJECTED` when the owner declines.',
    needs: ['sandbox-wallet', 'wallet-owner'],
  },
  'wallet-link.expires': {
    source: 'States and transitions, Wallet link, nobody decides',
    statement:
      'A link about which nobody decided becomes `EXPIRED` after `expiresInMinutes`, whatever became of an earlier link for its wallet and whatever is sent again or refused meanwhile, and is `PENDING` until shortly before.',
    needs: ['sandbox-wallet'],
    waits: '5m',
  },
  'wallet-link.approved-does-not-expire': {
    source: 'States and transitions, Wallet link, nobody decides',
    statement:
      'An approved link is still `APPROVED` when its `expiresInMinutes` are over, however late it was approved.',
    needs: ['sandbox-wallet'],
    waits: '5m',
  },
  'wallet-link.revoked': {
    source: 'States and transitions, Wallet link, DELETE by merchant',
    statement:
      'DELETE of an approved link is answered with a 2xx status, and the link becomes `REVOKED`, that one of several to its wallet.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.revoked-by-owner': {
    source: 'States and transitions, Wallet link, unlinked by owner',
    statement: 'An approved link that the owner unlinks becomes `REVOKED`, that one of several to its wallet.',
    needs: ['sandbox-wallet', 'wallet-owner'],
  },
  'wallet-link.newer-cancels-older': {
    source: 'States and transitions, Wallet link, below the table',
    statement:
      'A newer request for the same wallet ends the older pending link, which approving no longer makes `APPROVED`; the newer one can be approved.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.other-merchant': {
    source: 'Authentication, first rule',
    statement:
      "Another merchant's GET, approve, reject and DELETE of a link, in whatever state it is, are refused with a 4xx status and leave it as it is; so does what becomes of the other merchant's own link to its wallet.",
    needs: ['sandbox-wallet', 'other-merchant'],
    weighs: 'others-property',
  },

  'wallet.balance-when-approved': {
    source: 'Endpoints, GET /v1/wallets/{walletId}/balance',
    statement:
      'While the link is `APPROVED`, GET of the wallet balance answers 200 with integers `availableMinor` and `heldMinor` and `currency` `NGN`.',
    needs: ['sandbox-wallet'],
  },
  'wallet.balance-amount': {
    source: 'Resources, Wallet link, wallet balance',
    statement:
      'A wallet with nothing held shows its money in kobo as `availableMinor`, whatever others have in common with it.',
    needs: ['wallets'],
  },
  'wallet.balance-without-link': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement:
      'The balance of a wallet that the merchant never asked to link is refused with 403 in the error shape, also beside a linked one of the same holder or with nearly the same id.',
    needs: ['own-merchant'],
    weighs: 'others-property',
  },
  'wallet.balance-unapproved': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement:
      'The balance of a wallet to which the merchant has no `APPROVED` link, but one that is `PENDING`, `REJECTED` or `REVOKED`, or several such, is refused with 403 in the error shape, also where it was open and read before.',
    needs: ['sandbox-wallet'],
    weighs: 'others-property',
  },
  'wallet.balance-after-expiry': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement: 'The balance of a wallet whose only link is `EXPIRED` is refused with 403 in the error shape.',
    needs: ['sandbox-wallet'],
    waits: '5m',
    weighs: 'others-property',
  },
  'wallet.balance-after-all': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement:
      'The wallet balance of an approved link is open, and that of any other closed with 403, also an hour after decisions about it were tried again.',
    needs: ['sandbox-wallet'],
    waits: '1h',
  },
  'wallet.balance-per-merchant': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement: 'An approved link of one merchant does not open the wallet balance to another: that one gets 403.',
    needs: ['sandbox-wallet', 'other-merchant'],
    weighs: 'others-property',
  },
} as const satisfies Record<string, Requirement>;

export const walletLinkObservations = {
  'wallet-link.record-fields': {
    source: 'Resources, Wallet link',
    question: 'which fields GET of a link returns beside `status`',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.superseded-status': {
    source: 'States and transitions, Wallet link, below the table',
    question: 'which status a pending link gets that a newer request cancelled, and whether an event is sent for it',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.decision-responses': {
    source: 'Endpoints, below the table',
    question: 'status and body of DELETE and of the sandbox approve and reject calls',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.limit-error': {
    source: 'Limits, Wallet link requests',
    question: 'status and code for a sixth link request within an hour',
    needs: ['wallets'],
  },
  'wallet-link.repeats-count': {
    source: 'Limits, Wallet link requests',
    question: 'whether requests with a `linkRef` that exists count as some of the five of an hour',
    needs: ['wallets'],
  },
  'wallet-link.unknown-wallet': {
    source: 'Endpoints, POST /v1/wallet-links',
    question: 'how a link request is answered for a wallet that does not exist, or whose id has not 10 digits',
    needs: [],
  },
  'wallet-link.unknown-link': {
    source: 'Errors, other rules',
    question: 'status and code for an unknown `linkId`',
    needs: [],
  },
  'wallet-link.delete-while-pending': {
    source: 'States and transitions, Wallet link',
    question: 'how DELETE of a link is answered that is not approved',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.ref-beyond-ascii': {
    source: 'Resources, Wallet link, linkRef',
    question: 'whether a `linkRef` may hold letters outside ASCII',
    needs: ['sandbox-wallet'],
  },
  'wallet.balance-refusal-code': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    question: 'the code of the 403 for a wallet balance without an approved link',
    needs: ['own-merchant'],
  },
} as const satisfies Record<string, Observation>;
