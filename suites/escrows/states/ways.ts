import type { Capability, CheckContext, Created, Duration } from '../../../lib/interface/index.ts';
import { reached } from '../support.ts';

// Every way in which an escrow ends.

const HOUR = 3_600;

export const AMOUNT = 50_003;
export const FEE = 1_501;

/** A way into a state. */
export interface Way {
  readonly way: string;
  readonly status: 'released' | 'refunded' | 'cancelled' | 'expired';
  readonly needs: readonly Capability[];
  /** The target's time that the way itself takes. */
  readonly takes: Duration | undefined;
  /** What goes to the seller's side, in kobo of `AMOUNT`; of what is released the fee is taken. */
  readonly toSeller: number;
  /** Kinds of events that may have come, each once. */
  readonly events: readonly string[];
  lead(context: CheckContext, escrow: Created): Promise<unknown>;
}

/** Every way in which an escrow ends. */
export const ways = [
  {
    way: 'released by the merchant',
    status: 'released',
    needs: ['escrow-buyer'],
    takes: undefined,
    toSeller: AMOUNT,
    events: ['escrow.funded', 'escrow.released'],
    lead: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
  },
  {
    way: 'released by the buyer',
    status: 'released',
    needs: ['escrow-buyer', 'escrow-buyer-release'],
    takes: undefined,
    toSeller: AMOUNT,
    events: ['escrow.funded', 'escrow.released'],
    lead: ({ merchant, buyer }, escrow) => buyer.releases(merchant, escrow),
  },
  {
    way: 'released by itself',
    status: 'released',
    needs: ['escrow-buyer'],
    takes: '1h',
    toSeller: AMOUNT,
    events: ['escrow.funded', 'escrow.released'],
    lead: ({ time }) => time.wait(HOUR, 'an escrow is released by itself'),
  },
  {
    way: 'refunded in full',
    status: 'refunded',
    needs: ['escrow-buyer'],
    takes: undefined,
    toSeller: 0,
    events: ['escrow.funded', 'escrow.refunded'],
    lead: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}),
  },
  {
    // Whether a partial refund takes the fee, and whether it also sends escrow.released, is not shown: these are without a fee.
    way: 'refunded in part',
    status: 'refunded',
    needs: ['escrow-buyer'],
    takes: undefined,
    toSeller: AMOUNT - 20_002,
    events: ['escrow.funded', 'escrow.refunded', 'escrow.released'],
    lead: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, { amount: 20_002 }),
  },
  {
    way: 'refunded after a dispute',
    status: 'refunded',
    needs: ['escrow-buyer', 'escrow-dispute'],
    takes: undefined,
    toSeller: 0,
    events: ['escrow.funded', 'escrow.disputed', 'escrow.refunded'],
    async lead({ merchant, buyer }, escrow) {
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
      await merchant.api.refundEscrow(escrow.reference, {});
    },
  },
  {
    way: 'refunded in part after a dispute',
    status: 'refunded',
    needs: ['escrow-buyer', 'escrow-dispute'],
    takes: undefined,
    toSeller: AMOUNT - 20_003,
    events: ['escrow.funded', 'escrow.disputed', 'escrow.refunded', 'escrow.released'],
    async lead({ merchant, buyer }, escrow) {
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
      await merchant.api.refundEscrow(escrow.reference, { amount: 20_003 });
    },
  },
  {
    // What a dispute has paused may run on when it is over.
    way: 'refunded in part half an hour after a dispute, that long after its payment',
    status: 'refunded',
    needs: ['escrow-buyer', 'escrow-dispute'],
    takes: '1h',
    toSeller: AMOUNT - 20_004,
    events: ['escrow.funded', 'escrow.disputed', 'escrow.refunded', 'escrow.released'],
    async lead({ merchant, buyer, time }, escrow) {
      await time.wait(HOUR / 2, 'half of the time to the automatic release passes');
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
      await time.wait(HOUR / 2, 'a dispute lasts');
      await merchant.api.refundEscrow(escrow.reference, { amount: 20_004 });
    },
  },
  {
    way: 'cancelled',
    status: 'cancelled',
    needs: [],
    takes: undefined,
    toSeller: 0,
    events: ['escrow.cancelled'],
    lead: ({ merchant }, { reference }) => merchant.api.cancelEscrow(reference),
  },
  {
    way: 'expired',
    status: 'expired',
    needs: [],
    takes: '24h',
    toSeller: 0,
    events: ['escrow.cancelled'],
    lead: ({ time }) => time.wait(24 * HOUR, 'an unpaid escrow expires'),
  },
] as const satisfies readonly Way[];
