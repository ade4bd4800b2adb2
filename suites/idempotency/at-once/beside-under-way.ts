import {
  Blocked,
  type CallOptions,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  header,
  type Merchant,
  NotExercised,
  part,
  raw,
} from '../../../lib/interface/index.ts';
import { oneForAll } from '../../support/alike/groups.ts';
import { haveOverlapped, keyOf } from '../support.ts';

// "A request with the same key still being processed": what is under way under one key refuses no request under another, whatever the two have in
// common: a body, or none, a path, a reference, a payment, a key that is nearly the same.

/** Milliseconds of real time for which control keeps each request in progress. */
const HELD = 1_000;

/** The most rounds: one in which the two were not in progress at one time shows nothing and is repeated. */
const ROUNDS = 3;

type Send = (options: CallOptions) => Promise<Exchange>;

interface Pair {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Where it is not shown that the statuses are exactly these, null: any success. */
  readonly status: 200 | 201 | null;
  /** Both have one reference. */
  readonly oneReference?: true;
  /** Their keys; by default two that have nothing in common. */
  keys?(key: string): readonly [string, string];
  /** A step: prepares both requests. */
  ready(context: CheckContext): Promise<readonly [Send, Send]>;
}

const acts: readonly { what: string; action: string; body?: object }[] = [
  { what: 'release', action: 'release' },
  { what: 'refund in full', action: 'refund', body: {} },
  { what: 'refund of the same part', action: 'refund', body: { amount: 20_011 } },
  { what: 'cancel', action: 'cancel' },
];

function acting({ api }: Merchant, { reference }: Created, action: string, body?: object): Send {
  const path = `/v1/escrows/${reference}/${action}`;
  return (options) => api.request({ ...options, method: 'POST', path, ...(body && { body: { ...body } }) });
}

const actions: readonly Pair[] = acts.map(({ what, action, body }) => ({
  what: `the ${what} of two escrows`,
  needs: action === 'cancel' ? [] : ['escrow-buyer'],
  status: 200,
  async ready({ merchant, buyer }) {
    const make = () => (action === 'cancel' ? merchant.escrow() : buyer.funded(merchant));
    const [one, another] = [await make(), await make()];
    return [acting(merchant, one, action, body), acting(merchant, another, action, body)];
  },
}));

/** Both have no body. */
const decisions: readonly Pair[] = (['approve', 'reject'] as const).map((decision) => ({
  what: `${decision} of two links`,
  needs: ['wallets'],
  status: null,
  async ready({ merchant, wallets }) {
    const [one, another] = [
      await wallets.link(merchant, await wallets.make()),
      await wallets.link(merchant, await wallets.make()),
    ];
    const send =
      ({ linkId }: typeof one): Send =>
      (options) =>
        decision === 'approve'
          ? merchant.api.approveWalletLink(linkId, options)
          : merchant.api.rejectWalletLink(linkId, options);
    return [send(one), send(another)];
  },
}));

const recipient = { accountNumber: '2087654321', accountName: 'Ada Obi' };
const customer = { email: 'ada.obi@example.com' };

/** Alike in all but the reference. */
const creates: readonly Pair[] = [
  pairOf(
    'checkouts',
    ({ merchant }) =>
      (options) =>
        merchant.createCheckout({ customer }, options),
  ),
  pairOf(
    'payouts',
    ({ merchant }) =>
      (options) =>
        merchant.createPayout({ recipient }, options),
  ),
  pairOf('escrows', ({ merchant, data }) => {
    const fields = { seller: { walletId: data.walletId() }, buyer: customer };
    return (options) => merchant.createEscrow(fields, options);
  }),
  {
    ...pairOf('refunds of one checkout', async ({ merchant, buyer }) => {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 9_001 });
      return (options) => merchant.createRefund({ paymentReference, amount: 1_001 }, options);
    }),
    needs: ['buyer'],
  },
];

function pairOf(what: string, ready: (context: CheckContext) => Send | Promise<Send>): Pair {
  return {
    what: `two ${what}`,
    needs: [],
    status: 201,
    async ready(context) {
      const send = await ready(context);
      return [send, send];
    },
  };
}

const others: readonly Pair[] = [
  {
    what: 'the release of an escrow and the cancel of another',
    needs: ['escrow-buyer'],
    status: 200,
    ready: async ({ merchant, buyer }) => [
      acting(merchant, await buyer.funded(merchant), 'release'),
      acting(merchant, await merchant.escrow(), 'cancel'),
    ],
  },
  {
    what: 'a checkout and a payout of one reference',
    needs: [],
    status: 201,
    oneReference: true,
    async ready({ merchant, data }) {
      const reference = data.reference('one');
      return [
        (options) => merchant.createCheckout({ reference }, options),
        (options) => merchant.createPayout({ reference }, options),
      ];
    },
  },
  ...(
    [
      ['in the case of a letter', (key) => [`${key}-a`, `${key}-A`]],
      ['in that one goes on', (key) => [key, `${key}0`]],
      ['in the last of 255 characters', (key) => [`${keyOf(254, key)}a`, `${keyOf(254, key)}b`]],
    ] as const satisfies readonly (readonly [string, (key: string) => readonly [string, string]])[]
  ).map(
    ([difference, keys]): Pair => ({
      ...pairOf(
        'payouts',
        ({ merchant }) =>
          (options) =>
            merchant.createPayout({ recipient }, options),
      ),
      what: `two payouts under keys that differ ${difference}`,
      keys,
    }),
  ),
];

checks(
  'idempotency.keys-differ',
  [...actions, ...others, ...creates, ...decisions],
  ({ what }) => `${what}, while the other is being processed: both are carried out`,
  async (context, pair) => {
    for (let round = 1; round <= ROUNDS; round++) {
      const answers = await bothCarriedOut(context, pair);
      if (haveOverlapped(answers) && answers.every(({ durationMs }) => durationMs >= HELD / 2)) return;
      context.note(`round ${round}: the two were not in progress at one time`);
    }
    throw new Blocked(`in ${ROUNDS} rounds the two were never in progress at one time`);
  },
  ({ needs }) => ({ needs: ['processing-delay', ...needs], drawn: 1 }),
);

async function bothCarriedOut(context: CheckContext, { status, keys, oneReference, ready }: Pair): Promise<readonly Exchange[]> {
  const { merchant, data, console } = context;
  const [one, another] = await ready(context);
  const key = data.reference('key');
  const [first, second] = keys?.(key) ?? [key, data.reference('key')];
  await console.delayProcessing(merchant, HELD);
  const answers = await Promise.all([
    one({ idempotencyKey: first, ...raw }),
    another({ idempotencyKey: second, ...raw }),
  ]);
  await console.delayProcessing(merchant, 0);

  // Whether kinds share one set of references is not shown.
  if (oneReference && answers.some(oneForAll)) throw new NotExercised('two kinds cannot have one reference here');
  for (const answer of answers) {
    if (status !== null) expect(answer).toHaveStatus(status);
    else expect(part(answer, 'status'), 'status').toBeLessThan(300);
    expect(header(answer, 'idempotent-replayed')).not.toBe('true');
  }
  return answers;
}
