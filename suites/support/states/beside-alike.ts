import {
  Blocked,
  type Body,
  type CheckContext,
  type Created,
  checks,
  created,
  type Exchange,
  expect,
  field,
  shared,
} from '../../../lib/interface/index.ts';
import { expectSame } from '../attempts.ts';

// A record is one request's, and not its buyer's, its checkout's or its recipient's: what is made later with the same address, account or
// checkout, or with any other value the same, has its own fields, and leaves those of the earlier one.

interface Kind {
  readonly kind: 'checkout' | 'refund' | 'payout';
  readonly needs: readonly 'buyer'[];
  /** What the earlier ones are asked for with. */
  readonly earlier: Body;
  /** What is made later; each shares something with them. */
  readonly later: readonly { readonly what: string; readonly body: Body }[];
  /** What stays, and what of it is as it was sent. */
  readonly fields: readonly string[];
  readonly sent: readonly string[];
  prepare(context: CheckContext): Promise<(body: Body) => Promise<Exchange>>;
}

const checkout = {
  amount: 5_003,
  description: 'Rice',
  customer: { email: 'ada.obi@example.com' },
  metadata: { order: 17, gift: true },
  returnUrl: 'https://shop.example.com/return',
};
const refund = { amount: 1_001, reason: 'One of two was broken' };
const payout = {
  amount: 10_007,
  narration: 'for May',
  recipient: { accountName: 'Ada Obi', accountNumber: '0123456789' },
};

const kinds: readonly Kind[] = [
  {
    kind: 'checkout',
    needs: [],
    earlier: checkout,
    later: [
      {
        what: "of the buyer's address in capitals",
        body: { ...checkout, customer: { email: 'ADA.OBI@example.com' }, description: 'Yam', metadata: undefined },
      },
      {
        what: 'of the same buyer, without all else',
        body: { ...checkout, amount: 7_001, description: undefined, metadata: undefined },
      },
      { what: 'of another buyer, alike else', body: { ...checkout, customer: { email: 'obi@example.com' } } },
      { what: 'alike but in its metadata', body: { ...checkout, metadata: { order: 18 } } },
      { what: 'alike but in its amount', body: { ...checkout, amount: 5_004 } },
      { what: 'alike but in its description', body: { ...checkout, description: 'RICE' } },
      { what: 'alike in everything', body: checkout },
    ],
    fields: ['id', 'reference', 'amount', 'currency', 'description', 'customer', 'metadata', 'createdAt'],
    sent: ['amount', 'description', 'metadata'],
    prepare:
      async ({ merchant }) =>
      (body) =>
        merchant.createCheckout(body),
  },
  {
    kind: 'refund',
    needs: ['buyer'],
    earlier: refund,
    later: [
      { what: 'of the same checkout with another reason', body: { amount: 1_002, reason: 'The other was late' } },
      { what: 'of the same checkout without a reason', body: { amount: 1_003 } },
      { what: 'of the same checkout and amount that fails', body: { ...refund, reason: 'sandbox_fail' } },
      { what: 'of the same checkout, alike in everything', body: refund },
    ],
    fields: ['id', 'reference', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'],
    sent: ['amount', 'reason'],
    async prepare({ merchant, buyer }) {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 50_021 });
      return (body) => merchant.createRefund({ ...body, paymentReference });
    },
  },
  {
    kind: 'payout',
    needs: [],
    earlier: payout,
    later: [
      {
        what: 'to the same account with another narration',
        body: { ...payout, amount: 10_008, narration: 'for June' },
      },
      { what: 'to the same account without a narration', body: { ...payout, narration: undefined } },
      {
        what: 'to the same account of another name',
        body: { ...payout, narration: 'for Obi', recipient: { ...payout.recipient, accountName: 'Obi Eze' } },
      },
      {
        what: 'to another account that fails, with the same narration',
        body: { ...payout, recipient: { ...payout.recipient, accountNumber: '0000000000' } },
      },
      { what: 'alike in everything', body: payout },
    ],
    fields: ['id', 'reference', 'amount', 'currency', 'recipient', 'narration', 'createdAt'],
    sent: ['amount', 'narration'],
    prepare:
      async ({ merchant }) =>
      (body) =>
        merchant.createPayout(body),
  },
];

async function lived(context: CheckContext, { kind, earlier, later, prepare }: Kind) {
  const { merchant, time } = context;
  const ask = await prepare(context);
  const settles = async () => {
    if (kind !== 'checkout') await time.wait(10, `a ${kind} settles`);
  };
  const over = created(kind, await ask(earlier));
  await settles();
  const pending = created(kind, await ask(earlier));
  const firsts = [
    { what: 'over', one: over, first: await merchant.get(over) },
    { what: 'just made', one: pending, first: await merchant.get(pending) },
  ];
  const others: { one: Created; made: Exchange; record: Exchange }[] = [];
  for (const { body } of later) {
    const one = created(kind, await ask(body));
    const made = await merchant.get(one);
    await settles();
    others.push({ one, made, record: await merchant.get(one) });
  }
  const looked = [];
  for (const { one, ...first } of firsts) looked.push({ ...first, record: await merchant.get(one) });
  const last = [];
  for (const { one, ...other } of others) last.push({ ...other, last: await merchant.get(one) });
  return { firsts: looked, others: last };
}

/** Both rules of one kind: the earlier ones stay as they were, and each later one is as it was sent. */
export function besideAlike(chapter: Kind['kind']): void {
  for (const each of kinds.filter(({ kind }) => kind === chapter)) {
    const { kind, needs, later, fields, sent } = each;
    const life = shared(`${kind}s that are alike in something`, needs, (context) => lived(context, each));
    checks(
      `${kind}.record-stays`,
      [{ what: 'an earlier one', at: null }, ...later.map(({ what }, at) => ({ what: `one ${what}`, at }))],
      ({ what }) => `${kind}s that share a value: the record of ${what} says what it said before`,
      async (context, { at }) => {
        const { firsts, others } = await life(context);
        if (at === null)
          for (const { what, first, record } of firsts) expectSame(record, first, fields, `of one ${what}`);
        const other = at === null ? undefined : others[at];
        if (other !== undefined) expectSame(other.last, other.made, fields);
      },
      { needs, drawn: 1 },
    );
    checks(
      `${kind}.record-as-sent`,
      later.map(({ what, body }, at) => ({ what, body, at })),
      ({ what }) => `one ${what}, as earlier ones, has its own values`,
      async (context, { body, at }) => {
        const other = (await life(context)).others[at];
        if (other === undefined) throw new Blocked('suite fault: it was not made');

        for (const name of sent) expect(other.record).toHaveField(name, field(body, name) ?? null);
      },
      { needs, drawn: 1 },
    );
  }
}
