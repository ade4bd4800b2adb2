import type { Call, Reply } from './call.ts';
import { findWallet, hasApprovedLink } from './links.ts';
import * as rules from './rules.ts';
import { missing, Refusal, wrongState } from './rules.ts';
import { emit } from './webhooks.ts';
import { type Environment, numericId, stamp, uuid, type World } from './world.ts';

const hour = 3_600_000;
const paymentLife = 24 * hour;
/** The interface states no maximum; this service permits at most fifty million naira. */
const mostKobo = 5_000_000_000;

export interface Escrow {
  id: string;
  token: string;
  env: Environment;
  merchant: string;
  reference: string;
  amount: number;
  seller: string;
  buyer: string | null;
  fee: number;
  feeWallet: string | null;
  hours: number;
  conditions: string | null;
  description: string | null;
  returnUrl: string | null;
  metadata: string | null;
  status: 'pending_payment' | 'funded' | 'disputed' | 'released' | 'refunded' | 'cancelled' | 'expired';
  paidBy: string | null;
  paidAt: number | null;
  /** What the seller's wallet shows as held for this escrow: the seller's share after the fee. */
  aside: number;
  toBuyer: number;
  toSeller: number;
  createdAt: number;
}

export function createEscrow(world: World, { merchant, body, live }: Call): Reply {
  const { clock, store } = world;
  const seller = rules.text(rules.fields(body.seller, 'seller').walletId, 'seller.walletId', 10, rules.walletPattern);
  const hours = body.autoReleaseHours ?? 72;
  rules.whole(hours, 'autoReleaseHours', 1, 720);
  const buyerFields = rules.fields(body.buyer ?? {}, 'buyer');
  const amount = rules.whole(body.amount, 'amount', 10_000, mostKobo);
  const hasFee = body.feeAmount !== undefined && body.feeAmount !== null;
  const row = {
    amount,
    seller,
    buyer: buyerFields.email == null ? null : rules.email(buyerFields.email, 'buyer.email'),
    fee: hasFee ? rules.whole(body.feeAmount, 'feeAmount', 0, amount) : 0,
    feeWallet: hasFee ? rules.text(body.feeWalletId, 'feeWalletId', 10, rules.walletPattern) : null,
    hours: Number(hours),
    conditions: rules.optionalText(body.conditions, 'conditions'),
    description: rules.optionalText(body.description, 'description', 255),
    returnUrl: body.returnUrl == null ? null : rules.returnAddress(body.returnUrl, live),
    metadata: rules.metadata(body.metadata),
    reference: rules.reference(body.reference),
  };
  rules.naira(body.currency);
  if (find(world, merchant.id, row.reference)) throw rules.duplicate(row.reference);
  for (const wallet of [seller, row.feeWallet]) {
    if (live && wallet && !findWallet(world, merchant.env, wallet)) {
      throw new Refusal(422, 'account_not_found', `There is no wallet ${wallet}.`);
    }
  }
  if (merchant.linkedOnly && !hasApprovedLink(world, merchant.id, seller)) {
    throw new Refusal(403, 'wallet_not_linked', 'The wallet of the seller is not linked to your application.');
  }

  const now = clock.now();
  const id = numericId();
  const token = uuid();
  store.insert('escrows', {
    ...row,
    ...{ id, token, env: merchant.env, merchant: merchant.id, status: 'pending_payment', createdAt: now },
  });
  clock.at(now + paymentLife, () => {
    const still = find(world, merchant.id, row.reference);
    if (still?.status === 'pending_payment') close(world, still, 'expired');
  });
  return {
    status: 201,
    body: { payUrl: payPage(world, { env: merchant.env, token }), status: 'pending_payment', ...pick(row, id) },
  };
}

export function readEscrow(world: World, { merchant, param }: Call): Reply {
  const row = known(world, merchant.id, param);
  return {
    status: 200,
    body: {
      ...pick(row, row.id),
      status: row.status,
      payUrl: payPage(world, row),
      amount: row.amount,
      currency: 'NGN',
      split: { commission: row.fee, toSellerSoFar: row.toSeller, backToBuyer: row.toBuyer },
      payers: row.paidBy === null ? [] : [{ who: row.paidBy, when: stamp(row.paidAt ?? row.createdAt) }],
      sellerWallet: row.seller,
      conditions: row.conditions,
      description: row.description,
      metadata: row.metadata === null ? null : JSON.parse(row.metadata),
      autoReleaseHours: row.hours,
      openedAt: stamp(row.createdAt),
    },
  };
}

/** A disputed escrow is not released: the interface leaves open whether it may be. */
export function releaseEscrow(world: World, { merchant, param }: Call): Reply {
  const row = known(world, merchant.id, param);
  if (row.status !== 'funded') throw wrongState(`An escrow that is ${row.status} cannot be released.`);
  release(world, row);
  return { status: 200, body: { ...pick(row, row.id), status: 'released' } };
}

/** At a partial refund the remainder goes to the seller without a fee. */
export function refundEscrow(world: World, { merchant, param, body }: Call): Reply {
  const row = known(world, merchant.id, param);
  const partial = body.amount !== undefined && body.amount !== null;
  const back = partial ? rules.whole(body.amount, 'amount', 1) : row.amount;
  rules.optionalText(body.reason, 'reason', 255);
  if (row.status !== 'funded' && row.status !== 'disputed') {
    throw wrongState(`An escrow that is ${row.status} cannot be refunded.`);
  }
  if (back > row.amount) throw new Refusal(422, 'refund_exceeds_paid', `The buyer paid ${row.amount} kobo.`);
  const rest = row.amount - back;
  const sql = "UPDATE escrows SET status = 'refunded', toBuyer = ?, toSeller = ?, aside = 0 WHERE id = ?";
  world.store.run(sql, back, rest, row.id);
  credit(world, row.env, row.seller, rest, -row.aside);
  if (rest > 0) tell(world, row, 'released', rest);
  tell(world, row, 'refunded', back);
  return { status: 200, body: { ...pick(row, row.id), status: 'refunded' } };
}

export function cancelEscrow(world: World, { merchant, param }: Call): Reply {
  const row = known(world, merchant.id, param);
  if (row.status !== 'pending_payment') throw wrongState(`An escrow that is ${row.status} cannot be cancelled.`);
  close(world, row, 'cancelled');
  return { status: 200, body: { ...pick(row, row.id), status: 'cancelled' } };
}

/** The buyer pays. An e-mail other than the escrow's `buyer.email` is refused with 422. */
export function payEscrow(world: World, escrow: Escrow, buyerEmail: string | undefined): void {
  const { clock, store } = world;
  if (escrow.status !== 'pending_payment') throw wrongState(`The escrow is ${escrow.status}.`);
  const payer = buyerEmail ?? escrow.buyer ?? 'test.buyer@wallets.example';
  if (escrow.buyer !== null && escrow.buyer.toLowerCase() !== payer.trim().toLowerCase()) {
    throw new Refusal(422, 'other_buyer', 'This account may not pay: the escrow is for another buyer.');
  }
  const now = clock.now();
  const share = escrow.amount - escrow.fee;
  const aside = credit(world, escrow.env, escrow.seller, 0, share) ? share : 0;
  const sql = "UPDATE escrows SET status = 'funded', paidBy = ?, paidAt = ?, aside = ? WHERE id = ?";
  store.run(sql, payer, now, aside, escrow.id);
  tell(world, escrow, 'funded', escrow.amount);
  clock.at(now + escrow.hours * hour, () => {
    const still = find(world, escrow.merchant, escrow.reference);
    if (still?.status === 'funded') release(world, still);
  });
}

/** The buyer asks for a refund: from now on the escrow is not released, by a call or by time. */
export function disputeEscrow(world: World, escrow: Escrow): void {
  if (escrow.status !== 'funded') throw wrongState(`The escrow is ${escrow.status}.`);
  world.store.run("UPDATE escrows SET status = 'disputed' WHERE id = ?", escrow.id);
  tell(world, escrow, 'disputed', escrow.amount);
}

/** Pays the seller less the fee, and the fee to its wallet. The escrow must be funded. */
export function release(world: World, escrow: Escrow): void {
  const share = escrow.amount - escrow.fee;
  world.store.run("UPDATE escrows SET status = 'released', toSeller = ?, aside = 0 WHERE id = ?", share, escrow.id);
  credit(world, escrow.env, escrow.seller, share, -escrow.aside);
  if (escrow.feeWallet) credit(world, escrow.env, escrow.feeWallet, escrow.fee, 0);
  tell(world, escrow, 'released', escrow.amount);
}

export function find({ store }: World, merchant: string, reference: string): Escrow | undefined {
  return store.one('SELECT * FROM escrows WHERE merchant = ? AND reference = ?', merchant, reference);
}

function known(world: World, merchant: string, reference: string): Escrow {
  const row = find(world, merchant, reference);
  if (!row) throw missing('escrow');
  return row;
}

function close(world: World, escrow: Escrow, status: 'cancelled' | 'expired'): void {
  world.store.run('UPDATE escrows SET status = ? WHERE id = ?', status, escrow.id);
  tell(world, escrow, 'cancelled', escrow.amount);
}

function tell(
  world: World,
  escrow: Escrow,
  what: 'funded' | 'disputed' | 'released' | 'refunded' | 'cancelled',
  amount: number,
) {
  // Further fields of the payload are left open: adds a text with characters outside ASCII.
  const summary = `₦${(amount / 100).toFixed(2)} – escrow n° ${escrow.id}`;
  const extra = { summary, currency: 'NGN', amountMinor: amount };
  void emit(world, escrow.merchant, `escrow.${what}`, escrow.reference, extra);
}

/** Returns false if the wallet does not exist, as is possible in sandbox: nothing is then credited. */
function credit({ store }: World, env: Environment, wallet: string, available: number, held: number): boolean {
  const sql = 'UPDATE wallets SET available = available + ?, held = held + ? WHERE env = ? AND id = ?';
  return store.run(sql, available, held, env, wallet) > 0;
}

function pick({ reference }: { reference: string }, id: string) {
  return { reference, id };
}

function payPage({ origin }: World, { env, token }: { env: Environment; token: string }): string {
  return `${origin}/${env}/escrow/${token}`;
}
