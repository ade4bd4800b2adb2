// What each key requests in each of its rounds, derived from the run's name, the key and the round: the virtual users share no state, and
// the audit must know every intent after the run. All amounts are in kobo.

/** Short, and only letters, digits and `-`: the interface does not show all characters that a reference may have. */
export function referenceOf(run: string, key: number, round: number, turn?: number): string {
  return turn === undefined ? `${run}-${key}-${round}` : `${run}-${key}-${round}-${turn}`;
}

/** A number from 0 to `below` - 1 that varies with key, round and turn. */
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

/** Kobo; above the minimum amount of every kind. */
export function amountOf(key: number, round: number, turn = 0): number {
  return 10_007 + spread(4_999, key, round, turn);
}

// money-races

export const raceKinds = ['refunds', 'escrow', 'payouts'] as const;
export type RaceKind = (typeof raceKinds)[number];

export function raceKind(round: number): RaceKind {
  return raceKinds[round % raceKinds.length] ?? 'refunds';
}

/** Kobo paid for the checkout that is refunded in this round; each refund asks for a little more than a third of it. */
export function paidAmount(key: number, round: number): number {
  return 30_000 + spread(9_973, key, round);
}

export function refundAmount(key: number, round: number): number {
  return Math.floor(paidAmount(key, round) / 3) + 1;
}

export interface EscrowIntent {
  readonly amount: number;
  /** Commission on release; null for partial refunds, for which the interface does not show what happens to it. */
  readonly fee: number | null;
  /** Amount refunded to the buyer; null: all. */
  readonly refund: number | null;
}

export function escrowIntent(key: number, round: number): EscrowIntent {
  const amount = 50_000 + spread(9_949, key, round);
  const turn = Math.floor(round / raceKinds.length);
  if (turn % 3 === 0) return { amount, fee: 1_001 + spread(97, key, round), refund: null };
  if (turn % 3 === 1) return { amount, fee: null, refund: null };
  return { amount, fee: null, refund: 12_345 };
}

/**
 * In live each payout asks for a little more than a part of the balance: by every other key for more than half of it, so that one fits and
 * any two at once are seen; by the others for more than a third, so that two fit.
 */
export function livePayout(balance: number, key: number): number {
  return Math.floor(balance / (key % 2 === 0 ? 2 : 3)) + 1;
}

// webhook-burst

export type BurstKind = 'payout' | 'failing payout' | 'checkout';

/** All are payouts unless the target's clock can be advanced: a checkout takes a day to expire. */
export function burstKind(turn: number, checkoutsExpire: boolean): BurstKind {
  if (checkoutsExpire && turn % 5 >= 3) return 'checkout';
  return turn % 10 === 0 ? 'failing payout' : 'payout';
}

/** States and transitions, Payout: in sandbox a payout to this account fails, and one to any other account succeeds. */
export const failingAccount = '0000000000';
export const payableAccount = '0123456789';
