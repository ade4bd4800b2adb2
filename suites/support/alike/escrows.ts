import { type Capability, type Created, created } from '../../../lib/interface/index.ts';
import { dueAtOnce } from './due-at-once.ts';
import { type Kind, order, type Row, unlessOneForAll } from './groups.ts';
import { type Deed, oneAfterAnother } from './one-by-one.ts';

// Escrows with the same amount, seller and buyer: a transition of one does not affect the others.

const HOUR = 3_600;

function kindOf(autoReleaseHours: number): Kind<Created> {
  return {
    of: 'escrow',
    needs: [],
    make: async (_, as, reference) => {
      const body = { reference, amount: 30_011, metadata: order.metadata, autoReleaseHours };
      return created('escrow', await unlessOneForAll(as.createEscrow(body)));
    },
    look: (as, object) => as.get(object),
    named: ({ reference }) => reference,
  };
}

const unpaid = { value: 'pending_payment' };
const funded = { value: 'funded' };
const released = { value: 'released' };
const refunded = { value: 'refunded' };
const leaves = { neighbours: 'escrow.stays-until-its-turn', twin: 'escrow.other-merchant-cannot-act' } as const;
const funds: Deed<Created>['act'] = ({ buyer }, { as, object }) => buyer.funds(as, object);

const money: readonly Capability[] = ['escrow-buyer'];
const paid = { lead: funds, before: funded, leaves } as const;
const wasReleased = { event: 'escrow.released', id: 'webhook.escrow-released' } as const;
const wasRefunded = { event: 'escrow.refunded', id: 'webhook.escrow-refunded' } as const;

/** Checks for several chapters: see `table`. */
export const alikeEscrows: readonly Row[] = [
  ...oneAfterAnother(kindOf(72), [
    {
      what: 'the merchant releases',
      needs: money,
      ...paid,
      act: (_, { as, object }) => as.api.releaseEscrow(object.reference),
      after: released,
      id: 'escrow.released',
      told: wasReleased,
      final: 'escrow.released-is-final',
    },
    {
      what: 'the buyer releases',
      needs: [...money, 'escrow-buyer-release'],
      ...paid,
      act: ({ buyer }, { as, object }) => buyer.releases(as, object),
      after: released,
      id: 'escrow.released-by-buyer',
      told: { event: 'escrow.released', id: 'webhook.escrow-released-by-buyer' },
      final: 'escrow.released-is-final',
    },
    {
      what: 'the merchant refunds',
      needs: money,
      ...paid,
      act: (_, { as, object }) => as.api.refundEscrow(object.reference, {}),
      after: refunded,
      id: 'escrow.refunded',
      told: wasRefunded,
      final: 'escrow.refunded-is-final',
    },
    {
      what: 'the merchant refunds 10007 of',
      needs: money,
      ...paid,
      act: (_, { as, object }) => as.api.refundEscrow(object.reference, { amount: 10_007 }),
      after: refunded,
      id: 'escrow.refunded',
      told: wasRefunded,
      final: 'escrow.refunded-is-final',
    },
    {
      what: 'the buyer asks for a refund of',
      needs: [...money, 'escrow-dispute'],
      ...paid,
      act: ({ buyer }, { as, object }) => buyer.disputes(as, object),
      after: { value: 'disputed' },
      id: 'escrow.disputed',
      told: { event: 'escrow.disputed', id: 'webhook.escrow-disputed' },
    },
    {
      what: 'the buyer pays',
      needs: money,
      act: funds,
      before: unpaid,
      after: funded,
      leaves,
      id: 'escrow.funded',
      told: { event: 'escrow.funded', id: 'webhook.escrow-funded' },
    },
    {
      what: 'the merchant cancels',
      act: (_, { as, object }) => as.api.cancelEscrow(object.reference),
      before: unpaid,
      after: { value: 'cancelled' },
      leaves,
      id: 'escrow.cancelled',
      told: { event: 'escrow.cancelled', id: 'webhook.escrow-cancelled' },
      final: 'escrow.cancelled-is-final',
    },
  ]),

  ...dueAtOnce({
    kind: kindOf(1),
    what: 'whose automatic release is due',
    needs: money,
    waits: '1h',
    seconds: HOUR,
    lead: funds,
    after: released,
    id: 'escrow.releases-by-itself',
    told: { event: 'escrow.released', id: 'webhook.escrow-released-by-itself' },
    final: 'escrow.released-is-final',
    spared: {
      what: 'that is disputed',
      needs: ['escrow-dispute'],
      act: ({ buyer }, { as, object }) => buyer.disputes(as, object),
      after: { value: 'disputed' },
      id: 'escrow.dispute-pauses-release',
    },
  }),

  ...dueAtOnce({
    kind: kindOf(72),
    what: 'that expire unpaid',
    waits: '25h',
    seconds: 24 * HOUR,
    after: { value: 'expired' },
    id: 'escrow.expires',
    told: { event: 'escrow.cancelled', id: 'webhook.escrow-cancelled-on-expiry' },
    final: 'escrow.expired-is-final',
    spared: { what: 'that is paid', needs: money, act: funds, after: funded, id: 'escrow.paid-does-not-expire' },
  }),
];
