// What latency does a realistic mix see within the limit, over many keys?
//
// Arrivals come at a given rate, whatever the target does: a slow target does not slow the asking, and latency counts from the moment at which
// a request was due. Of twenty arrivals seven create a
// checkout, six look one up, two create a payout, two an escrow, two ask for the balance, one for the banks.
import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { checkoutBody, escrowBody, payoutBody } from './support/bodies.ts';
import { amountOf, payableAccount, referenceOf } from './support/intents.ts';
import { dueMsOf, profileNames, profileOf } from './support/profile.ts';
import { type Ask, atOnce, usual } from './support/requests.ts';
import { bankName, complete, keyOfArrival, number, run, segment } from './support/settings.ts';

/** Arrivals a second, and for how many seconds. */
const seconds = number('LOAD_SECONDS', 45);
const profile = profileOf(profileNames[number('LOAD_PROFILE', 0)] ?? 'constant', number('LOAD_RATE', 50), seconds);

export const options: Options = {
  ...usual(1),
  scenarios: {
    steady: {
      executor: 'ramping-arrival-rate',
      // By the minute: a rate may be less than one a second.
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

/** The newest checkout that this virtual user created, with its key: a look-up is that of the key's own. */
let created: { readonly mine: ReturnType<typeof keyOfArrival>; readonly reference: string } | null = null;

export const setup = complete;

export default function (): void {
  const mine = keyOfArrival();
  const turn = exec.scenario.iterationInTest;
  // Shifted from lap to lap, so that no key gets the same share of the mix each time.
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
  // Of finer resolution than the clock of scripts, which counts milliseconds.
  const elapsedMs = exec.scenario.progress * seconds * 1_000;
  const lateMs = Math.max(0, elapsedMs - dueMsOf(profile, exec.scenario.iterationInTest));
  const part = segment();
  // In hours there are millions of them, and the audit looks at none.
  atOnce(mine, ask.turn, [ask], { keepBodies: false, lateMs, ...(part && { segment: part }) });
}
