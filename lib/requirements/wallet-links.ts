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
  },
  'wallet-link.expires-at': {
    source: 'Resources, Wallet link, expiresAt',
    statement:
      'The create response carries `expiresAt`, an ISO 8601 date-time about `expiresInMinutes` after the request.',
    needs: ['sandbox-wallet'],
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
  },
  'wallet-link.field-types': {
    source: 'Endpoints, POST /v1/wallet-links, request',
    statement:
      'A link request with a number as `linkRef`, `walletId` or `requesterName`, or an `expiresInMinutes` that is no integer, is refused with 400 `invalid_request`.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.expiry-shortest': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement: 'An `expiresInMinutes` of 5 is accepted.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.expiry-too-short': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement: 'An `expiresInMinutes` of 4 is refused with 400 `invalid_request`.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.expiry-longest': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement: 'An `expiresInMinutes` of 60 is accepted.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.expiry-too-long': {
    source: 'Limits, Wallet link expiresInMinutes',
    statement: 'An `expiresInMinutes` of 61 is refused with 400 `invalid_request`.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.five-per-hour': {
    source: 'Limits, Wallet link requests',
    statement: 'Five link requests for one wallet within an hour are accepted.',
    needs: ['wallets'],
  },
  'wallet-link.sixth-refused': {
    source: 'Endpoints, behaviour rule 7',
    statement:
      'A sixth link request for one wallet within an hour, with a new `linkRef`, is refused with a 4xx status in the error shape; another wallet still takes one.',
    needs: ['wallets'],
  },
  'wallet-link.limit-ends': {
    source: 'Endpoints, behaviour rule 7',
    statement: 'An hour after its requests were used up a wallet takes link requests again.',
    needs: ['wallets'],
    waits: '1h',
  },

  'wallet-link.status-read': {
    source: 'Endpoints, GET /v1/wallet-links/{linkId}',
    statement: 'GET of a link answers 200 with its `status`, `PENDING` before anybody decided.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.approved': {
    source: 'States and transitions, Wallet link, owner approves',
    statement: 'The sandbox approve call is answered with a 2xx status, and the pending link becomes `APPROVED`.',
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
      'A link about which nobody decided becomes `EXPIRED` after `expiresInMinutes`, and is `PENDING` until shortly before.',
    needs: ['sandbox-wallet'],
    waits: '5m',
  },
  'wallet-link.approved-does-not-expire': {
    source: 'States and transitions, Wallet link, nobody decides',
    statement: 'An approved link is still `APPROVED` when its `expiresInMinutes` are over.',
    needs: ['sandbox-wallet'],
    waits: '5m',
  },
  'wallet-link.revoked': {
    source: 'States and transitions, Wallet link, DELETE by merchant',
    statement: 'DELETE of an approved link is answered with a 2xx status, and the link becomes `REVOKED`.',
    needs: ['sandbox-wallet'],
  },
  'wallet-link.revoked-by-owner': {
    source: 'States and transitions, Wallet link, unlinked by owner',
    statement: 'An approved link that the owner unlinks becomes `REVOKED`.',
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
      "One merchant's link is refused with a 4xx status to GET with another merchant's credentials, and their DELETE leaves it `APPROVED`.",
    needs: ['sandbox-wallet', 'other-merchant'],
  },

  'wallet.balance-when-approved': {
    source: 'Endpoints, GET /v1/wallets/{walletId}/balance',
    statement:
      'While the link is `APPROVED`, GET of the wallet balance answers 200 with integers `availableMinor` and `heldMinor` and `currency` `NGN`.',
    needs: ['sandbox-wallet'],
  },
  'wallet.balance-amount': {
    source: 'Resources, Wallet link, wallet balance',
    statement: 'A wallet with nothing held shows its money in kobo as `availableMinor`.',
    needs: ['wallets'],
  },
  'wallet.balance-without-link': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement: 'The balance of a wallet that the merchant never asked to link is refused with 403 in the error shape.',
    needs: ['own-merchant'],
  },
  'wallet.balance-unapproved': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement:
      'The balance of a wallet whose only link is `PENDING`, `REJECTED` or `REVOKED` is refused with 403 in the error shape.',
    needs: ['sandbox-wallet'],
  },
  'wallet.balance-after-expiry': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement: 'The balance of a wallet whose only link is `EXPIRED` is refused with 403 in the error shape.',
    needs: ['sandbox-wallet'],
    waits: '5m',
  },
  'wallet.balance-per-merchant': {
    source: 'Errors, wallet balance for a link that is not APPROVED',
    statement: 'An approved link of one merchant does not open the wallet balance to another: that one gets 403.',
    needs: ['sandbox-wallet', 'other-merchant'],
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
