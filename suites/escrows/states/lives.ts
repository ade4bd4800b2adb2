import {
  type Capability,
  type CheckContext,
  type Created,
  created,
  type Duration,
  shared,
} from '../../../lib/interface/index.ts';
import { gain, purseWherePossible } from '../money/money.ts';
import { reached } from '../support.ts';
import { type Deed, type Subject, toldOf, tryAll } from './deeds.ts';

// The lives of escrows, looked at on the way: each is brought into a state, and then whatever can be tried with it is tried.

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

/** What is tried with an escrow that is over. The refund comes last: whether it is accepted is not shown. */
export const tried: readonly Deed[] = [
  'the merchant releases',
  'the merchant cancels',
  'the buyer pays',
  'the buyer releases',
  'the buyer asks for a refund',
  'the merchant creates another with its reference',
  'a minute passes',
  'the hour of its autoReleaseHours passes',
  'a day passes',
];

/** An escrow that has come to its end in this way, and all that is tried with it afterwards. */
export const afterItsEnd = new Map<string, ReturnType<typeof life>>(ways.map((way) => [way.way, life(way)]));

function life(way: Way) {
  return shared(`an escrow that is over: ${way.way}`, way.needs, async (context) => {
    const { merchant } = context;
    const subject = await begun(context, way);
    const { escrow, seller } = subject;
    await way.lead(context, escrow);
    await reached(merchant, escrow, way.status, 600);
    const due = {
      seller: way.status === 'released' && subject.fee ? way.toSeller - FEE : way.toSeller,
      fee: way.status === 'released' ? FEE : 0,
    };
    if (seller !== null && due.seller > 0) await gain(context, seller, due.seller);
    const deeds = await tryAll(context, subject, tried);
    const told = toldOf(merchant, escrow);
    const refund = await tryAll(context, subject, ['the merchant refunds']);
    const later = await tryAll(context, subject, ['a minute passes']);
    const lateDuplicate = await merchant.createEscrow({ reference: escrow.reference, amount: AMOUNT + 2_000 });
    return { merchant, escrow, due, deeds, told, refund, later, lateDuplicate };
  });
}

/** A step: an escrow of one hour; with a fee, but where whether it is taken is not shown; paid, where its way begins so. */
async function begun(context: CheckContext, way: Way): Promise<Subject> {
  const { merchant, buyer } = context;
  const seller = await purseWherePossible(context);
  const ours = way.way === 'refunded in part' ? null : await purseWherePossible(context);
  const body = { amount: AMOUNT, autoReleaseHours: 1, ...(seller && { seller: { walletId: seller.walletId } }) };
  const withFee = ours && (await merchant.createEscrow({ ...body, feeAmount: FEE, feeWalletId: ours.walletId }));
  // Whose wallet feeWalletId may be is not shown.
  const fee = withFee?.status === 201 ? ours : null;
  const escrow = withFee !== null && fee !== null ? created('escrow', withFee) : await merchant.escrow(body);
  if (way.status !== 'cancelled' && way.status !== 'expired') await buyer.funds(merchant, escrow);
  return { escrow, seller, fee };
}
