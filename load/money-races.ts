// Can competing refunds, payouts, releases and refunds of one escrow overspend?
//
// Each virtual user has its own API key, whose checkouts were paid and whose escrows were funded before the run. Each round sends
// simultaneous requests that exceed the money available: refunds of one checkout of which only two fit, releases and refunds of one
// escrow, or many payouts. In live, where the balance limits payouts, the payouts exceed the balance. The audit adds up after the run.
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { livePayoutRequest, raceRequest } from './support/asks.ts';
import { atOnce, usual } from './support/requests.ts';
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
  // A live key has one race only: for its balance.
  if (mine.key.live && round > 0) return;
  const asks = Array.from({ length: together }, (_, turn) =>
    mine.key.live
      ? livePayoutRequest({ run, bankName }, liveBalance, mine.index, round, turn)
      : raceRequest({ run, bankName }, mine.index, round, turn),
  );
  atOnce(mine, round, asks);
}
