// Are all events delivered, signed and unchanged, when thousands become due at the same time?
//
// Each virtual user has its own API key and creates payouts in batches of `together`, each batch as soon as the last was answered: a payout
// settles a few seconds later and sends an event. If the target's clock can be advanced, it also creates checkouts, which all expire when
// the clock is advanced by a day.
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { checkoutBody, payoutBody } from './support/bodies.ts';
import { amountOf, burstKind, failingAccount, payableAccount, referenceOf } from './support/intents.ts';
import { type Ask, atOnce, usual } from './support/requests.ts';
import { bankName, complete, keyOfUser, number, run, users } from './support/settings.ts';

const each = number('LOAD_EACH', 100);
const together = number('LOAD_TOGETHER', 10);
const checkoutsExpire = number('LOAD_CHECKOUTS_EXPIRE', 0) === 1;
const rounds = Math.ceil(each / together);

export const options: Options = {
  ...usual(together),
  scenarios: { burst: { executor: 'per-vu-iterations', vus: users, iterations: rounds, maxDuration: '10m' } },
};

export const setup = complete;

export default function (): void {
  const mine = keyOfUser();
  if (mine === undefined) return;
  const round = exec.vu.iterationInScenario;
  const count = Math.min(together, each - round * together);
  const asks = Array.from({ length: count }, (_, place) => ask(mine.index, round * together + place));
  atOnce(mine, round, asks, { keepBodies: false });
}

function ask(key: number, turn: number): Ask {
  const op = burstKind(turn, checkoutsExpire);
  const reference = referenceOf(run, key, turn);
  const amount = amountOf(key, turn);
  const same = { op, method: 'POST', turn, idempotencyKey: reference } as const;
  if (op === 'checkout') return { ...same, path: '/v1/checkouts', body: checkoutBody(reference, amount) };
  const account = op === 'failing payout' ? failingAccount : payableAccount;
  return { ...same, path: '/v1/payouts', body: payoutBody(reference, amount, bankName, account) };
}
