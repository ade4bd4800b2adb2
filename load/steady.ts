// What latency does a realistic mix of requests have, within the limit and spread over many keys?
//
// Open model: arrivals come at a given rate however slowly the target responds, and latency counts from the moment at which a request
// was due. Of twenty arrivals seven create a checkout, six look one up (or create one, if there is none to look up), two create a payout,
// two an escrow, two read the balance, and one the banks.
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { checkoutBody, escrowBody, payoutBody } from './support/bodies.ts';
import { amountOf, payableAccount, referenceOf } from './support/intents.ts';
import { dueMsOf, profileNames, profileOf } from './support/profile.ts';
import { type Ask, atOnce, usual } from './support/requests.ts';
import { bankName, complete, keyOfArrival, number, run, segment } from './support/settings.ts';

/** Duration of the run in seconds. */
const seconds = number('LOAD_SECONDS', 45);
const profile = profileOf(profileNames[number('LOAD_PROFILE', 0)] ?? 'constant', number('LOAD_RATE', 50), seconds);

export const options: Options = {
  ...usual(1),
  scenarios: {
    steady: {
      executor: 'ramping-arrival-rate',
      // Rates are per minute, because k6 takes whole numbers and a rate may be below one per second.
      timeUnit: '1m',
      startRate: profile.startRate,
      stages: profile.stages.map((stage) => ({ target: stage.target, duration: `${stage.seconds * 1_000}ms` })),
      preAllocatedVUs: number('LOAD_USERS', 20),
      maxVUs: number('LOAD_MAX_USERS', 400),
      gracefulStop: '30s',
    },
  },
};

const mix = 'cgcgpcgbcgecgpcgbcel';

/** The newest checkout that this virtual user created, with the API key that owns it: only that key can look it up. */
let created: { readonly mine: ReturnType<typeof keyOfArrival>; readonly reference: string } | null = null;

export const setup = complete;

export default function (): void {
  const mine = keyOfArrival();
  const turn = exec.scenario.iterationInTest;
  // Shifted by one in each pass through the mix, so that a key does not always get the same kinds.
  const kind = mix[(turn + Math.floor(turn / mix.length)) % mix.length];
  if (kind === 'g' && created !== null) {
    const { mine: owner, reference } = created;
    created = null;
    send(owner, { op: 'look up checkout', method: 'GET', turn, path: `/v1/checkouts/${reference}` });
    return;
  }
  const ask = askOf(kind, mine.index, turn);
  send(mine, ask);
  if (ask.op === 'create checkout') created = { mine, reference: referenceOf(run, mine.index, turn) };
}

function askOf(kind: string | undefined, key: number, turn: number): Ask {
  const reference = referenceOf(run, key, turn);
  const amount = amountOf(key, turn);
  const post = { method: 'POST', turn, idempotencyKey: reference } as const;
  switch (kind) {
    case 'p':
      return {
        ...post,
        op: 'create payout',
        path: '/v1/payouts',
        body: payoutBody(reference, amount, bankName, payableAccount),
      };
    case 'e':
      return { ...post, op: 'create escrow', path: '/v1/escrows', body: escrowBody(reference, amount) };
    case 'b':
      return { op: 'balance', method: 'GET', turn, path: '/v1/balance' };
    case 'l':
      return { op: 'banks', method: 'GET', turn, path: '/v1/banks' };
    default:
      return { ...post, op: 'create checkout', path: '/v1/checkouts', body: checkoutBody(reference, amount) };
  }
}

function send(mine: ReturnType<typeof keyOfArrival>, ask: Ask): void {
  // `progress` has a finer resolution than the clock of scripts, which counts whole milliseconds.
  const elapsedMs = exec.scenario.progress * seconds * 1_000;
  const lateMs = Math.max(0, elapsedMs - dueMsOf(profile, exec.scenario.iterationInTest));
  const part = segment();
  // Bodies are not kept: a run of hours has millions, and the audit reads none.
  atOnce(mine, ask.turn, [ask], { keepBodies: false, lateMs, ...(part && { segment: part }) });
}
