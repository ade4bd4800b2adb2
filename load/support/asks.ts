import { checkoutBody, escrowBody, payoutBody } from './bodies.ts';
import {
  amountOf,
  escrowIntent,
  idempotencyKind,
  livePayout,
  payableAccount,
  raceKind,
  referenceOf,
  refundAmount,
} from './intents.ts';

// The requests of scripts whose audit has to know each of them, with its body: derived from the run's name and three numbers.

/** A POST has an idempotency key. */
export interface PlannedRequest {
  readonly op: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
  readonly turn: number;
}

/** What a script is told. */
export interface Told {
  readonly run: string;
  readonly bankName: string;
}

/** A create of one kind: the same each turn, under the same key. */
export function createRequest(
  { run, bankName }: Told,
  op: 'checkout' | 'payout' | 'escrow',
  key: number,
  round: number,
  turn: number,
): PlannedRequest {
  const reference = referenceOf(run, key, round);
  const amount = amountOf(key, round);
  const same = { op, method: 'POST', turn, idempotencyKey: reference } as const;
  switch (op) {
    case 'checkout':
      return { ...same, path: '/v1/checkouts', body: checkoutBody(reference, amount) };
    case 'payout':
      return { ...same, path: '/v1/payouts', body: payoutBody(reference, amount, bankName, payableAccount) };
    case 'escrow':
      return { ...same, path: '/v1/escrows', body: escrowBody(reference, amount) };
  }
}

/** `idempotency`: the same create each turn, or, of `bodies`, a different one under the same key. */
export function idempotencyRequest(told: Told, key: number, round: number, turn: number): PlannedRequest {
  const op = idempotencyKind(round);
  if (op !== 'bodies') return createRequest(told, op, key, round, turn);
  const body = checkoutBody(referenceOf(told.run, key, round, turn), amountOf(key, round, turn));
  return { op, method: 'POST', turn, idempotencyKey: referenceOf(told.run, key, round), path: '/v1/checkouts', body };
}

/** `money-races`, sandbox. */
export function raceRequest({ run, bankName }: Told, key: number, round: number, turn: number): PlannedRequest {
  const reference = referenceOf(run, key, round, turn);
  const same = { method: 'POST', turn, idempotencyKey: reference } as const;
  switch (raceKind(round)) {
    case 'refunds':
      return {
        ...same,
        op: 'refund',
        path: '/v1/refunds',
        body: { reference, paymentReference: referenceOf(run, key, round), amount: refundAmount(key, round) },
      };
    case 'escrow': {
      const { refund } = escrowIntent(key, round);
      const path = `/v1/escrows/${referenceOf(run, key, round)}`;
      return turn % 2 === 0
        ? { ...same, op: 'release', path: `${path}/release` }
        : { ...same, op: 'escrow refund', path: `${path}/refund`, body: refund === null ? {} : { amount: refund } };
    }
    case 'payouts':
      return {
        ...same,
        op: 'payout',
        path: '/v1/payouts',
        body: payoutBody(reference, amountOf(key, round, turn), bankName, payableAccount),
      };
  }
}

/** `money-races`, live: a payout for more than a third of the balance. */
export function livePayoutRequest(
  { run, bankName }: Told,
  balance: number,
  key: number,
  round: number,
  turn: number,
): PlannedRequest {
  const reference = referenceOf(run, key, round, turn);
  return {
    op: 'live payout',
    method: 'POST',
    path: '/v1/payouts',
    turn,
    idempotencyKey: reference,
    body: payoutBody(reference, livePayout(balance), bankName, payableAccount),
  };
}
