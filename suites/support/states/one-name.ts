import {
  type Capability,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  expect,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';
import { type Row, unlessOneForAll } from '../alike/groups.ts';
import { expectSame } from '../attempts.ts';

// A checkout, a refund, a payout, an escrow and a link that have one name as their reference or linkRef. Whether references are unique across
// kinds is not shown; where they are not, no record is affected by the others, in whichever order they are created and end,
// and refunds and payouts under way together settle as each would by itself.

const needs: readonly Capability[] = ['buyer', 'wallets'];

type Kind = Exclude<Created['kind'], 'escrow'>;

const stays = {
  checkout: {
    id: 'checkout.record-stays',
    fields: ['id', 'reference', 'amount', 'currency', 'description', 'customer', 'metadata', 'createdAt'],
  },
  refund: {
    id: 'refund.record-stays',
    fields: ['id', 'reference', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'],
  },
  payout: {
    id: 'payout.record-stays',
    fields: ['id', 'reference', 'amount', 'currency', 'narration', 'createdAt'],
  },
} as const;

/** The requirements that state how the two settle that settle by themselves. */
const settles = { refund: 'refund.settles', payout: 'payout.succeeds' } as const;

const orders = ['checkout, refund, payout, escrow, link', 'link, escrow, payout, refund, checkout'] as const;

/** Creates all of them in this order, with different values. Each record is read after its creation, after all creations, and at the end. */
const run = (order: (typeof orders)[number]) =>
  shared(`one reference for ${order}`, needs, async (context) => {
    const { merchant, wallets, buyer, data } = context;
    const reference = data.reference('one');
    const seen = new Map<Kind, Exchange[]>();
    const look = async () => {
      for (const kind of seen.keys()) seen.get(kind)?.push(await merchant.get({ kind, reference }));
    };
    const make = makers(context, reference);
    const made = new Map<string, Created>();
    for (const kind of order.split(', ')) {
      if (kind === 'link') {
        const { status } = await wallets.createLink(merchant, await wallets.make(), { linkRef: reference });
        if (status >= 300)
          throw new NotExercised('whether a linkRef may be the reference of something else is not shown');
      } else if (kind === 'escrow') created('escrow', await unlessOneForAll(make.escrow()));
      else if (isKind(kind)) {
        made.set(kind, created(kind, await unlessOneForAll(make[kind]())));
        seen.set(kind, [await merchant.get({ kind, reference })]);
      }
    }
    await look();
    await merchant.api.cancelEscrow(reference);
    const settled = new Map<Kind, Exchange>();
    for (const kind of ['refund', 'payout'] as const)
      settled.set(kind, await merchant.becomes({ kind, reference }, 'succeeded'));
    const checkout = made.get('checkout');
    if (checkout !== undefined) await buyer.pays(merchant, checkout);
    await look();
    return { seen, settled };
  });

function makers({ merchant, buyer }: CheckContext, reference: string) {
  return {
    checkout: () =>
      merchant.createCheckout({
        reference,
        amount: 7_003,
        description: 'Yam',
        metadata: { of: 'a checkout' },
        customer: { email: 'ada@example.com' },
      }),
    async refund() {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 9_001 });
      return merchant.createRefund({ reference, paymentReference, amount: 1_003, reason: 'torn' });
    },
    payout: () =>
      merchant.createPayout({
        reference,
        amount: 12_007,
        narration: 'May',
        recipient: { accountNumber: '2087654321', accountName: 'Ada Obi' },
      }),
    escrow: () =>
      merchant.createEscrow({ reference, amount: 30_011, description: 'Rice', metadata: { of: 'an escrow' } }),
  };
}

const isKind = (kind: string): kind is Kind => kind in stays;

/** Checks for several chapters: see `table`. */
export const oneName: readonly Row[] = orders.flatMap((order) => {
  const made = run(order);
  const kept = (Object.keys(stays).filter(isKind) satisfies readonly Kind[]).map((kind): Row => {
    const { id, fields } = stays[kind];
    return {
      id,
      title: `${order} of one reference: the ${kind} is what it was when all are made, and when others are over`,
      needs,
      async check(context) {
        const [first, ...later] = (await made(context)).seen.get(kind) ?? [];
        if (first !== undefined) for (const record of later) expectSame(record, first, fields);
      },
    };
  });
  const over = (['refund', 'payout'] as const).map(
    (kind): Row => ({
      id: settles[kind],
      title: `${order} of one reference: the ${kind} succeeds, though the others are under way`,
      needs,
      async check(context) {
        expect((await made(context)).settled.get(kind)).toHaveField('status', 'succeeded');
      },
    }),
  );
  return [...kept, ...over];
});
