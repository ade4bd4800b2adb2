/** The error codes that the interface names (Errors; `wallet_not_linked` from Endpoints, behaviour rule 5). */
export const errorCodes = [
  'invalid_request',
  'wrong_environment',
  'payment_not_found',
  'duplicate_reference',
  'idempotency_key_reused',
  'request_in_progress',
  'payment_not_paid',
  'refund_exceeds_paid',
  'insufficient_balance',
  'unsupported_bank',
  'account_not_found',
  'rate_limited',
  'wallet_not_linked',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The event kinds (Events, event kinds). */
export const eventKinds = [
  'payment.succeeded',
  'payment.failed',
  'refund.succeeded',
  'refund.failed',
  'payout.succeeded',
  'payout.failed',
  'escrow.funded',
  'escrow.disputed',
  'escrow.released',
  'escrow.refunded',
  'escrow.cancelled',
  'wallet.link.approved',
  'wallet.link.rejected',
  'wallet.link.expired',
  'wallet.link.revoked',
] as const;
export type EventKind = (typeof eventKinds)[number];

export const checkoutStatuses = ['pending', 'succeeded', 'failed'] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const payoutStatuses = ['pending', 'succeeded', 'failed'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const escrowStatuses = [
  'pending_payment',
  'funded',
  'disputed',
  'released',
  'refunded',
  'cancelled',
  'expired',
] as const;
export type EscrowStatus = (typeof escrowStatuses)[number];

export const linkStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'REVOKED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];
