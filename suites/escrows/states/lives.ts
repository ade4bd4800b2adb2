import { type CheckContext, created, shared } from '../../../lib/interface/index.ts';
import { gain, purseWherePossible } from '../money/money.ts';
import { reached } from '../support.ts';
import { type Deed, type Subject, toldOf, tryAll } from './deeds.ts';
import { AMOUNT, FEE, type Way, ways } from './ways.ts';

// The lives of escrows, observed at each stage: each is brought into a state, and then everything that can be tried is tried.

/** Attempts on an escrow that has ended. The refund comes last, since whether it is accepted is not shown. */
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

/** An escrow that ended in this way, and all attempts on it afterwards. */
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

/**
 * A step: an escrow with autoReleaseHours 1; with a fee, except where it is not shown whether a fee is taken; paid, if its way begins so.
 */
async function begun(context: CheckContext, way: Way): Promise<Subject> {
  const { merchant, buyer } = context;
  const seller = await purseWherePossible(context);
  const inPart = way.status === 'refunded' && way.toSeller > 0;
  const ours = inPart ? null : await purseWherePossible(context);
  const body = { amount: AMOUNT, autoReleaseHours: 1, ...(seller && { seller: { walletId: seller.walletId } }) };
  const withFee = ours && (await merchant.createEscrow({ ...body, feeAmount: FEE, feeWalletId: ours.walletId }));
  // Which wallets feeWalletId may name is not shown.
  const fee = withFee?.status === 201 ? ours : null;
  const escrow = withFee !== null && fee !== null ? created('escrow', withFee) : await merchant.escrow(body);
  if (way.status !== 'cancelled' && way.status !== 'expired') await buyer.funds(merchant, escrow);
  return { escrow, seller, fee };
}
