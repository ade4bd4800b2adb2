import { field } from '../../../lib/interface/index.ts';
import { roundTrips } from './round-trips.ts';

/** How an object of each kind is created and ended. */
export const checkoutTrips = roundTrips({
  kind: 'checkout',
  needs: ['buyer', 'own-merchant'],
  prepare:
    async ({ merchant }) =>
    (reference) =>
      merchant.createCheckout({ reference, amount: 5_003 }),
  ends: ({ merchant, buyer }, checkout) => buyer.pays(merchant, checkout),
  found: 'checkout.reference-in-path',
  events: ['payment.succeeded'],
});

export const refundTrips = roundTrips({
  kind: 'refund',
  needs: ['buyer', 'own-merchant'],
  prepare: async ({ merchant, buyer }) => {
    const { reference: paymentReference } = await buyer.paid(merchant, { amount: 500_000 });
    return (reference) => merchant.createRefund({ reference, paymentReference, amount: 1_001 });
  },
  ends: ({ merchant }, refund) => merchant.becomes(refund, 'succeeded'),
  found: 'refund.record-found',
  events: ['refund.succeeded'],
});

export const payoutTrips = roundTrips({
  kind: 'payout',
  needs: ['own-merchant'],
  prepare:
    async ({ merchant }) =>
    (reference) =>
      merchant.createPayout({ reference }),
  ends: ({ merchant }, payout) => merchant.becomes(payout, 'succeeded'),
  found: 'payout.record-found',
  events: ['payout.succeeded'],
});

const deeds = ['release', 'refund', 'cancel'] as const;

export const escrowTrips = roundTrips({
  kind: 'escrow',
  needs: ['escrow-buyer', 'own-merchant'],
  prepare:
    async ({ merchant }) =>
    (reference) =>
      merchant.createEscrow({ reference }),
  ends: async ({ merchant, buyer }, escrow, path, turn) => {
    const deed = deeds[turn % deeds.length] ?? 'release';
    if (deed !== 'cancel') await buyer.funds(merchant, escrow);
    const body = deed === 'refund' ? { body: {} } : {};
    const answer = await merchant.api.request({ method: 'POST', path: `/v1/escrows/${path}/${deed}`, ...body });
    return field(answer.json, 'status');
  },
  found: 'escrow.record-found',
  events: ['escrow.released', 'escrow.refunded', 'escrow.cancelled'],
});
