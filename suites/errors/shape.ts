import {
  Blocked,
  type CheckContext,
  check,
  checks,
  derivation,
  type Exchange,
  type ExchangeView,
  expect,
  header,
  observation,
  summary,
} from '../../lib/interface/index.ts';
import { type Refused, refused } from './refused.ts';

// Whether these refusals have the right status and code is looked at in the chapters of what they are about.

checks(
  ({ id }: Refused) => id,
  refused,
  ({ words }) => `${words} is answered in the error shape`,
  async (context, { status, send }) => {
    const answer = await send(context);
    // Nothing says that it must be refused.
    if (status === null && answer.status < 400) return context.note(`not refused: ${summary(answer)}`);
    if (status !== null && answer.status !== status) {
      throw new Blocked(`the request should have been refused with ${status}; got ${summary(answer)}`);
    }

    expect(answer).toHaveErrorShape();
  },
  ({ needs = [] }) => ({ needs }),
);

check('error.json-content-type', 'answers of success and of refusal say that they are JSON', async (context) => {
  const { merchant, data } = context;
  const checkout = await merchant.checkout();
  const unknown = data.reference('nil');

  for (const [words, answer] of Object.entries({
    'a create': checkout.exchange,
    'a record': await merchant.get(checkout),
    'the balance': await merchant.api.getBalance(),
    'the list of banks': await merchant.api.listBanks(),
    'a cancelled escrow': await merchant.api.cancelEscrow((await merchant.escrow()).reference),
    'a 400': await merchant.createCheckout({ amount: 99 }),
    'a 404': await merchant.get({ kind: 'checkout', reference: unknown }),
    'a 409': await merchant.createCheckout({ reference: checkout.reference }),
    'a refused key': await merchant.api.getBalance({ credentials: { apiKey: 'svc_test_sk_never-issued' } }),
  })) {
    if (answer.text === '') throw new Blocked(`${words} has no body: ${summary(answer)}`);
    expect(header(answer, 'content-type'), words).toMatch(/^application\/([\w.-]+\+)?json\s*(;|$)/i);
  }
});

function refusedWith(status: number, exchange: Exchange): Exchange {
  if (exchange.status !== status) {
    throw new Blocked(`the request should have been refused with ${status}; got ${summary(exchange)}`);
  }
  return exchange;
}

/** Each refusal that checks of this run found to have its status and code, and whose body is none of the error shape all the same. */
const misshapen = derivation('refusals without the error shape', (answers: readonly ExchangeView[]) =>
  answers
    .filter(({ json }) => {
      const { error } = Object(json) as { error?: { code?: unknown; message?: unknown } | null };
      return typeof error?.code !== 'string' || typeof error.message !== 'string';
    })
    .map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
);

const everyRefusal = [
  { id: 'error.shape-of-400', status: 400, ask: ({ merchant }) => merchant.createCheckout({ amount: 99 }) },
  {
    id: 'error.shape-of-404',
    status: 404,
    ask: ({ merchant, data }) => merchant.createRefund({ paymentReference: data.reference('chk') }),
  },
  {
    id: 'error.shape-of-409',
    status: 409,
    ask: async ({ merchant }) => merchant.createRefund({ paymentReference: (await merchant.checkout()).reference }),
  },
  {
    id: 'error.shape-of-422',
    status: 422,
    ask: ({ merchant }) => merchant.createPayout({ recipient: { bankName: 'Qzxv Nowhere Trust 404' } }),
  },
] as const satisfies readonly { id: string; status: number; ask: (context: CheckContext) => Promise<Exchange> }[];

checks(
  ({ id }) => id,
  everyRefusal,
  ({ status }) => `every ${status} of this run has the error shape`,
  async (context, { status, ask }) => {
    const own = refusedWith(status, await ask(context));
    // A shape that is wrong fails here, once, and not at each rule whose refusal has it.
    const all = [...context.run.refusals.filter((refusal) => refusal.status === status), own];
    context.note(`${all.length} refusals with ${status} were looked at`);

    expect(misshapen(all), `refusals with ${status} that are not in the error shape`).toEqual([]);
  },
  // Last, when the others have seen what they see.
  { runs: 'alone', drawn: 1.5 },
);

const nowhere = {
  'GET /v1/no-such-endpoint': { method: 'GET', path: '/v1/no-such-endpoint' },
  'POST /v1/no-such-endpoint': { method: 'POST', path: '/v1/no-such-endpoint', body: {} },
  'GET /v1/checkouts/no-such/endpoint': { method: 'GET', path: '/v1/checkouts/no-such/endpoint' },
};

for (const [name, request] of Object.entries(nowhere)) {
  check('error.unknown-route', `${name} is refused in the error shape`, async ({ merchant }) => {
    const answer = await merchant.api.request(request);

    expect(answer).toBeRefused();
    expect(answer).toHaveErrorShape();
  });
}

observation('error.unknown-reference-code', async ({ merchant, data }) => {
  const seen: string[] = [];
  for (const kind of ['checkout', 'refund', 'payout', 'escrow'] as const) {
    seen.push(`${kind} ${summary(await merchant.get({ kind, reference: data.reference('nil') }))}`);
  }
  return seen.join('; ');
});

observation('error.unknown-route-answer', async ({ merchant }) =>
  summary(await merchant.api.request({ method: 'GET', path: '/v1/no-such-endpoint' })),
);
