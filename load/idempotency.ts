// Do simultaneous requests with one key have one effect?
//
// Each virtual user has its own API key. In each round it sends `together` creates simultaneously under one idempotency key: identical
// checkouts, payouts or escrows, or checkouts with different bodies. The audit counts the effects after the run.
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { idempotencyRequest } from './support/asks.ts';
import { atOnce, usual } from './support/requests.ts';
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
  const asks = Array.from({ length: together }, (_, turn) =>
    idempotencyRequest({ run, bankName }, mine.index, round, turn),
  );
  atOnce(mine, round, asks);
}
