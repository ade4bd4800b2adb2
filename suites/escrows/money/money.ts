import {
  Blocked,
  type Body,
  type CheckContext,
  type Created,
  created,
  difference,
  type Merchant,
  NotExercised,
  of,
  shared,
  summary,
  Traced,
} from '../../../lib/interface/index.ts';

/** A wallet of one check alone, whose balance the merchant can read; what it could spend before anything happened, in kobo. */
export interface Purse {
  readonly walletId: string;
  readonly before: Traced<number>;
}

/** A step: a new wallet with some money in it, linked and approved. Needs `wallets`. */
export async function purse(context: CheckContext): Promise<Purse> {
  const wallet = await context.wallets.make({ balanceMinor: 250_000 });
  await context.wallets.approvedLink(context.merchant, wallet);
  return { walletId: wallet.walletId, before: await available(context.merchant, wallet.walletId) };
}

/** As `purse`; null where no wallets can be made. */
export async function purseWherePossible(context: CheckContext): Promise<Purse | null> {
  if (!context.wallets.canBeMade) return null;
  try {
    return await purse(context);
  } catch (error) {
    if (error instanceof NotExercised && !context.wallets.canBeMade) return null;
    throw error;
  }
}

/** By how much a wallet has more to spend than before. */
export async function gainNow({ merchant }: CheckContext, { walletId, before }: Purse): Promise<Traced<number>> {
  return difference(await available(merchant, walletId), before);
}

const HOUR = 3_600;

/** Seconds between two looks for money that is due: close together for a minute, then after an hour and after a day. */
const pauses = [0.5, 1, 2, 5, 10, 20, 30, HOUR, 24 * HOUR];

/**
 * By how much a wallet has more to spend than before, as soon as that is what is due (kobo, not 0). How long money takes is not shown:
 * a wrong amount is wrong after an hour, none at all after a day; where there is less time than that, a wrong amount is wrong at once,
 * and the check blocked where none has come. `already`: what had come before, of what is due.
 */
export async function gain(context: CheckContext, wallet: Purse, due: number, already = 0): Promise<Traced<number>> {
  let gained = await gainNow(context, wallet);
  for (const pause of pauses) {
    if (gained.value === due || (pause > HOUR && gained.value !== already)) break;
    try {
      await context.time.wait(pause, `money arrives in wallet ${wallet.walletId}`);
    } catch (error) {
      if (!(error instanceof NotExercised)) throw error;
      if (gained.value !== already) break;
      throw new Blocked(`not seen in time: ${due} kobo that are due in wallet ${wallet.walletId}`);
    }
    gained = await gainNow(context, wallet);
  }
  return gained;
}

/** As `gainNow`, after time enough for money to arrive that should not. */
export async function gainInTheEnd(context: CheckContext, wallet: Purse): Promise<Traced<number>> {
  await context.time.wait(20, `no money arrives in wallet ${wallet.walletId}`);
  return await gainNow(context, wallet);
}

/**
 * A step: an escrow with a fee. `feeWalletId` is "the merchant's own wallet", and nothing shows which wallets are: that one is refused
 * which was made for this run and is linked to the merchant is no fault.
 */
export async function escrowWithFee({ merchant }: CheckContext, fields: Body): Promise<Created> {
  const answer = await merchant.createEscrow(fields);
  if (answer.status >= 400 && answer.status < 500) {
    throw new NotExercised(`no wallet known here is taken as feeWalletId: ${summary(answer)}`);
  }
  return created('escrow', answer);
}

/**
 * A merchant, and a wallet that is taken as its feeWalletId. That none of those is taken which are known here is no fault: see
 * `escrowWithFee`.
 */
export const feeTaker = shared('a wallet that is taken as feeWalletId', [], async (context) => {
  const { merchant } = context;
  const linked = await purseWherePossible(context);
  let said = '';
  for (const feeWalletId of [...(linked === null ? [] : [linked.walletId]), '0000000002']) {
    const answer = await merchant.createEscrow({ feeAmount: 1_500, feeWalletId });
    if (answer.status < 400) return { merchant, feeWalletId, answer };
    said = summary(answer);
  }
  throw new NotExercised(`no wallet known here is taken as feeWalletId: ${said}`);
});

async function available(merchant: Merchant, walletId: string): Promise<Traced<number>> {
  const balance = await merchant.api.getWalletBalance(walletId);
  const { value, term } = of(balance, 'availableMinor');
  if (balance.status !== 200 || typeof value !== 'number') {
    throw new Blocked(`the balance of wallet ${walletId} should be readable; got ${summary(balance)}`);
  }
  return new Traced(value, term);
}
