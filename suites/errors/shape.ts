import {
  Blocked,
  type CheckContext,
  check,
  checks,
  derivation,
  type Exchange,
  type ExchangeView,
  endpointTable,
  expect,
  header,
  observation,
  shared,
  summary,
  unknownBank,
} from '../../lib/interface/index.ts';
import { oddPaths, quoted } from './odd-paths.ts';
import { type Refused, refused } from './refused.ts';

// The status and code of these refusals are checked in the chapters that they belong to.

const tried = [...refused, ...oddPaths, ...quoted].map((row) => ({
  ...row,
  sent: shared(row.words, row.needs ?? [], row.send),
}));

/** One refusal of each status that needs nothing which live may not have. */
const inLive = [
  'an amount too small',
  'GET of an unknown checkout',
  'a second checkout of one reference',
  'GET of an unknown wallet link',
];

/** A step: the refusal; null if the request need not be refused and was not. */
async function refusalOf(context: CheckContext, { status, sent }: (typeof tried)[number]): Promise<Exchange | null> {
  const answer = await sent(context);
  if (status !== null && answer.status !== status) {
    throw new Blocked(`the request should have been refused with ${status}; got ${summary(answer)}`);
  }
  if (answer.status >= 400) return answer;
  context.note(`not refused: ${summary(answer)}`);
  return null;
}

checks(
  ({ id }: Refused) => id,
  tried,
  ({ words }) => `${words} is answered in the error shape`,
  async (context, row) => {
    const answer = await refusalOf(context, row);

    if (answer !== null) expect(answer).toHaveErrorShape();
  },
  ({ needs = [], words }) => ({ needs, alsoInLive: inLive.includes(words) }),
);

checks(
  'error.json-content-type',
  tried,
  ({ words }) => `${words} is answered as JSON`,
  async (context, row) => {
    const answer = await refusalOf(context, row);

    if (answer !== null) expectJson(answer);
  },
  ({ needs = [] }) => ({ needs, drawn: 1 }),
);

/** Endpoints for whose answer only the status is shown. */
const unshown = /^DELETE|\/sandbox\//;

checks(
  'error.json-content-type',
  endpointTable.filter(({ name }) => !unshown.test(name)),
  ({ name }) => `what ${name} is answered with says that it is JSON`,
  async (context, { on }) => {
    const answer = await on(context, ({ send }) => send());
    if (answer.status >= 300) throw new Blocked(`the request should have been accepted; got ${summary(answer)}`);

    expectJson(answer);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

function expectJson(answer: Exchange): void {
  if (answer.text === '') throw new Blocked(`it has no body: ${summary(answer)}`);
  expect(header(answer, 'content-type')).toMatch(/^application\/([\w.-]+\+)?json\s*(;|$)/i);
}

function refusedWith(status: number, exchange: Exchange): Exchange {
  if (exchange.status !== status) {
    throw new Blocked(`the request should have been refused with ${status}; got ${summary(exchange)}`);
  }
  return exchange;
}

/** Refusals that had the right status and code in their own checks, but whose body does not have the error form. */
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
    ask: ({ merchant }) => merchant.createPayout({ recipient: { bankName: unknownBank } }),
  },
] as const satisfies readonly { id: string; status: number; ask: (context: CheckContext) => Promise<Exchange> }[];

checks(
  ({ id }) => id,
  everyRefusal,
  ({ status }) => `every ${status} of this run has the error shape`,
  async (context, { status, ask }) => {
    const own = refusedWith(status, await ask(context));
    // A wrong form of errors fails here once, and not at each rule about a refusal.
    const all = [...context.refusals.filter((refusal) => refusal.status === status), own];
    context.note(`${all.length} refusals with ${status} were looked at`);

    expect(misshapen(all), `refusals with ${status} that are not in the error shape`).toEqual([]);
  },
  // After the other checks have collected their refusals.
  { runs: 'last', drawn: 1.5 },
);

check(
  'error.shape-of-others',
  'every refusal of this run with another status has the error shape',
  async (context) => {
    const own = await context.merchant.api.getWalletLink(context.data.reference('nil'));
    if (own.status < 400 || own.status >= 500) throw new Blocked(`an unknown link should be refused: ${summary(own)}`);
    const plain = [400, 404, 409, 422];
    const all = [...context.refusals, own].filter(
      ({ status }) => status >= 400 && status < 500 && !plain.includes(status),
    );
    context.note(`${all.length} refusals with other statuses were looked at`);

    expect(misshapen(all), 'refusals that are not in the error shape').toEqual([]);
  },
  { runs: 'last' },
);

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
