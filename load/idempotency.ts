// Do simultaneous requests with one key have one effect?
//
// Each virtual user has an API key of its own. In each round it sends the same create so many times at once, under one idempotency key:
// checkouts, payouts, escrows, and checkouts that differ. What came of it the audit counts afterwards.
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { checkoutBody, escrowBody, payoutBody } from './support/bodies.ts';
import { amountOf, idempotencyKind, payableAccount, referenceOf } from './support/intents.ts';
import { type Ask, atOnce, usual } from './support/requests.ts';
import { bankName, complete, keyOfUser, number, run, users } from './support/settings.ts';

const rounds = number('LOAD_ROUNDS', 8);
const together = number('LOAD_TOGETHER', 10);

export const options: Options = {
  ...usual(together),
  scenarios: {
    idempotency: { executor: 'per-vu-iterations', vus: users, iterations: rounds, maxDuration: '10m' },
  },
};

export const setup = complete;

export default function (): void {
  const mine = keyOfUser();
  if (mine === undefined) return;
  const round = exec.vu.iterationInScenario;
  const asks = Array.from({ length: together }, (_, turn) => ask(mine.index, round, turn));
  atOnce(mine, round, asks);
}

function ask(key: number, round: number, turn: number): Ask {
  const op = idempotencyKind(round);
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
    case 'bodies':
      return {
        ...same,
        path: '/v1/checkouts',
        body: checkoutBody(referenceOf(run, key, round, turn), amountOf(key, round, turn)),
      };
  }
}
