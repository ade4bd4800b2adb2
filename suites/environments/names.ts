import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  type Exchange,
  expect,
  header,
  type Merchant,
  NotExercised,
  of,
} from '../../lib/interface/index.ts';

// The same reference and idempotency key in both environments give two objects, and the end of one does not affect the other.

interface Kind {
  readonly kind: Created['kind'];
  readonly needs: readonly Capability[];
  /** Prepares a valid create, with everything it needs. */
  create(
    context: CheckContext,
    as: Merchant,
  ): Promise<(reference: string, idempotencyKey: string) => Promise<Exchange>>;
  /** How it is ended, if a person can do that, and its status before. */
  readonly end?: { readonly from: string; act(context: CheckContext, as: Merchant, object: Created): Promise<unknown> };
}

const environmentOf = ({ live }: CheckContext, as: Merchant) => (as === live ? 'live' : 'sandbox');

const kinds: readonly Kind[] = [
  {
    kind: 'checkout',
    needs: ['buyer', 'live-buyer'],
    create: async (_, as) => (reference, idempotencyKey) =>
      as.createCheckout({ reference, amount: 5_003, customer: { email: 'ada@example.com' } }, { idempotencyKey }),
    end: { from: 'pending', act: ({ buyer }, as, checkout) => buyer.pays(as, checkout) },
  },
  {
    kind: 'escrow',
    needs: ['wallets'],
    async create(context, as) {
      const { walletId } = await context.wallets.make({ environment: environmentOf(context, as) });
      return (reference, idempotencyKey) =>
        as.createEscrow({ reference, amount: 30_011, seller: { walletId } }, { idempotencyKey });
    },
    end: { from: 'pending_payment', act: (_, as, { reference }) => as.api.cancelEscrow(reference) },
  },
  {
    kind: 'refund',
    needs: ['buyer', 'live-buyer'],
    async create({ buyer }, as) {
      const { reference: paymentReference } = await buyer.paid(as, { amount: 9_001 });
      return (reference, idempotencyKey) =>
        as.createRefund({ reference, paymentReference, amount: 1_007 }, { idempotencyKey });
    },
  },
  {
    kind: 'payout',
    needs: ['live-buyer'],
    async create({ buyer, live, time }, as) {
      if (as === live) {
        await buyer.paid(as, { amount: 500_000 });
        // How soon a payment can be paid out is not shown.
        const taken = await time.until('a payout is taken', 60, async () =>
          (await as.createPayout({ amount: 10_009 })).status === 422 ? undefined : true,
        );
        if (taken === undefined) throw new NotExercised('what was paid in live cannot be paid out within a minute');
      }
      const recipient = { accountName: 'Ada Obi' };
      return (reference, idempotencyKey) =>
        as.createPayout({ reference, amount: 10_007, recipient }, { idempotencyKey });
    },
  },
];

const rows = kinds.flatMap((kind) => (['sandbox', 'live'] as const).map((first) => ({ ...kind, first })));

function sidesOf({ merchant, live }: CheckContext, first: 'sandbox' | 'live'): readonly [Merchant, Merchant] {
  return first === 'sandbox' ? [merchant, live] : [live, merchant];
}

checks(
  'environment.data-is-separate',
  rows,
  ({ kind, first }) =>
    `${kind} of ${first}: unknown in the other environment; its reference and its key are free there`,
  async (context, { kind, create, first }) => {
    const [one, other] = sidesOf(context, first);
    const [reference, key] = [context.data.reference('both'), context.data.reference('key')];
    const theirs = await create(context, other);
    const made = created(kind, await (await create(context, one))(reference, key));

    expect(await other.get(made)).toHaveStatus(404);
    const answer = await theirs(reference, key);
    expect(answer).toHaveStatus(201);
    expect(header(answer, 'idempotent-replayed')).not.toBe('true');
    expect(of(answer, 'id')).not.toBe(made.id);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);

checks(
  'environment.data-is-separate',
  rows.flatMap(({ end, ...row }) => (end === undefined ? [] : [{ ...row, end }])),
  ({ kind, first }) => `${kind}s of one reference in both: when that of ${first} has ended, the other has not`,
  async (context, { kind, create, end, first }) => {
    const [one, other] = sidesOf(context, first);
    const reference = context.data.reference('both');
    const make = async (as: Merchant) =>
      created(kind, await (await create(context, as))(reference, context.data.reference('key')));
    const [mine, theirs] = [await make(one), await make(other)];
    await end.act(context, one, mine);

    expect(await one.get(mine)).not.toHaveField('status', end.from);
    expect(await other.get(theirs)).toHaveField('status', end.from);
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
