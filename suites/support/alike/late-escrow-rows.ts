import type { Capability, CheckContext, Created, RequirementId } from '../../../lib/interface/index.ts';
import { tries } from '../../escrows/support.ts';
import { attempt, HOUR } from '../attempts.ts';

// Escrows of one seller with every optional field, the default hours and a named buyer: whatever may be done in a state may be done until
// its end, and is told like anything else.

export const MINUTE = 60;
export const NAMED = 'ada.obi@example.com';
const OTHER = 'bola.obi@example.com';
export const allFields = {
  buyer: { email: NAMED },
  returnUrl: 'https://shop.example.com/return',
  description: 'Rice',
  conditions: 'Whole',
  metadata: { order: 'A-17' },
};

/** Seconds after its creation, and payment if it is paid at once. */
export const moments = [24 * HOUR - 10 * MINUTE, 25 * HOUR, 72 * HOUR - 10 * MINUTE, 72 * HOUR + 10 * MINUTE] as const;
const [beforeExpiry, nextDay, beforeRelease, afterRelease] = moments;

export interface Late {
  readonly what: string;
  readonly id: RequirementId;
  readonly told?: {
    readonly event: Parameters<CheckContext['merchant']['webhooks']['surely']>[0];
    readonly id: RequirementId;
  };
  readonly needs?: readonly Capability[];
  readonly hours?: number;
  readonly unpaid?: true;
  readonly at: (typeof moments)[number];
  act?(context: CheckContext, escrow: Created): Promise<unknown>;
  readonly status: string;
}

const released = { event: 'escrow.released', id: 'webhook.escrow-released' } as const;
const byBuyer = { event: 'escrow.released', id: 'webhook.escrow-released-by-buyer' } as const;
const refunded = { event: 'escrow.refunded', id: 'webhook.escrow-refunded' } as const;
const disputed = { event: 'escrow.disputed', id: 'webhook.escrow-disputed' } as const;

const releases: Late['act'] = ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference);
const buyerReleases: Late['act'] = ({ merchant, buyer }, escrow) => buyer.releases(merchant, escrow);
const disputes: Late['act'] = ({ merchant, buyer }, escrow) => buyer.disputes(merchant, escrow);
const pays: Late['act'] = ({ merchant, buyer }, escrow) => buyer.paysEscrow(merchant, escrow, NAMED);

const mayRelease = ['escrow-buyer-release'] as const;
const mayDispute = ['escrow-dispute'] as const;

export const rows: readonly Late[] = [
  {
    what: 'its buyer pays',
    id: 'escrow.funded',
    told: { event: 'escrow.funded', id: 'webhook.escrow-funded' },
    unpaid: true,
    at: beforeExpiry,
    act: pays,
    status: 'funded',
  },
  {
    what: 'the merchant cancels, after another account was turned away',
    id: 'escrow.cancelled',
    told: { event: 'escrow.cancelled', id: 'webhook.escrow-cancelled' },
    unpaid: true,
    at: beforeExpiry,
    async act(context, escrow) {
      const { merchant, buyer } = context;
      await tries(context, buyer.paysEscrow(merchant, escrow, OTHER));
      await merchant.api.cancelEscrow(escrow.reference);
    },
    status: 'cancelled',
  },
  {
    what: 'the merchant cancels, and its buyer tries to pay',
    id: 'escrow.cancelled-cannot-be-paid',
    unpaid: true,
    at: beforeExpiry,
    async act(context, escrow) {
      await context.merchant.api.cancelEscrow(escrow.reference);
      await attempt(context.buyer.paysEscrow(context.merchant, escrow, NAMED));
    },
    status: 'cancelled',
  },
  {
    what: 'nobody pays',
    id: 'escrow.expires',
    told: { event: 'escrow.cancelled', id: 'webhook.escrow-cancelled-on-expiry' },
    unpaid: true,
    at: nextDay,
    status: 'expired',
  },
  { what: 'of 24 hours', id: 'escrow.releases-after-its-hours', hours: 24, at: nextDay, status: 'released' },
  { what: 'of 71 hours', id: 'escrow.releases-after-its-hours', hours: 71, at: nextDay, status: 'funded' },
  ...([nextDay, beforeRelease] as const).flatMap((at): Late[] => [
    { what: 'the merchant releases', id: 'escrow.released', told: released, at, act: releases, status: 'released' },
    {
      what: 'the buyer releases',
      id: 'escrow.released-by-buyer',
      told: byBuyer,
      needs: mayRelease,
      at,
      act: buyerReleases,
      status: 'released',
    },
    {
      what: 'the buyer asks for a refund',
      id: 'escrow.disputed',
      told: disputed,
      needs: mayDispute,
      at,
      act: disputes,
      status: 'disputed',
    },
    {
      what: 'the merchant refunds a part',
      id: 'escrow.refunded',
      told: refunded,
      at,
      act: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, { amount: 10_007 }),
      status: 'refunded',
    },
  ]),
  {
    what: 'nobody reports anything',
    id: 'escrow.auto-release-default',
    told: { event: 'escrow.released', id: 'webhook.escrow-released-by-itself' },
    at: afterRelease,
    status: 'released',
  },
];
