import {
  Blocked,
  type CheckContext,
  came,
  check,
  type Exchange,
  expect,
  part,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { type Api, atOnce, isRefused, plotted, reads, refusedOf, rested, retryAfterOf, unpaced } from './support.ts';

/** 300 reads at once, then creates and more reads while the key is refused; then a rest, and GET of the last refused create. */
const excess = shared('far more requests than a minute has room for', [], async (context) => {
  const api = unpaced(context.merchant);
  // Repeated up to three times, because the end of a minute in between makes room for the later requests.
  for (let turn = 1; ; turn++) {
    const flood = await atOnce(context, 'reads', reads(api, 300));
    const attempts = await creates(context, api, 10);
    const disguised = plotted(context, await came(disguisedReads(context, api, 12)));
    const last = attempts.findLast(({ answer }) => isRefused(answer));
    const allThrough = last === undefined || !disguised.some(isRefused);
    if (allThrough && turn < 3 && flood.refused.length > 0) continue;
    await rested(context);
    return { ...flood, attempts, disguised, after: last && (await lookedAt(context, last)) };
  }
});

interface Attempt {
  readonly body: { readonly reference: string };
  readonly idempotencyKey: string;
  readonly answer: Exchange;
}

/** Reads with the same key that claim another origin in every other header, each time a different one. The limit is that of the key. */
function disguisedReads({ data }: CheckContext, api: Api, count: number): Promise<Exchange>[] {
  return Array.from({ length: count }, (_, turn) => {
    const address = `203.0.113.${turn + 1}`;
    const id = data.reference('bal');
    return api.getBalance({
      headers: {
        'X-Forwarded-For': address,
        'X-Real-IP': address,
        'X-Client-IP': address,
        'True-Client-IP': address,
        Forwarded: `for=${address}`,
        'Accept-Language': `en;q=0.${turn % 9}`,
        'X-Request-Id': id,
        'X-Correlation-Id': id,
        Cookie: `session=${id}`,
      },
    });
  });
}

async function creates(context: CheckContext, api: Api, count: number): Promise<Attempt[]> {
  const attempts = Array.from({ length: count }, async () => {
    const body = {
      reference: context.data.reference('chk'),
      amount: 5_000,
      currency: 'NGN',
      customer: { email: context.data.email() },
      returnUrl: 'https://shop.example.com/return',
    };
    const idempotencyKey = context.data.reference('key');
    return { body, idempotencyKey, answer: await api.createCheckout(body, { idempotencyKey }) };
  });
  return await came(attempts);
}

async function lookedAt({ merchant }: CheckContext, { body, idempotencyKey }: Attempt) {
  const found = await merchant.api.getCheckout(body.reference);
  const again = await merchant.api.createCheckout(body, { idempotencyKey, onRateLimited: 'return' });
  return { found, again };
}

check(
  'rate-limit.more-is-refused',
  'of 300 at once some are refused, each of them in the error shape',
  async (context) => {
    const { answers, refused, seconds } = await excess(context);

    const statuses = [...new Set(answers.map(summary))].join(', ');
    expect(refusedOf(answers), `refused of 300 in ${seconds.toFixed(1)} s (all answers: ${statuses})`).not.toBeEmpty();
    for (const refusal of refused) {
      expect(refusal).toBeRefusedWith(429, 'rate_limited');
      expect(refusal).toHaveErrorShape();
    }
  },
  { runs: 'alone' },
);

check(
  'rate-limit.more-is-refused',
  'creates are refused when reads have used the key up',
  async (context) => {
    const { attempts, refused } = await excess(context);
    if (refused.length === 0) throw new Blocked('no read was refused');

    const answers = attempts.map(({ answer }) => answer);
    const refusal = answers.find(isRefused);
    expect(refusedOf(answers), 'refused of ten creates that were sent when the limit was passed').not.toBeEmpty();
    if (refusal !== undefined) expect(refusal).toBeRefusedWith(429, 'rate_limited');
  },
  { runs: 'alone' },
);

check(
  'rate-limit.more-is-refused',
  'reads that say in other headers that they come from elsewhere are refused when the key is used up',
  async (context) => {
    const { disguised, refused } = await excess(context);
    if (refused.length === 0) throw new Blocked('no read was refused');
    const other = disguised.find((answer) => !isRefused(answer) && answer.status !== 200);
    if (other !== undefined) throw new Blocked(`headers that say nothing here are answered ${summary(other)}`);

    const words = 'refused of twelve reads with other headers that were sent when the limit was passed';
    expect(refusedOf(disguised), words).not.toBeEmpty();
  },
  { runs: 'alone' },
);

check(
  'rate-limit.retry-after-present',
  'each refusal has it, in one of its two forms',
  async (context) => {
    const { refused, attempts } = await excess(context);
    const refusals = [...refused, ...attempts.map(({ answer }) => answer).filter(isRefused)];
    if (refusals.length === 0) throw new Blocked('no request was refused');

    for (const refusal of refusals) {
      const said = refusal.headers['retry-after'] ?? '(missing)';
      expect(retryAfterOf(refusal), `Retry-After: ${said}`).toBeA('number');
    }
  },
  { runs: 'alone' },
);

check(
  'rate-limit.refused-has-no-effect',
  'no checkout exists under the reference of a refused create',
  async (context) => {
    const { found } = await afterwards(context);
    if (isRefused(found)) throw new Blocked('the key is still refused after a minute without a request');

    expect(part(found, 'status'), `GET of it: ${summary(found)}`).toBeGreaterThanOrEqual(400);
  },
  { runs: 'alone' },
);

check(
  'rate-limit.refused-has-no-effect',
  'the refused create, sent again with its idempotency key, is carried out',
  async (context) => {
    const { again } = await afterwards(context);
    if (isRefused(again)) {
      // Whether error responses are replayed is not shown, so a replayed 429 is only noted.
      if (again.headers['idempotent-replayed'] === 'true') return context.note('the 429 is replayed to the same key');
      throw new Blocked('the key is still refused after a minute without a request');
    }

    expect(again).toHaveStatus(201);
  },
  { runs: 'alone' },
);

async function afterwards(context: CheckContext) {
  const { after } = await excess(context);
  if (after === undefined) throw new Blocked('no create was refused');
  return after;
}
