// When connections are cut and responses delayed or lost: does a retry with the same idempotency key have exactly one effect?
//
// Each virtual user has its own API key and sends through a proxy that injects network faults. It creates checkouts, payouts and escrows
// in turn, and retries each with the same idempotency key, as the interface intends, until a response tells the outcome.
import { sleep } from 'k6';
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { createRequest } from './support/asks.ts';
import { faultKind } from './support/intents.ts';
import type { Line } from './support/line.ts';
import { atOnce, usual } from './support/requests.ts';
import { bankName, complete, keyOfUser, number, run, users } from './support/settings.ts';

const rounds = number('LOAD_ROUNDS', 12);
/** Maximum number of requests for one intent, the first included. */
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
    // The first retry is immediate, because the first request may still be in progress; later ones back off up to 1 s.
    if (turn > 0) sleep(Math.min(1, 0.05 * 2 ** turn));
  }
}

/** Whether the response tells the outcome of the intent: not missing, not a 5xx, not `request_in_progress`. */
function isKnown({ status, body = '' }: Line): boolean {
  return status !== 0 && status < 500 && !body.includes('request_in_progress');
}
