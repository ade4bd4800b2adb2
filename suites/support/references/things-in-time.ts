import {
  type Capability,
  type CheckContext,
  type Created,
  created,
  type EventKind,
  type Exchange,
  field,
  type Merchant,
  NotExercised,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import { unlessOneForAll } from '../alike/groups.ts';
import { HOUR } from '../attempts.ts';

// What time ends, each with a reference that the check chooses.

export const MINUTE = 60;

export interface Thing {
  readonly of: string;
  readonly needs: readonly Capability[];
  /** Seconds of its life, counted from when all are made. */
  readonly lives: number;
  readonly shown: { readonly name: string; readonly value: string };
  readonly id: RequirementId;
  readonly told: { readonly event: EventKind; readonly id: RequirementId };
  make(context: CheckContext, as: Merchant, reference: string): Promise<Made>;
}

export interface Made {
  /** The `reference` of its event. */
  readonly named: string;
  look(): Promise<Exchange>;
}

const found = (as: Merchant, object: Created): Made => ({ named: object.reference, look: () => as.get(object) });
const status = (value: string) => ({ name: 'status', value });

async function escrowOf(as: Merchant, reference: string, autoReleaseHours: number): Promise<Created> {
  return created('escrow', await unlessOneForAll(as.createEscrow({ reference, amount: 30_011, autoReleaseHours })));
}

const refund = (end: 'succeeded' | 'failed', id: RequirementId, told: Thing['told']): Thing => ({
  of: `refund that is to have ${end}`,
  needs: ['buyer'],
  lives: 2 * MINUTE,
  shown: status(end),
  id,
  told,
  async make({ buyer }, as, reference) {
    const { reference: paymentReference } = await buyer.paid(as, { amount: 9_001 });
    const reason = end === 'failed' ? 'sandbox_fail' : 'torn';
    const asked = as.createRefund({ reference, paymentReference, amount: 1_003, reason });
    return found(as, created('refund', await unlessOneForAll(asked)));
  },
});

const payout = (end: 'succeeded' | 'failed', id: RequirementId, told: Thing['told']): Thing => ({
  of: `payout that is to have ${end}`,
  needs: [],
  lives: 2 * MINUTE,
  shown: status(end),
  id,
  told,
  async make(_, as, reference) {
    const recipient = { accountNumber: end === 'failed' ? '0000000000' : '2087654321' };
    return found(as, created('payout', await unlessOneForAll(as.createPayout({ reference, recipient }))));
  },
});

export const things = {
  checkout: {
    of: 'unpaid checkout',
    needs: [],
    lives: 24 * HOUR,
    shown: { name: 'failureReason', value: 'expired' },
    id: 'checkout.expires',
    told: { event: 'payment.failed', id: 'webhook.payment-failed-on-expiry' },
    make: async (_, as, reference) =>
      found(as, created('checkout', await unlessOneForAll(as.createCheckout({ reference, amount: 7_003 })))),
  },
  unpaid: {
    of: 'unpaid escrow',
    needs: [],
    lives: 24 * HOUR,
    shown: status('expired'),
    id: 'escrow.expires',
    told: { event: 'escrow.cancelled', id: 'webhook.escrow-cancelled-on-expiry' },
    make: async (_, as, reference) => found(as, await escrowOf(as, reference, 72)),
  },
  funded: {
    of: 'paid escrow of two hours',
    needs: ['escrow-buyer'],
    lives: 2 * HOUR,
    shown: status('released'),
    id: 'escrow.releases-after-its-hours',
    told: { event: 'escrow.released', id: 'webhook.escrow-released-by-itself' },
    make: async ({ buyer }, as, reference) => found(as, await buyer.funds(as, await escrowOf(as, reference, 2))),
  },
  link: {
    of: 'link of five minutes',
    needs: ['wallets'],
    lives: 5 * MINUTE,
    shown: status('EXPIRED'),
    id: 'wallet-link.expires',
    told: { event: 'wallet.link.expired', id: 'webhook.link-expired' },
    async make({ wallets }, as, linkRef) {
      const answer = await wallets.createLink(as, await wallets.make(), { linkRef, expiresInMinutes: 5 });
      const linkId = field(answer.json, 'linkId');
      if (answer.status !== 201 || typeof linkId !== 'string')
        throw new NotExercised('whether a linkRef may be the reference of something else is not shown');
      return { named: linkId, look: () => as.api.getWalletLink(linkId) };
    },
  },
  refund: refund('succeeded', 'refund.settles', { event: 'refund.succeeded', id: 'webhook.refund-succeeded' }),
  'failing refund': refund('failed', 'refund.sandbox-fail', { event: 'refund.failed', id: 'webhook.refund-failed' }),
  payout: payout('succeeded', 'payout.succeeds', { event: 'payout.succeeded', id: 'webhook.payout-succeeded' }),
  'failing payout': payout('failed', 'payout.failing-account', { event: 'payout.failed', id: 'webhook.payout-failed' }),
} as const satisfies Record<string, Thing>;
