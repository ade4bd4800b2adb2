import {
  Blocked,
  type Created,
  difference,
  field,
  type Given,
  type Merchant,
  of,
  summary,
  Traced,
} from '../../lib/harness/index.ts';

/** A wallet of one check alone, whose balance the merchant can read; what it could spend before anything happened, in kobo. */
export interface Purse {
  readonly walletId: string;
  readonly before: Traced<number>;
}

/** A step: a new wallet with some money in it, linked and approved. Needs `wallets`. */
export async function purse(given: Given): Promise<Purse> {
  const wallet = await given.wallets.make({ balanceMinor: 250_000 });
  await given.wallets.approvedLink(given.merchant, wallet);
  return { walletId: wallet.walletId, before: await available(given.merchant, wallet.walletId) };
}

/** By how much a wallet has more to spend than before: as soon as that is `expected`, at the latest after a minute. */
export async function gain(
  { merchant, time }: Given,
  { walletId, before }: Purse,
  expected: number,
): Promise<Traced<number>> {
  let gained = difference(before, before);
  await time.until(`money arrives in wallet ${walletId}`, 60, async () => {
    gained = difference(await available(merchant, walletId), before);
    return gained.value === expected ? true : undefined;
  });
  return gained;
}

/** As `gain`, after time enough for money to arrive that should not. */
export async function gainInTheEnd({ merchant, time }: Given, { walletId, before }: Purse) {
  await time.wait(20, `no money arrives in wallet ${walletId}`);
  return difference(await available(merchant, walletId), before);
}

/**
 * A step: what the seller and the fee wallet get of 50,000 kobo with a fee of 1,500 that are released in this way. The escrow
 * releases itself after an hour.
 */
export async function paidOut(given: Given, release: (escrow: Created) => Promise<unknown>) {
  const { merchant, buyer } = given;
  const [seller, ours] = [await purse(given), await purse(given)];
  const escrow = await buyer.funded(merchant, {
    amount: 50_000,
    seller: { walletId: seller.walletId },
    feeAmount: 1_500,
    feeWalletId: ours.walletId,
    autoReleaseHours: 1,
  });
  await release(escrow);
  await reached(merchant, escrow, 'released', 600);
  return { seller: await gainInTheEnd(given, seller), fee: await gainInTheEnd(given, ours) };
}

/** What the buyer does, where the check judges by the escrow's state: that the buyer was turned away shows there too. */
export async function tries(given: Given, deed: Promise<void>): Promise<void> {
  try {
    await deed;
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    given.note(`the buyer was turned away: ${error.message}`);
  }
}

/** A step: the escrow has this status by now, or soon (seconds). */
export async function reached(merchant: Merchant, escrow: Created, status: string, within = 60): Promise<void> {
  const last = await merchant.becomes(escrow, status, within);
  if (field(last.json, 'status') !== status) {
    throw new Blocked(`the escrow ${escrow.reference} should have become ${status}: GET shows ${summary(last)}`);
  }
}

/** A step: a funded escrow for which the buyer asks for a refund. */
export async function disputed({ merchant, buyer }: Given, fields: Record<string, unknown> = {}): Promise<Created> {
  const escrow = await buyer.funded(merchant, fields);
  await buyer.disputes(merchant, escrow);
  await reached(merchant, escrow, 'disputed');
  return escrow;
}

/** The names of the fields of a JSON object, for observations. */
export function names(json: unknown): string {
  if (typeof json !== 'object' || json === null) return 'no JSON object';
  return Object.keys(json).sort().join(', ') || 'an empty object';
}

async function available(merchant: Merchant, walletId: string): Promise<Traced<number>> {
  const balance = await merchant.api.getWalletBalance(walletId);
  const { value, term } = of(balance, 'availableMinor');
  if (balance.status !== 200 || typeof value !== 'number') {
    throw new Blocked(`the balance of wallet ${walletId} should be readable; got ${summary(balance)}`);
  }
  return new Traced(value, term);
}
