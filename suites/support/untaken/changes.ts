import { type Change, EVERY_ANSWER, EVERYWHERE, linked, made, settled } from './objects.ts';

/** The time of a change that time causes, in seconds. */
export const SECONDS = { '5m': 300, '1h': 3_600, '24h': 86_400 } as const;

const buyer = { needs: ['escrow-buyer'] } as const;
const disputed = { needs: ['escrow-buyer', 'escrow-dispute'] } as const;

/** Every change of state of which a merchant is told. */
export const changes: readonly Change[] = [
  settled('refund', 'succeeded'),
  settled('refund', 'failed'),
  settled('payout', 'succeeded'),
  settled('payout', 'failed'),
  made(
    'checkout',
    'succeeded',
    { id: 'checkout.paid', event: 'payment.succeeded', needs: ['buyer'], also: EVERYWHERE },
    (context, one) => context.buyer.tries(context.merchant, one, 'succeeded'),
  ),
  made(
    'checkout',
    'failed',
    { id: 'checkout.payment-fails', event: 'payment.failed', needs: ['payment-failure'] },
    (context, one) => context.buyer.tries(context.merchant, one, 'failed'),
  ),
  made('checkout', 'failed', { id: 'checkout.expires', event: 'payment.failed', waits: '24h' }),
  made(
    'escrow',
    'funded',
    { id: 'escrow.funded', event: 'escrow.funded', ...buyer, also: EVERYWHERE },
    (context, one) => context.buyer.paysEscrow(context.merchant, one),
  ),
  made('escrow', 'cancelled', { id: 'escrow.cancelled', event: 'escrow.cancelled' }, ({ merchant }, { reference }) =>
    merchant.api.cancelEscrow(reference),
  ),
  made('escrow', 'expired', { id: 'escrow.expires', event: 'escrow.cancelled', waits: '24h' }),
  made(
    'escrow',
    'released',
    { id: 'escrow.released', event: 'escrow.released', ...buyer, also: EVERY_ANSWER },
    ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
    true,
  ),
  made(
    'escrow',
    'released',
    { id: 'escrow.releases-by-itself', event: 'escrow.released', ...buyer, waits: '1h' },
    undefined,
    true,
  ),
  made(
    'escrow',
    'refunded',
    { id: 'escrow.refunded', event: 'escrow.refunded', ...buyer },
    ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}),
    true,
  ),
  made(
    'escrow',
    'disputed',
    { id: 'escrow.disputed', event: 'escrow.disputed', ...disputed },
    (context, one) => context.buyer.disputes(context.merchant, one),
    true,
  ),
  linked(
    'APPROVED',
    { id: 'wallet-link.approved', event: 'wallet.link.approved', also: EVERY_ANSWER },
    ({ wallets, merchant }, link) => wallets.decide(merchant, link, 'approve'),
  ),
  linked('REJECTED', { id: 'wallet-link.rejected', event: 'wallet.link.rejected' }, ({ wallets, merchant }, link) =>
    wallets.decide(merchant, link, 'reject'),
  ),
  linked('EXPIRED', { id: 'wallet-link.expires', event: 'wallet.link.expired', waits: '5m' }),
  linked('REVOKED', { id: 'wallet-link.revoked', event: 'wallet.link.revoked' }, ({ merchant }, { linkId }) =>
    merchant.api.deleteWalletLink(linkId),
  ),
];
