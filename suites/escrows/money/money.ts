import {
  Blocked,
  type Body,
  type CheckContext,
  type Created,
  created,
  difference,
  type Exchange,
  type Merchant,
  NotExercised,
  of,
  shared,
  summary,
  Traced,
  type Wallet,
} from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';

/** A wallet of one check only, whose balance the merchant can read; `before`: its available balance at the start, in kobo. */
export interface Purse {
  readonly walletId: string;
  readonly before: Traced<number>;
}

/** A step: a new wallet with some money, and an approved link. Needs `wallets`. */
export async function purse(context: CheckContext): Promise<Purse> {
  const wallet = await context.wallets.make({ balanceMinor: 250_000 });
  await context.wallets.approvedLink(context.merchant, wallet);
  return await purseOf(context, wallet);
}

/** A step: a wallet to which the merchant has an approved link. */
export async function purseOf({ merchant }: CheckContext, { walletId }: Wallet): Promise<Purse> {
  return { walletId, before: await available(merchant, walletId) };
}

/** Like `purse`; null if no wallets can be made. */
export async function purseWherePossible(context: CheckContext): Promise<Purse | null> {
  if (!context.wallets.canBeMade) return null;
  try {
    return await purse(context);
  } catch (error) {
    if (error instanceof NotExercised && !context.wallets.canBeMade) return null;
    throw error;
  }
}

/** What a wallet has gained. That control makes no wallets may show only when it is asked for one: then there is nothing to look at. */
export function known<Gained>(gained: Gained | null): Gained {
  if (gained === null) throw new NotExercised('control makes no wallets');
  return gained;
}

/** By how much a wallet's available balance has grown, in kobo. */
export async function gainNow({ merchant }: CheckContext, { walletId, before }: Purse): Promise<Traced<number>> {
  return difference(await available(merchant, walletId), before);
}

const HOUR = 3_600;

/** Seconds between readings of the balance while money is due: short for a minute, then an hour and a day. */
const pauses = [0.5, 1, 2, 5, 10, 20, 30, HOUR, 24 * HOUR];

/**
 * By how much a wallet's available balance has grown, as soon as that is the amount due (kobo, not 0). How long money takes is not shown: a
 * wrong amount counts after an hour, a missing one after a day; if there is less time, a wrong amount counts at once, and a missing one
 * blocks the check. `already`: the part of `due` that had come before.
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

/** Like `gainNow`, after waiting long enough for money that should not come. */
export async function gainInTheEnd(context: CheckContext, wallet: Purse): Promise<Traced<number>> {
  await context.time.wait(20, `no money arrives in wallet ${wallet.walletId}`);
  return await gainNow(context, wallet);
}

/**
 * A step: an escrow with a fee. `feeWalletId` is "the merchant's own wallet", and nothing shows which wallets are: refusing a wallet that
 * was made for this run and linked to the merchant is no fault.
 */
export async function escrowWithFee({ merchant }: CheckContext, fields: Body): Promise<Created> {
  const answer = await merchant.createEscrow(fields);
  mayRefuse(answer, 'no wallet known here is taken as feeWalletId');
  return created('escrow', answer);
}

/**
 * A merchant, and a wallet that is accepted as its feeWalletId. If none of the wallets known here is accepted, that is no fault: see
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
  return availableIn(await merchant.api.getWalletBalance(walletId), walletId);
}

/** A step: what the balance of a wallet shows as available, in kobo. */
export function availableIn(balance: Exchange, walletId: string): Traced<number> {
  const { value, term } = of(balance, 'availableMinor');
  if (balance.status !== 200 || typeof value !== 'number') {
    throw new Blocked(`the balance of wallet ${walletId} should be readable; got ${summary(balance)}`);
  }
  return new Traced(value, term);
}
