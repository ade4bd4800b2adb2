// What each key wants in each of its rounds, derived from the run's name and two numbers: the virtual users share no state, and the
// audit afterwards has to know every intent. All amounts in kobo.

/** Letters, digits and `-` only, and short: the characters that a reference of any kind may have are not all shown. */
export function referenceOf(run: string, key: number, round: number, turn?: number): string {
  return turn === undefined ? `${run}-${key}-${round}` : `${run}-${key}-${round}-${turn}`;
}

/** From 0 to `below` - 1, spread out, and another one for each key, round and turn. */
export function spread(below: number, key: number, round: number, turn = 0): number {
  return ((key + 1) * 7_919 + (round + 1) * 104_729 + (turn + 1) * 1_299_709) % below;
}

// idempotency

export const idempotencyKinds = ['checkout', 'payout', 'escrow', 'bodies'] as const;
export type IdempotencyKind = (typeof idempotencyKinds)[number];

/** `bodies`: different checkouts under one idempotency key. */
export function idempotencyKind(round: number): IdempotencyKind {
  return idempotencyKinds[round % idempotencyKinds.length] ?? 'checkout';
}

// faults

export const faultKinds = ['checkout', 'payout', 'escrow'] as const;
export type FaultKind = (typeof faultKinds)[number];

export function faultKind(round: number): FaultKind {
  return faultKinds[round % faultKinds.length] ?? 'checkout';
}

/** Above the least amount of every kind. */
export function amountOf(key: number, round: number, turn = 0): number {
  return 10_007 + spread(4_999, key, round, turn);
}

// money-races

export const raceKinds = ['refunds', 'escrow', 'payouts'] as const;
export type RaceKind = (typeof raceKinds)[number];

export function raceKind(round: number): RaceKind {
  return raceKinds[round % raceKinds.length] ?? 'refunds';
}

/** What is paid for the checkout that is refunded in this round; each refund asks for a little more than a third of it. */
export function paidAmount(key: number, round: number): number {
  return 30_000 + spread(9_973, key, round);
}

export function refundAmount(key: number, round: number): number {
  return Math.floor(paidAmount(key, round) / 3) + 1;
}

export interface EscrowIntent {
  readonly amount: number;
  /** Commission on release; none where refunds are partial: what becomes of it then is not shown. */
  readonly fee: number | null;
  /** What the buyer shall get back; null: all. */
  readonly refund: number | null;
}

export function escrowIntent(key: number, round: number): EscrowIntent {
  const amount = 50_000 + spread(9_949, key, round);
  const turn = Math.floor(round / raceKinds.length);
  if (turn % 3 === 0) return { amount, fee: 1_001 + spread(97, key, round), refund: null };
  if (turn % 3 === 1) return { amount, fee: null, refund: null };
  return { amount, fee: null, refund: 12_345 };
}

/** Live: each payout asks for a little more than a third of what is there. */
export function livePayout(balance: number): number {
  return Math.floor(balance / 3) + 1;
}

// webhook-burst

export type BurstKind = 'payout' | 'failing payout' | 'checkout';

/** Without a clock to advance a checkout would take a day to expire: then all are payouts. */
export function burstKind(turn: number, checkoutsExpire: boolean): BurstKind {
  if (checkoutsExpire && turn % 5 >= 3) return 'checkout';
  return turn % 10 === 0 ? 'failing payout' : 'payout';
}

/** States and transitions, Payout: in sandbox this account fails and every other succeeds. */
export const failingAccount = '0000000000';
export const payableAccount = '0123456789';
