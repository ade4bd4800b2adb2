import type { Chapter, ObservationId } from '../register/index.ts';
import type { ErrorCode } from '../wire/index.ts';

// The table of the chapter Endpoints, with the refusals of the chapter Errors and what is not shown of each operation.

export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly path: `/v1/${string}`;
  readonly chapter: Chapter;
  readonly summary: string;
  /** Name of the body's schema. `optional`: the body may be omitted. */
  readonly body?: { readonly schema: string; readonly optional?: true };
  /** By status; a null schema: any JSON. `2XX`: neither the exact status nor the body is shown. */
  readonly success: Readonly<Record<string, { readonly schema: string | null; readonly words: string }>>;
  /** In addition to the refusals that every operation has. */
  readonly refusals?: Readonly<Record<number, { readonly codes: readonly ErrorCode[]; readonly words: string }>>;
  readonly notShown?: readonly ObservationId[];
  /** Operations whose path takes a field of the success response: operation id → field name. */
  readonly leadsTo?: { readonly [operation: string]: string };
  /** Whether a POST needs an `Idempotency-Key`; null: not shown. */
  readonly needsKey?: true | null;
}

const invalid = { codes: ['invalid_request'], words: 'Invalid request.' } as const;
const duplicate = { codes: ['duplicate_reference'], words: 'The reference is used already.' } as const;
const unknown = { codes: [], words: 'Unknown reference; its code is not shown.' } as const;

export const operations: readonly Operation[] = [
  {
    id: 'createCheckout',
    method: 'post',
    path: '/v1/checkouts',
    chapter: 'checkouts',
    summary: 'Create a checkout.',
    body: { schema: 'CheckoutRequest' },
    success: { 201: { schema: 'CheckoutCreated', words: 'The checkout.' } },
    refusals: { 400: invalid, 409: duplicate },
    notShown: ['checkout.metadata-between', 'checkout.amount-spelling', 'error.unknown-fields'],
    leadsTo: { getCheckout: 'reference' },
    needsKey: true,
  },
  {
    id: 'getCheckout',
    method: 'get',
    path: '/v1/checkouts/{reference}',
    chapter: 'checkouts',
    summary: 'A checkout.',
    success: { 200: { schema: 'CheckoutRecord', words: 'Its record.' } },
    refusals: { 404: unknown },
    notShown: ['error.unknown-reference-code', 'checkout.url-stays', 'checkout.dot-references'],
  },
  {
    id: 'createRefund',
    method: 'post',
    path: '/v1/refunds',
    chapter: 'refunds',
    summary: 'Refund a succeeded checkout, in full or in part.',
    body: { schema: 'RefundRequest' },
    success: { 201: { schema: 'RefundCreated', words: 'The refund.' } },
    refusals: {
      400: invalid,
      404: { codes: ['payment_not_found'], words: 'Unknown `paymentReference`.' },
      409: {
        codes: ['payment_not_paid', 'duplicate_reference'],
        words: 'The checkout is not `succeeded`, or the reference is used already.',
      },
      422: {
        codes: ['refund_exceeds_paid'],
        words: 'More than is left to refund; the message says how much that is.',
      },
    },
    notShown: ['refund.status-on-create'],
    leadsTo: { getRefund: 'reference' },
    needsKey: true,
  },
  {
    id: 'getRefund',
    method: 'get',
    path: '/v1/refunds/{reference}',
    chapter: 'refunds',
    summary: 'A refund.',
    success: { 200: { schema: 'RefundRecord', words: 'Its record.' } },
    refusals: { 404: unknown },
    notShown: ['error.unknown-reference-code'],
  },
  {
    id: 'createPayout',
    method: 'post',
    path: '/v1/payouts',
    chapter: 'payouts',
    summary: 'Pay out to a Nigerian bank account.',
    body: { schema: 'PayoutRequest' },
    success: { 201: { schema: 'PayoutCreated', words: 'The payout.' } },
    refusals: {
      400: invalid,
      409: duplicate,
      422: {
        codes: ['unsupported_bank', 'insufficient_balance'],
        words: 'The bank name cannot be matched; in live, the amount is above the available balance.',
      },
    },
    notShown: ['payout.status-on-create', 'payout.bank-code'],
    leadsTo: { getPayout: 'reference' },
    needsKey: true,
  },
  {
    id: 'getPayout',
    method: 'get',
    path: '/v1/payouts/{reference}',
    chapter: 'payouts',
    summary: 'A payout.',
    success: { 200: { schema: 'PayoutRecord', words: 'Its record.' } },
    refusals: { 404: unknown },
    notShown: ['error.unknown-reference-code', 'payout.recipient-fields'],
  },
  {
    id: 'createEscrow',
    method: 'post',
    path: '/v1/escrows',
    chapter: 'escrows',
    summary: "Hold a buyer's money until conditions are met.",
    body: { schema: 'EscrowRequest' },
    success: { 201: { schema: 'EscrowCreated', words: 'The escrow.' } },
    refusals: {
      400: invalid,
      409: duplicate,
      422: { codes: ['account_not_found'], words: 'Live: the seller wallet does not exist.' },
    },
    // With the setting 'require linked wallets' on, the refusal is `wallet_not_linked`; its status is not shown.
    notShown: ['escrow.wallet-not-linked-status', 'escrow.amount-maximum', 'escrow.seller-wallet-format'],
    leadsTo: {
      getEscrow: 'reference',
      releaseEscrow: 'reference',
      refundEscrow: 'reference',
      cancelEscrow: 'reference',
    },
    needsKey: true,
  },
  {
    id: 'getEscrow',
    method: 'get',
    path: '/v1/escrows/{reference}',
    chapter: 'escrows',
    summary: 'An escrow: status, amounts, who has paid.',
    success: { 200: { schema: 'EscrowRecord', words: 'Its record.' } },
    refusals: { 404: unknown },
    notShown: ['escrow.record-fields', 'error.unknown-reference-code'],
  },
  {
    id: 'releaseEscrow',
    method: 'post',
    path: '/v1/escrows/{reference}/release',
    chapter: 'escrows',
    summary: 'Pay the seller the amount less the fee.',
    success: { 200: { schema: null, words: 'The escrow.' } },
    notShown: [
      'escrow.action-responses',
      'escrow.refused-transitions',
      'escrow.release-while-disputed',
      'escrow.action-on-unknown',
    ],
    needsKey: true,
  },
  {
    id: 'refundEscrow',
    method: 'post',
    path: '/v1/escrows/{reference}/refund',
    chapter: 'escrows',
    summary: 'Refund the buyer, in full or in part; the remainder goes to the seller.',
    body: { schema: 'EscrowRefundRequest', optional: true },
    success: { 200: { schema: null, words: 'The escrow.' } },
    notShown: ['escrow.action-responses', 'escrow.refund-in-other-states', 'escrow.action-on-unknown'],
    needsKey: true,
  },
  {
    id: 'cancelEscrow',
    method: 'post',
    path: '/v1/escrows/{reference}/cancel',
    chapter: 'escrows',
    summary: 'Cancel an escrow that is not paid.',
    success: { 200: { schema: null, words: 'The escrow.' } },
    notShown: ['escrow.action-responses', 'escrow.refused-transitions', 'escrow.action-on-unknown'],
    needsKey: true,
  },
  {
    id: 'getAccount',
    method: 'get',
    path: '/v1/accounts/{walletId}',
    chapter: 'accounts',
    summary: "Whether a wallet exists, and its holder's name, masked.",
    success: { 200: { schema: null, words: 'The account.' } },
    notShown: ['account.response-fields', 'account.unknown-wallet'],
  },
  {
    id: 'listBanks',
    method: 'get',
    path: '/v1/banks',
    chapter: 'banks',
    summary: 'Nigerian banks; each has a `code`.',
    success: { 200: { schema: null, words: 'The list.' } },
    notShown: ['bank.list-shape'],
  },
  {
    id: 'getBalance',
    method: 'get',
    path: '/v1/balance',
    chapter: 'balance',
    summary: 'The amount available to pay out, in kobo.',
    success: { 200: { schema: null, words: 'The balance.' } },
    notShown: ['balance.field-names'],
  },
  {
    id: 'createWalletLink',
    method: 'post',
    path: '/v1/wallet-links',
    chapter: 'wallet-links',
    summary: "Ask a wallet's owner to link it to the merchant's application; at most 5 requests per wallet per hour.",
    body: { schema: 'WalletLinkRequest' },
    success: {
      201: { schema: 'WalletLinkCreated', words: 'A new link, `PENDING`.' },
      200: { schema: 'WalletLinkCreated', words: 'The link that has this `linkRef` already.' },
    },
    refusals: { 400: invalid },
    notShown: ['wallet-link.limit-error', 'wallet-link.unknown-wallet', 'wallet-link.superseded-status'],
    leadsTo: {
      getWalletLink: 'linkId',
      deleteWalletLink: 'linkId',
      approveWalletLink: 'linkId',
      rejectWalletLink: 'linkId',
      getWalletBalance: 'walletId',
    },
    needsKey: null,
  },
  {
    id: 'getWalletLink',
    method: 'get',
    path: '/v1/wallet-links/{linkId}',
    chapter: 'wallet-links',
    summary: 'The status of a link.',
    success: { 200: { schema: 'WalletLinkRecord', words: 'The link.' } },
    notShown: ['wallet-link.record-fields', 'wallet-link.unknown-link'],
  },
  {
    id: 'deleteWalletLink',
    method: 'delete',
    path: '/v1/wallet-links/{linkId}',
    chapter: 'wallet-links',
    summary: 'Unlink from the side of the merchant.',
    success: { '2XX': { schema: null, words: 'Unlinked.' } },
    notShown: ['wallet-link.decision-responses', 'wallet-link.delete-while-pending', 'wallet-link.unknown-link'],
  },
  {
    id: 'getWalletBalance',
    method: 'get',
    path: '/v1/wallets/{walletId}/balance',
    chapter: 'wallet-links',
    summary: 'The balance of a linked wallet.',
    success: { 200: { schema: 'WalletBalance', words: 'The balance.' } },
    refusals: { 403: { codes: [], words: 'The link is not `APPROVED`; its code is not shown.' } },
    notShown: ['wallet.balance-refusal-code'],
  },
  {
    id: 'approveWalletLink',
    method: 'post',
    path: '/v1/sandbox/wallet-links/{linkId}/approve',
    chapter: 'wallet-links',
    summary: 'Sandbox only: approve without a PIN.',
    success: { '2XX': { schema: null, words: 'Approved.' } },
    notShown: ['wallet-link.decision-responses', 'wallet-link.unknown-link'],
    needsKey: null,
  },
  {
    id: 'rejectWalletLink',
    method: 'post',
    path: '/v1/sandbox/wallet-links/{linkId}/reject',
    chapter: 'wallet-links',
    summary: 'Sandbox only: reject without a PIN.',
    success: { '2XX': { schema: null, words: 'Rejected.' } },
    notShown: ['wallet-link.decision-responses', 'wallet-link.unknown-link'],
    needsKey: null,
  },
];

/** All endpoints: `GET /v1/checkouts/{reference}`. */
export const endpoints = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);

/** The meaning of each event (Events, event kinds). */
export const eventWords = {
  'payment.succeeded': 'A checkout was paid.',
  'payment.failed': 'A checkout failed or expired.',
  'refund.succeeded': 'A refund completed.',
  'refund.failed': 'A refund could not be completed.',
  'payout.succeeded': "A payout reached the seller's account.",
  'payout.failed': 'A payout failed; its amount is back in the balance.',
  'escrow.funded': 'The buyer paid an escrow.',
  'escrow.disputed': 'The buyer asked for a refund; release paused.',
  'escrow.released': "Money went to the seller; amountMinor is the seller's share before the fee.",
  'escrow.refunded': 'Money went back to the buyer; amountMinor is what the buyer got.',
  'escrow.cancelled': 'Escrow cancelled or not paid in time.',
  'wallet.link.approved': 'Owner approved with PIN.',
  'wallet.link.rejected': 'Owner declined.',
  'wallet.link.expired': 'Nobody decided in time.',
  'wallet.link.revoked': 'Unlinked by owner or merchant.',
} as const;
