// Can competing refunds, payouts, releases and refunds of one escrow overspend?
//
// Each virtual user has an API key of its own, whose checkouts were paid and whose escrows were funded before. In each round it asks at
// once for more than there is: refunds of one checkout that only fit twice, releases and refunds of one escrow, many payouts. In live,
// where the balance limits payouts, it asks for more than the balance. The audit adds up afterwards.
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { payoutBody } from './support/bodies.ts';
import {
  amountOf,
  escrowIntent,
  livePayout,
  payableAccount,
  raceKind,
  referenceOf,
  refundAmount,
} from './support/intents.ts';
import { type Ask, atOnce, usual } from './support/requests.ts';
import { bankName, complete, keyOfUser, number, run, users } from './support/settings.ts';

const rounds = number('LOAD_ROUNDS', 9);
const together = number('LOAD_TOGETHER', 10);
const liveBalance = number('LOAD_LIVE_BALANCE', 0);

export const options: Options = {
  ...usual(together),
  scenarios: { races: { executor: 'per-vu-iterations', vus: users, iterations: rounds, maxDuration: '10m' } },
};

export const setup = complete;

export default function (): void {
  const mine = keyOfUser();
  if (mine === undefined) return;
  const round = exec.vu.iterationInScenario;
  // In live there is one race for each key: for its balance.
  if (mine.key.live && round > 0) return;
  const asks = Array.from({ length: together }, (_, turn) =>
    mine.key.live ? livePayoutAsk(mine.index, round, turn) : ask(mine.index, round, turn),
  );
  atOnce(mine, round, asks);
}

function ask(key: number, round: number, turn: number): Ask {
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

function livePayoutAsk(key: number, round: number, turn: number): Ask {
  const reference = referenceOf(run, key, round, turn);
  return {
    op: 'live payout',
    method: 'POST',
    path: '/v1/payouts',
    turn,
    idempotencyKey: reference,
    body: payoutBody(reference, livePayout(liveBalance), bankName, payableAccount),
  };
}
