import type { Observation, Requirement } from './types.ts';

/** What is sent, how it is signed, and when. Retries are in `deliveries.ts`. */
export const webhooks = {
  'webhook.request': {
    source: 'Events, first paragraph and request headers',
    statement: 'An event arrives as a POST with content type application/json and a JSON object as body.',
    needs: ['webhooks'],
  },
  'webhook.signature': {
    source: 'Events, request headers, x-service-signature',
    statement:
      'A delivery carries `x-service-signature`: the HMAC-SHA256 of the raw body bytes, keyed with the webhook secret of its merchant, in lowercase hex.',
    needs: ['webhooks'],
    smoke: true,
    weighs: 'forgery',
  },
  'webhook.signature-v2': {
    source: 'Events, request headers, x-service-signature-v2',
    statement:
      'A delivery carries `x-service-signature-v2`: the HMAC-SHA256 of the timestamp header, a full stop and the raw body, keyed with the webhook secret of its merchant, in lowercase hex.',
    needs: ['webhooks'],
    smoke: true,
    weighs: 'forgery',
  },
  'webhook.timestamp': {
    source: 'Events, request headers, x-service-timestamp',
    statement:
      'A delivery carries `x-service-timestamp`: the time at which the attempt was sent, in whole Unix seconds.',
    needs: ['webhooks'],
  },
  'webhook.signature-over-raw-bytes': {
    source: 'Events, request headers, below the table',
    statement: 'Both signatures hold over the bytes as they were sent, also when the body has non-ASCII text.',
    needs: ['webhooks', 'wallets'],
    weighs: 'forgery',
  },

  'webhook.payload-id': {
    source: 'Events, payload, id',
    statement:
      'Every event has an `id`, a non-empty string that no other event has, also of another merchant for an equal reference.',
    needs: ['webhooks'],
  },
  'webhook.one-event': {
    source: 'Events, payload, id, and delivery rule 3',
    statement:
      'One transition makes one event: whatever arrives of a kind for one reference carries one `id`, at every attempt.',
    needs: ['webhooks'],
  },
  'webhook.occurred-at': {
    source: 'Events, payload, occurredAt',
    statement:
      "The `occurredAt` of an event is when its transition happened, by the target's clock: not when the resource was created, and no later than the event was sent.",
    needs: ['webhooks'],
  },
  'webhook.payload-reference': {
    source: 'Events, payload, reference',
    statement:
      "The `reference` of an event is that of its checkout, refund, payout or escrow, or the id of its link: of a refund event the refund's, not the checkout's.",
    needs: ['webhooks'],
  },
  'webhook.payload-fields': {
    source: 'Events, payload',
    statement:
      'Payment, refund and payout events have `amountMinor` as an integer, `currency` `NGN` and `occurredAt` as an ISO 8601 date-time.',
    needs: ['webhooks'],
  },

  'webhook.payment-succeeded': {
    source: 'Events, event kinds, payment.succeeded',
    statement: '`payment.succeeded` is sent when a checkout was paid.',
    needs: ['webhooks', 'buyer'],
    smoke: true,
  },
  'webhook.payment-succeeded-amount': {
    source: 'Events, delivery rule 4',
    statement: 'The `amountMinor` of `payment.succeeded` is the amount of the checkout.',
    needs: ['webhooks', 'buyer'],
  },
  'webhook.payment-failed': {
    source: 'Events, event kinds, payment.failed',
    statement: '`payment.failed` is sent when the payment of a checkout failed.',
    needs: ['webhooks', 'payment-failure'],
  },
  'webhook.payment-failed-on-expiry': {
    source: 'Events, event kinds, payment.failed',
    statement: '`payment.failed` is sent when a checkout was not paid within 24 hours.',
    needs: ['webhooks'],
    waits: '24h',
  },
  'webhook.refund-succeeded': {
    source: 'Events, event kinds, refund.succeeded',
    statement: '`refund.succeeded` is sent when a refund has succeeded.',
    needs: ['webhooks', 'buyer'],
  },
  'webhook.refund-succeeded-amount': {
    source: 'Events, payload, amountMinor',
    statement: "The `amountMinor` of `refund.succeeded` is the refund's own amount, not the checkout's.",
    needs: ['webhooks', 'buyer'],
  },
  'webhook.refund-failed': {
    source: 'Events, event kinds, refund.failed',
    statement: '`refund.failed` is sent when a refund has failed.',
    needs: ['webhooks', 'buyer'],
  },
  'webhook.payout-succeeded': {
    source: 'Events, event kinds, payout.succeeded',
    statement: '`payout.succeeded` is sent when a payout has succeeded.',
    needs: ['webhooks'],
  },
  'webhook.payout-succeeded-amount': {
    source: 'Events, payload, amountMinor',
    statement: 'The `amountMinor` of `payout.succeeded` is the amount of the payout.',
    needs: ['webhooks'],
  },
  'webhook.payout-failed': {
    source: 'Events, event kinds, payout.failed',
    statement: '`payout.failed` is sent when a payout has failed.',
    needs: ['webhooks'],
    smoke: true,
  },
  'webhook.no-false-event': {
    source: 'Events, event kinds',
    statement:
      'For one resource no event comes but those of the transitions that it made, neither soon afterwards nor in the days that follow.',
    needs: ['webhooks'],
  },
  'webhook.no-false-success': {
    source: 'Events, event kinds, payout.succeeded',
    statement: 'For what failed no event of success is sent: no `payout.succeeded` for a payout that failed.',
    needs: ['webhooks'],
    weighs: 'forgery',
  },

  'webhook.escrow-funded': {
    source: 'Events, event kinds, escrow.funded',
    statement: '`escrow.funded` is sent when the buyer paid an escrow.',
    needs: ['webhooks', 'escrow-buyer'],
  },
  'webhook.escrow-disputed': {
    source: 'Events, event kinds, escrow.disputed',
    statement: '`escrow.disputed` is sent when the buyer asked for a refund of a funded escrow.',
    needs: ['webhooks', 'escrow-buyer', 'escrow-dispute'],
  },
  'webhook.escrow-released': {
    source: 'Events, event kinds, escrow.released',
    statement: '`escrow.released` is sent when the merchant released an escrow.',
    needs: ['webhooks', 'escrow-buyer'],
  },
  'webhook.escrow-released-by-buyer': {
    source: 'States and transitions, Escrow, release',
    statement: '`escrow.released` is sent when the buyer released an escrow.',
    needs: ['webhooks', 'escrow-buyer', 'escrow-buyer-release'],
  },
  'webhook.escrow-released-by-itself': {
    source: 'States and transitions, Escrow, automatic release',
    statement: '`escrow.released` is sent when an escrow was released automatically.',
    needs: ['webhooks', 'escrow-buyer'],
    waits: '1h',
  },
  'webhook.escrow-released-amount': {
    source: 'Events, event kinds, escrow.released',
    statement:
      "The `amountMinor` of `escrow.released` after a full release is the seller's share before the fee: the escrow's amount.",
    needs: ['webhooks', 'escrow-buyer'],
  },
  'webhook.escrow-refunded': {
    source: 'Events, event kinds, escrow.refunded',
    statement: '`escrow.refunded` is sent when an escrow was refunded.',
    needs: ['webhooks', 'escrow-buyer'],
  },
  'webhook.escrow-refunded-amount': {
    source: 'Events, event kinds, escrow.refunded',
    statement:
      "The `amountMinor` of `escrow.refunded` is what the buyer got: the escrow's amount after a full refund, the part after a partial one.",
    needs: ['webhooks', 'escrow-buyer'],
  },
  'webhook.escrow-cancelled': {
    source: 'Events, event kinds, escrow.cancelled',
    statement: '`escrow.cancelled` is sent when an escrow was cancelled.',
    needs: ['webhooks'],
  },
  'webhook.escrow-cancelled-on-expiry': {
    source: 'States and transitions, Escrow, 24 hours pass unpaid',
    statement: '`escrow.cancelled` is sent when an escrow was not paid within 24 hours.',
    needs: ['webhooks'],
    waits: '24h',
  },
  'webhook.escrow-payload': {
    source: 'Events, payload',
    statement: "An escrow event has the escrow's `reference`, `amountMinor` as an integer and `currency` `NGN`.",
    needs: ['webhooks'],
  },

  'webhook.link-approved': {
    source: 'Events, event kinds, wallet.link.approved',
    statement: '`wallet.link.approved` is sent when a link was approved.',
    needs: ['webhooks', 'sandbox-wallet'],
  },
  'webhook.link-rejected': {
    source: 'Events, event kinds, wallet.link.rejected',
    statement: '`wallet.link.rejected` is sent when a link was rejected.',
    needs: ['webhooks', 'sandbox-wallet'],
  },
  'webhook.link-expired': {
    source: 'Events, event kinds, wallet.link.expired',
    statement: '`wallet.link.expired` is sent when nobody decided about a link in time.',
    needs: ['webhooks', 'sandbox-wallet'],
    waits: '5m',
  },
  'webhook.link-revoked': {
    source: 'Events, event kinds, wallet.link.revoked',
    statement:
      '`wallet.link.revoked` is sent when the merchant unlinked an approved wallet, of several links to it for that one.',
    needs: ['webhooks', 'sandbox-wallet'],
  },
  'webhook.link-revoked-by-owner': {
    source: 'Events, event kinds, wallet.link.revoked',
    statement:
      '`wallet.link.revoked` is sent when the owner unlinked an approved wallet, of several links to it for that one.',
    needs: ['webhooks', 'sandbox-wallet', 'wallet-owner'],
  },
  'webhook.link-payload': {
    source: 'Events, wallet-link events',
    statement:
      'A wallet-link event has the link id as `reference` and `linkId`, the `linkRef` and `walletId` of the link, a `walletName`, `id` and `occurredAt`, and both signatures.',
    needs: ['webhooks', 'sandbox-wallet'],
  },
  'webhook.link-approved-registered-name': {
    source: 'Resources, Wallet link, walletName',
    statement: 'In `wallet.link.approved` the `walletName` is the registered name of the holder, unmasked.',
    needs: ['webhooks', 'wallets'],
  },
  'webhook.get-agrees': {
    source: 'Events, delivery rule 6',
    statement:
      'What an event reported can be read back: GET of the checkout, refund or payout shows the state that the event announced.',
    needs: ['webhooks', 'buyer'],
  },
  'webhook.own-address-only': {
    source: 'Events, first paragraph',
    statement:
      "An event goes to the whole address of the merchant it concerns, as it was set, and to no other merchant's, also where both have links to one wallet or objects of one reference.",
    needs: ['webhooks', 'own-merchant'],
    weighs: 'forgery',
  },
  'webhook.address-changed': {
    source: 'Events, first paragraph',
    statement:
      'After the address was changed in the console, later events go to the new one, and the API key works as before.',
    needs: ['webhooks', 'webhook-url'],
  },
  'webhook.secret-rotated': {
    source: 'Authentication, fourth rule',
    statement:
      'After the webhook secret was rotated, events that happen later are signed with the new one, and the API key works as before.',
    needs: ['webhooks', 'rotate-secret'],
    weighs: 'forgery',
  },
} as const satisfies Record<string, Requirement>;

export const webhookObservations = {
  'webhook.failed-amount': {
    source: 'Events, payload, amountMinor',
    question: 'which amount the events of failed payments, refunds and payouts carry',
    needs: ['webhooks', 'buyer'],
  },
  'webhook.escrow-event-fields': {
    source: 'Events, below the table of event kinds',
    question:
      'which fields escrow events have beside those of the payload table, and the amounts of funded, disputed and cancelled',
    needs: ['webhooks', 'escrow-buyer'],
  },
  'webhook.link-name-otherwise': {
    source: 'Resources, Wallet link, walletName',
    question: 'whether link events other than the approved one carry the masked or the registered name',
    needs: ['webhooks', 'wallets'],
  },
  'webhook.before-response': {
    source: 'Events',
    question: 'how often a webhook came before the response to the request that caused it',
    needs: ['webhooks'],
  },
  'webhook.old-secret': {
    source: 'Authentication, fourth rule',
    question: 'which secret signs the retries of deliveries that were under way when the secret was rotated',
    needs: ['webhooks', 'rotate-secret'],
    waits: '90s',
  },
} as const satisfies Record<string, Observation>;
