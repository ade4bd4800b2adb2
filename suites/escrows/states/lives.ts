import { Blocked, type CheckContext, created, inLive, NotExercised, shared } from '../../../lib/interface/index.ts';
import { attemptAny } from '../../support/attempts.ts';
import { gain, gainNow, type Purse, purseWherePossible } from '../money/money.ts';
import { reached } from '../support.ts';
import { type Deed, type Subject, toldOf, tryAll } from './deeds.ts';
import { AMOUNT, FEE, type Way, ways } from './ways.ts';

// The lives of escrows, observed at each stage: each is brought into a state, and then everything that can be tried is tried.

/** Attempts on an escrow that has ended. Valid refunds come last, since whether they are accepted is not shown. */
export const tried: readonly Deed[] = [
  'the merchant releases',
  'the merchant cancels',
  'the buyer pays',
  'the buyer releases',
  'the buyer asks for a refund',
  'the merchant refunds a fraction',
  'the merchant creates another with its reference',
  'a minute passes',
  'the hour of its autoReleaseHours passes',
  'a day passes',
];

/** Made after all others. */
export const refunds: readonly Deed[] = ['the merchant refunds a part', 'the merchant refunds'];

/** Ways that are gone in live too: one to each end, by merchant, buyer and time. */
const alsoInLive: readonly string[] = [
  'released by the buyer',
  'refunded in part after a dispute',
  'cancelled',
  'expired',
];

export const everywhere: readonly Way[] = [
  ...ways,
  ...ways
    .filter(({ way }) => alsoInLive.includes(way))
    .map(
      (way): Way => ({
        ...way,
        way: `live: ${way.way}`,
        live: true,
        needs: ['live', 'wallets', 'wallet-owner', ...way.needs],
      }),
    ),
];

/** An escrow that ended in this way, and all attempts on it afterwards. */
const afterItsEnd = new Map<string, ReturnType<typeof life>>(everywhere.map((way) => [way.way, life(way)]));

export async function lifeOf(context: CheckContext, { way }: Pick<Way, 'way'>) {
  const life = afterItsEnd.get(way);
  if (life === undefined) throw new Error(`no life ${way}`);
  return await life(context);
}

export async function afterwardsOf(context: CheckContext, way: Pick<Way, 'way'>) {
  const { afterwards } = await lifeOf(context, way);
  if (afterwards instanceof Error) throw afterwards;
  return afterwards;
}

function life(way: Way) {
  return shared(`an escrow that is over: ${way.way}`, way.needs, async (own) => {
    const context = way.live ? inLive(own) : own;
    const { merchant } = context;
    const subject = await begun(context, way);
    const { escrow } = subject;
    const answer = await way.lead(context, escrow);
    const ended = await merchant.becomes(escrow, way.status, 600);
    const due = {
      seller: way.status === 'released' && subject.fee ? way.toSeller - FEE : way.toSeller,
      fee: way.status === 'released' ? FEE : 0,
    };
    // Where it has not ended so, nothing is to be learnt from what is tried afterwards; that must not hide the end itself.
    const afterwards = await goneOn(context, way, subject, due).catch((error: unknown) => {
      if (error instanceof Blocked || error instanceof NotExercised) return error;
      throw error;
    });
    return { answer, ended, due, afterwards };
  });
}

interface Due {
  readonly seller: number;
  readonly fee: number;
}

async function goneOn(context: CheckContext, way: Way, subject: Subject, due: Due) {
  const { merchant } = context;
  const { escrow } = subject;
  await reached(merchant, escrow, way.status);
  const gained = {
    seller: await gainOf(context, way, subject.seller, due.seller),
    fee: await gainOf(context, way, subject.fee, due.fee),
  };
  const deeds = await tryAll(context, subject, tried);
  const told = toldOf(merchant, escrow);
  const refund = await tryAll(context, subject, refunds);
  const later = await tryAll(context, subject, ['a minute passes']);
  const lateDuplicate = await merchant.createEscrow({ reference: escrow.reference, amount: AMOUNT + 2_000 });
  return { due, gained, deeds, told, refund, later, lateDuplicate };
}

async function gainOf(context: CheckContext, { pays }: Way, wallet: Purse | null, due: number) {
  if (wallet === null || pays === null) return null;
  return due > 0 ? await gain(context, wallet, due) : await gainNow(context, wallet);
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
  if (way.status === 'cancelled' || way.status === 'expired') return { escrow, seller, fee };
  const pays = () => buyer.paysEscrow(merchant, escrow);
  if (way.paidTwice) {
    await attemptAny([pays, pays], 'at once');
    await reached(merchant, escrow, 'funded');
  } else await buyer.funds(merchant, escrow);
  return { escrow, seller, fee };
}
