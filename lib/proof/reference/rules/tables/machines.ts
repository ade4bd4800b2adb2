/** The state tables (States and transitions), timers, and how states affect amounts. */
import type { AnyTimer, Machines, Move, Sum } from '../states.ts';

const HOUR = 3_600;

export const machines: Machines = {
  checkout: [
    { from: null, on: 'create', to: 'pending', sends: null },
    {
      from: 'pending',
      on: 'pay',
      to: 'succeeded',
      sends: 'payment.succeeded',
      also: (checkout, now, { method }) => {
        checkout.paidAt = now;
        checkout.paymentMethod = method ?? null;
      },
    },
    {
      from: 'pending',
      on: 'fail',
      to: 'failed',
      sends: 'payment.failed',
      also: (checkout, _, { reason }) => {
        checkout.failureReason = reason ?? 'declined';
      },
    },
    {
      from: 'pending',
      on: 'not paid in time',
      to: 'failed',
      sends: 'payment.failed',
      also: (checkout) => {
        checkout.failureReason = 'expired';
      },
    },
  ],

  refund: [
    { from: null, on: 'create', to: 'pending', sends: null },
    { from: 'pending', on: 'settlement succeeds', to: 'succeeded', sends: 'refund.succeeded' },
    {
      from: 'pending',
      on: 'settlement fails',
      to: 'failed',
      sends: 'refund.failed',
      also: (refund) => {
        refund.failureReason = 'refund_declined';
      },
    },
  ],

  payout: [
    { from: null, on: 'create', to: 'pending', sends: null },
    { from: 'pending', on: 'settlement succeeds', to: 'succeeded', sends: 'payout.succeeded' },
    {
      from: 'pending',
      on: 'settlement fails',
      to: 'failed',
      sends: 'payout.failed',
      also: (payout) => {
        payout.failureReason = 'account_unreachable';
      },
    },
  ],

  escrow: [
    { from: null, on: 'create', to: 'pending_payment', sends: null },
    {
      from: 'pending_payment',
      on: 'pay',
      to: 'funded',
      sends: 'escrow.funded',
      also: (escrow, now, { payer }) => {
        escrow.paidAt = now;
        escrow.paidBy = payer ?? null;
      },
    },
    { from: 'pending_payment', on: 'cancel', to: 'cancelled', sends: 'escrow.cancelled' },
    { from: 'pending_payment', on: 'not paid in time', to: 'expired', sends: 'escrow.cancelled' },
    { from: 'funded', on: 'release', to: 'released', sends: 'escrow.released' },
    { from: 'funded', on: 'no report in time', to: 'released', sends: 'escrow.released' },
    { from: 'funded', on: 'dispute', to: 'disputed', sends: 'escrow.disputed' },
    ...(['funded', 'disputed'] as const).map((from) => ({
      from,
      on: 'refund',
      to: 'refunded' as const,
      sends: 'escrow.refunded' as const,
      also: refundEscrow,
    })),
  ],

  walletLink: [
    { from: null, on: 'create', to: 'PENDING', sends: null },
    { from: 'PENDING', on: 'approve', to: 'APPROVED', sends: 'wallet.link.approved' },
    { from: 'PENDING', on: 'reject', to: 'REJECTED', sends: 'wallet.link.rejected' },
    { from: 'PENDING', on: 'nobody decides', to: 'EXPIRED', sends: 'wallet.link.expired' },
    { from: 'PENDING', on: 'newer request', to: 'EXPIRED', sends: null },
    { from: 'APPROVED', on: 'unlink', to: 'REVOKED', sends: 'wallet.link.revoked' },
  ],
};

export const timers: readonly AnyTimer[] = [
  { kind: 'checkout', in: 'pending', after: 24 * HOUR, on: 'not paid in time' },
  {
    kind: 'refund',
    in: 'pending',
    after: 2,
    on: (refund) =>
      refund.merchant.environment.name === 'sandbox' && refund.reason === 'sandbox_fail'
        ? 'settlement fails'
        : 'settlement succeeds',
  },
  {
    kind: 'payout',
    in: 'pending',
    after: 5,
    on: (payout) =>
      payout.merchant.environment.name === 'sandbox' && payout.recipient.accountNumber === '0000000000'
        ? 'settlement fails'
        : 'settlement succeeds',
  },
  { kind: 'escrow', in: 'pending_payment', after: 24 * HOUR, on: 'not paid in time' },
  { kind: 'escrow', in: 'funded', after: { field: 'autoReleaseHours', seconds: HOUR }, on: 'no report in time' },
  { kind: 'walletLink', in: 'PENDING', after: { field: 'expiresInMinutes', seconds: 60 }, on: 'nobody decides' },
];

/** Pending amounts are reserved, those of failed resources are available again. */
export const sums: readonly Sum[] = [
  { into: 'balance', of: 'checkout', while: ['succeeded'], sign: 1 },
  { into: 'balance', of: 'refund', while: ['pending', 'succeeded'], sign: -1 },
  { into: 'balance', of: 'payout', while: ['pending', 'succeeded'], sign: -1 },
  { into: 'refunding', of: 'refund', while: ['pending', 'succeeded'], sign: 1 },
  { into: 'refundedAmount', of: 'refund', while: ['succeeded'], sign: 1 },
];

/** How an escrow's money moves. Buyers' accounts are not modelled: their side is `outside`. */
export const moves: readonly Move[] = [
  { entering: 'funded', what: 'amount', from: 'outside', to: 'seller.held' },
  { entering: 'released', what: 'amount less fee', from: 'seller.held', to: 'seller.available' },
  { entering: 'released', what: 'fee', from: 'seller.held', to: 'feeWallet.available' },
  { entering: 'refunded', what: 'refund', from: 'seller.held', to: 'outside' },
  { entering: 'refunded', what: 'amount less refund', from: 'seller.held', to: 'seller.available' },
];

function refundEscrow(
  escrow: { amount: number; refundedAmount: number | null; refundReason: string | null },
  _: string,
  { amount, reason }: { amount?: number | null; reason?: string | null },
): void {
  escrow.refundedAmount = amount ?? escrow.amount;
  escrow.refundReason = reason ?? null;
}
