import type {
  Capability,
  CheckContext,
  Created,
  Duration,
  Exchange,
  RequirementId,
} from '../../../lib/interface/index.ts';
import { reached } from '../support.ts';

// Every way in which an escrow ends: by whom, in full or in part, and after how much of its time.

const HOUR = 3_600;

export const AMOUNT = 50_003;
export const FEE = 1_501;

/** A way into a final state. */
export interface Way {
  readonly way: string;
  /** In live, with wallets of that environment and their owners. */
  readonly live?: true;
  /** Two payments of it come at the same moment. */
  readonly paidTwice?: true;
  readonly status: 'released' | 'refunded' | 'cancelled' | 'expired';
  readonly needs: readonly Capability[];
  /** The requirement that this way leads to its end; null where that has a check of its own, without a life afterwards. */
  readonly leads: RequirementId | null;
  /** The requirement of what it pays; null where nothing was paid. */
  readonly pays: RequirementId | null;
  /** Target time that the way itself takes. */
  readonly takes: Duration | undefined;
  /** What goes to the seller's side, in kobo of `AMOUNT`; from released money the fee is deducted. */
  readonly toSeller: number;
  /** Kinds of events that may have come, each once. */
  readonly events: readonly string[];
  /** The answer, if the merchant ends it. */
  lead(context: CheckContext, escrow: Created): Promise<Exchange | null>;
}

export const ways = [
  {
    way: 'released by the merchant',
    status: 'released',
    leads: null,
    pays: 'escrow.release-pays-seller',
    needs: ['escrow-buyer'],
    takes: undefined,
    toSeller: AMOUNT,
    events: ['escrow.funded', 'escrow.released'],
    lead: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
  },
  {
    way: 'released by the buyer',
    status: 'released',
    leads: 'escrow.released-by-buyer',
    pays: 'escrow.buyer-release-pays',
    needs: ['escrow-buyer', 'escrow-buyer-release'],
    takes: undefined,
    toSeller: AMOUNT,
    events: ['escrow.funded', 'escrow.released'],
    lead: ({ merchant, buyer }, escrow) => buyer.releases(merchant, escrow).then(() => null),
  },
  {
    way: 'released by itself',
    status: 'released',
    leads: 'escrow.releases-by-itself',
    pays: 'escrow.auto-release-pays-seller',
    needs: ['escrow-buyer'],
    takes: '1h',
    toSeller: AMOUNT,
    events: ['escrow.funded', 'escrow.released'],
    lead: ({ time }) => time.wait(HOUR, 'an escrow is released by itself').then(() => null),
  },
  {
    way: 'refunded in full',
    status: 'refunded',
    leads: 'escrow.refunded',
    pays: 'escrow.full-refund-takes-no-fee',
    needs: ['escrow-buyer'],
    takes: undefined,
    toSeller: 0,
    events: ['escrow.funded', 'escrow.refunded'],
    lead: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}),
  },
  {
    // Whether a partial refund takes the fee, and whether it also sends escrow.released, is not shown: these escrows have no fee.
    way: 'refunded in part',
    status: 'refunded',
    leads: 'escrow.refunded',
    pays: 'escrow.refund-pays-remainder',
    needs: ['escrow-buyer'],
    takes: undefined,
    toSeller: AMOUNT - 20_002,
    events: ['escrow.funded', 'escrow.refunded', 'escrow.released'],
    lead: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, { amount: 20_002 }),
  },
  disputedWay('refunded after a dispute', undefined, null, 0, 0),
  // Half of the time to the automatic release has passed: the rest elapses later and must not release anything.
  {
    way: 'paid twice at once, and released by the merchant half an hour before its release',
    paidTwice: true,
    status: 'released',
    leads: 'escrow.released',
    pays: 'escrow.release-pays-seller',
    needs: ['escrow-buyer'],
    takes: '30m',
    toSeller: AMOUNT,
    events: ['escrow.funded', 'escrow.released'],
    async lead({ merchant, time }, { reference }) {
      await time.wait(HOUR / 2, 'half of the time to the automatic release passes');
      return await merchant.api.releaseEscrow(reference);
    },
  },
  {
    way: 'refunded in part half an hour before its release',
    status: 'refunded',
    leads: 'escrow.refunded',
    pays: 'escrow.refund-pays-remainder',
    needs: ['escrow-buyer'],
    takes: '30m',
    toSeller: AMOUNT - 20_002,
    events: ['escrow.funded', 'escrow.refunded', 'escrow.released'],
    async lead({ merchant, time }, { reference }) {
      await time.wait(HOUR / 2, 'half of the time to the automatic release passes');
      return await merchant.api.refundEscrow(reference, { amount: 20_002 });
    },
  },
  disputedWay('refunded in part after a dispute', undefined, 20_002, 0, 0),
  disputedWay('refunded in part after a dispute half an hour before its release', '30m', 20_002, HOUR / 2, 0),
  disputedWay('refunded in part after a dispute of two hours', '2h', 20_002, 0, 2 * HOUR),
  disputedWay('refunded after a dispute of two hours, half an hour before its release', '3h', null, HOUR / 2, 2 * HOUR),
  {
    way: 'cancelled',
    status: 'cancelled',
    leads: 'escrow.cancelled',
    pays: null,
    needs: [],
    takes: undefined,
    toSeller: 0,
    events: ['escrow.cancelled'],
    lead: ({ merchant }, { reference }) => merchant.api.cancelEscrow(reference),
  },
  {
    way: 'expired',
    status: 'expired',
    leads: 'escrow.expires',
    pays: null,
    needs: [],
    takes: '24h',
    toSeller: 0,
    events: ['escrow.cancelled'],
    lead: ({ time }) => time.wait(24 * HOUR, 'an unpaid escrow expires').then(() => null),
  },
] as const satisfies readonly Way[];

/** The buyer asks for a refund `before` seconds after paying, and gets it, or part of it, `open` seconds later. */
function disputedWay(way: string, takes: Way['takes'], amount: number | null, before: number, open: number) {
  return {
    way,
    status: 'refunded',
    leads: 'escrow.disputed-refunded',
    pays: 'escrow.dispute-refund-pays-remainder',
    needs: ['escrow-buyer', 'escrow-dispute'],
    takes,
    // Whether a partial refund also sends escrow.released is not shown.
    toSeller: amount === null ? 0 : AMOUNT - amount,
    events: ['escrow.funded', 'escrow.disputed', 'escrow.refunded', ...(amount === null ? [] : ['escrow.released'])],
    async lead({ merchant, buyer, time }: CheckContext, escrow: Created) {
      if (before > 0) await time.wait(before, 'a part of the time to the automatic release passes');
      await buyer.disputes(merchant, escrow);
      await reached(merchant, escrow, 'disputed');
      if (open > 0) await time.wait(open, 'a disputed escrow is not released');
      return await merchant.api.refundEscrow(escrow.reference, amount === null ? {} : { amount });
    },
  } as const satisfies Way;
}
