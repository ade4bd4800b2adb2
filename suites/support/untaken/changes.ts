import type { EventKind, RequirementId } from '../../../lib/interface/index.ts';
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

const tellings = {
  'payment.succeeded': ['webhook.payment-succeeded'],
  'payment.failed': ['webhook.payment-failed', 'webhook.payment-failed-on-expiry'],
  'refund.succeeded': ['webhook.refund-succeeded'],
  'refund.failed': ['webhook.refund-failed'],
  'payout.succeeded': ['webhook.payout-succeeded'],
  'payout.failed': ['webhook.payout-failed'],
  'escrow.funded': ['webhook.escrow-funded'],
  'escrow.released': ['webhook.escrow-released', 'webhook.escrow-released-by-itself'],
  'escrow.refunded': ['webhook.escrow-refunded'],
  'escrow.disputed': ['webhook.escrow-disputed'],
  'escrow.cancelled': ['webhook.escrow-cancelled', 'webhook.escrow-cancelled-on-expiry'],
  'wallet.link.approved': ['webhook.link-approved'],
  'wallet.link.rejected': ['webhook.link-rejected'],
  'wallet.link.revoked': ['webhook.link-revoked'],
  'wallet.link.expired': ['webhook.link-expired'],
} as const satisfies Record<EventKind, readonly RequirementId[]>;

/** The requirement that a change is told. */
export function tellingOf({ event, waits }: Pick<Change, 'event' | 'waits'>): RequirementId {
  const [byDeed, byTime = byDeed]: readonly [RequirementId, RequirementId?] = tellings[event];
  return waits === undefined ? byDeed : byTime;
}
