import {
  Blocked,
  came,
  derivation,
  type Exchange,
  type ExchangeView,
  expect,
  type Given,
  part,
  requirement,
  shared,
  summary,
} from '../../lib/harness/index.ts';
import { type Api, atOnce, isRefused, reads, refusedOf, rested, retryAfter, unpaced } from './support.ts';

/** 300 reads at once, and creates while the key is refused; then a rest, and what became of the last create that was refused. */
const excess = shared('far more requests than a minute has room for', [], async (given) => {
  const api = unpaced(given.merchant);
  // A minute that ends between the two makes room for the creates: not three times.
  for (let turn = 1; ; turn++) {
    const flood = await atOnce(given, 'reads', reads(api, 300));
    const attempts = await creates(given, api, 10);
    const last = attempts.findLast(({ answer }) => isRefused(answer));
    if (last === undefined && turn < 3 && flood.refused.length > 0) continue;
    await rested(given);
    return { ...flood, attempts, after: last && (await lookedAt(given, last)) };
  }
});

interface Attempt {
  readonly body: { readonly reference: string };
  readonly idempotencyKey: string;
  readonly answer: Exchange;
}

async function creates(given: Given, api: Api, count: number): Promise<Attempt[]> {
  const attempts = Array.from({ length: count }, async () => {
    const body = {
      reference: given.fresh.reference('chk'),
      amount: 5_000,
      currency: 'NGN',
      customer: { email: given.fresh.email() },
      returnUrl: 'https://shop.example.com/return',
    };
    const idempotencyKey = given.fresh.reference('key');
    return { body, idempotencyKey, answer: await api.createCheckout(body, { idempotencyKey }) };
  });
  return await came(attempts);
}

async function lookedAt({ merchant }: Given, { body, idempotencyKey }: Attempt) {
  const found = await merchant.api.getCheckout(body.reference);
  const again = await merchant.api.createCheckout(body, { idempotencyKey, onRateLimited: 'return' });
  return { found, again };
}

requirement(
  'rate-limit.more-is-refused',
  'of 300 at once some are refused, each of them in the error shape',
  async (given) => {
    const { answers, refused, seconds } = await excess(given);

    const statuses = [...new Set(answers.map(summary))].join(', ');
    expect(refusedOf(answers), `refused of 300 in ${seconds.toFixed(1)} s (all answers: ${statuses})`).not.toBeEmpty();
    for (const refusal of refused) {
      expect(refusal).toBeRefusedWith(429, 'rate_limited');
      expect(refusal).toHaveErrorShape();
    }
  },
  { runs: 'alone' },
);

requirement(
  'rate-limit.more-is-refused',
  'creates are refused when reads have used the key up',
  async (given) => {
    const { attempts, refused } = await excess(given);
    if (refused.length === 0) throw new Blocked('no read was refused');

    const answers = attempts.map(({ answer }) => answer);
    const refusal = answers.find(isRefused);
    expect(refusedOf(answers), 'refused of ten creates that were sent when the limit was passed').not.toBeEmpty();
    if (refusal !== undefined) expect(refusal).toBeRefusedWith(429, 'rate_limited');
  },
  { runs: 'alone' },
);

requirement(
  'rate-limit.retry-after-present',
  'each refusal has it, in one of its two forms',
  async (given) => {
    const { refused, attempts } = await excess(given);
    const refusals = [...refused, ...attempts.map(({ answer }) => answer).filter(isRefused)];
    if (refusals.length === 0) throw new Blocked('no request was refused');

    for (const refusal of refusals) {
      const said = refusal.headers['retry-after'] ?? '(missing)';
      expect(retryAfterOf(refusal), `Retry-After: ${said}`).toBeA('number');
    }
  },
  { runs: 'alone' },
);

requirement(
  'rate-limit.refused-has-no-effect',
  'no checkout exists under the reference of a refused create',
  async (given) => {
    const { found } = await afterwards(given);
    if (isRefused(found)) throw new Blocked('the key is still refused after a minute without a request');

    expect(part(found, 'status'), `GET of it: ${summary(found)}`).toBeGreaterThanOrEqual(400);
  },
  { runs: 'alone' },
);

requirement(
  'rate-limit.refused-has-no-effect',
  'the refused create, sent again with its idempotency key, is carried out',
  async (given) => {
    const { again } = await afterwards(given);
    if (isRefused(again)) {
      // Whether error responses are replayed is not shown; that this is one has to be said.
      if (again.headers['idempotent-replayed'] === 'true') return given.note('the 429 is replayed to the same key');
      throw new Blocked('the key is still refused after a minute without a request');
    }

    expect(again).toHaveStatus(201);
  },
  { runs: 'alone' },
);

const retryAfterOf = derivation('seconds of Retry-After', (answer: ExchangeView) => retryAfter(answer));

async function afterwards(given: Given) {
  const { after } = await excess(given);
  if (after === undefined) throw new Blocked('no create was refused');
  return after;
}
