// Do simultaneous requests with one key have one effect?
//
// Each virtual user has an API key of its own. In each round it sends the same create so many times at once, under one idempotency key:
// checkouts, payouts, escrows, and checkouts that differ. What came of it the audit counts afterwards.
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
