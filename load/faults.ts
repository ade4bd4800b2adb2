// Where connections are cut, answers delayed and lost: does asking again with the same key have one effect, and lose none?
//
// Each virtual user has an API key of its own, behind a way on which much goes wrong. It creates checkouts, payouts and escrows one after the
// other, and asks again with the same idempotency key, as the interface means it, until it knows what came of each.
import { sleep } from 'k6';
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { createRequest } from './support/asks.ts';
import { faultKind } from './support/intents.ts';
import type { Line } from './support/line.ts';
import { atOnce, usual } from './support/requests.ts';
import { bankName, complete, keyOfUser, number, run, users } from './support/settings.ts';

const rounds = number('LOAD_ROUNDS', 12);
/** How often one intent is asked for, at the most. */
const tries = number('LOAD_TRIES', 12);

export const options: Options = {
  ...usual(1),
  scenarios: { faults: { executor: 'per-vu-iterations', vus: users, iterations: rounds, maxDuration: '5m' } },
};

export const setup = complete;

export default function (): void {
  const mine = keyOfUser();
  if (mine === undefined) return;
  const round = exec.vu.iterationInScenario;
  for (let turn = 0; turn < tries; turn++) {
    const [line] = atOnce(mine, round, [createRequest({ run, bankName }, faultKind(round), mine.index, round, turn)]);
    if (line === undefined || isKnown(line)) return;
    // At once for the first time, while the first one may still be under way; then with patience.
    if (turn > 0) sleep(Math.min(1, 0.05 * 2 ** turn));
  }
}

/** Whether this answer tells what came of the intent: the service is neither silent, nor broken, nor still at it. */
function isKnown({ status, body = '' }: Line): boolean {
  return status !== 0 && status < 500 && !body.includes('request_in_progress');
}
