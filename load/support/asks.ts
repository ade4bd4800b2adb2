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

// Requests whose bodies the audit must be able to reproduce: derived only from the run's name, the key, the round and the turn.

/** `idempotencyKey` is set on every POST. */
export interface PlannedRequest {
  readonly op: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
  readonly turn: number;
}

/** Settings that a script gets from its environment. */
export interface Told {
  readonly run: string;
  readonly bankName: string;
}

/** A create of one kind, with the same body and idempotency key in each turn of a round. */
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

/** `idempotency`: the same create in each turn; for kind `bodies` a different body in each turn under the same idempotency key. */
export function idempotencyRequest(told: Told, key: number, round: number, turn: number): PlannedRequest {
  const op = idempotencyKind(round);
  if (op !== 'bodies') return createRequest(told, op, key, round, turn);
  const body = checkoutBody(referenceOf(told.run, key, round, turn), amountOf(key, round, turn));
  return { op, method: 'POST', turn, idempotencyKey: referenceOf(told.run, key, round), path: '/v1/checkouts', body };
}

/** `money-races` in sandbox. */
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

/** `money-races` in live: a payout of a little more than half or a third of `balance` (kobo), see `livePayout`. */
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
    body: payoutBody(reference, livePayout(balance, key), bankName, payableAccount),
  };
}
