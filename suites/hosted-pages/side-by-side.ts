import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  type Exchange,
  expect,
  field,
  type Merchant,
  of,
  shared,
} from '../../lib/interface/index.ts';
import { unlessOneForAll } from '../support/alike/groups.ts';
import { attempt } from '../support/attempts.ts';
import { queryOf, withoutQuery } from './addresses.ts';

// One buyer has two pages open at once, of two kinds or of two merchants: each pays what it was opened for, whichever was opened last, leaves
// the other as it was, and leads back to its own shop. A session that is kept by the buyer, or by the reference, has one place for both.

const BUYER = 'ada.obi@example.com';

interface Opened {
  readonly kind: 'checkout' | 'escrow';
  readonly ofOther?: true;
}

interface Row {
  readonly what: string;
  readonly opened: readonly [Opened, Opened];
  /** Which is paid first, in the order in which they were opened. */
  readonly first: 0 | 1;
  readonly oneReference: boolean;
}

const row = (what: string, opened: Row['opened'], first: Row['first'], oneReference = false): Row => ({
  what: `${what}, the ${first === 0 ? 'one opened first' : 'one opened last'} paid first`,
  opened,
  first,
  oneReference,
});

const checkout: Opened = { kind: 'checkout' };
const escrow: Opened = { kind: 'escrow' };

const rows: readonly Row[] = [
  row('two checkouts of one merchant', [checkout, checkout], 0),
  row('two checkouts of one merchant', [checkout, checkout], 1),
  row('checkouts of two merchants, with one reference', [checkout, { ...checkout, ofOther: true }], 0, true),
  row('a checkout and an escrow, with one reference', [checkout, escrow], 0, true),
  row('an escrow and a checkout, with one reference', [escrow, checkout], 0, true),
  row('two escrows of one merchant', [escrow, escrow], 0),
  row('two escrows of one merchant', [escrow, escrow], 1),
  row('escrows of two merchants', [escrow, { ...escrow, ofOther: true }], 0),
];

const needsOf = ({ opened }: Row): readonly Capability[] =>
  opened.some(({ ofOther }) => ofOther) ? ['browser', 'other-merchant'] : ['browser'];

const paidAs = { checkout: 'succeeded', escrow: 'funded' } as const;

interface Paid {
  readonly object: Created;
  readonly returnUrl: string;
  /** The record once it was paid. */
  readonly record: Exchange;
  readonly after: { readonly redirect: unknown };
}

async function open(context: CheckContext, { kind, ofOther }: Opened, reference: string, at: number) {
  const as: Merchant = ofOther ? context.other : context.merchant;
  const returnUrl = `https://shop.example.com/back/${at}`;
  const asking =
    kind === 'checkout'
      ? as.createCheckout({ reference, amount: 7_003, customer: { email: BUYER }, returnUrl })
      : // Whether the page of an escrow leads back is not shown.
        as.createEscrow({ reference, amount: 30_011, buyer: { email: BUYER } });
  // Nor is whether kinds or merchants share one set of references.
  const object = created(kind, await unlessOneForAll(asking));
  return { as, object, returnUrl };
}

async function lived(context: CheckContext, { opened, first, oneReference }: Row) {
  const { buyer, data, sees } = context;
  const reference = data.reference('tab');
  const [one, another] = [
    await open(context, opened[0], reference, 1),
    await open(context, opened[1], oneReference ? reference : data.reference('tab'), 2),
  ];
  return await buyer.atPage(one.object, (left) =>
    buyer.atPage(another.object, async (right) => {
      const both = [
        { ...one, page: left },
        { ...another, page: right },
      ] as const;
      const pays = async ({ as, object, returnUrl, page }: (typeof both)[number]): Promise<Paid> => {
        let redirect: unknown = null;
        const press = async () => {
          redirect = (await page.pays()).redirect;
        };
        // Whether it has paid is what the record says.
        await attempt(press());
        const after = sees(`the ${object.kind} page of ${object.reference}, beside another`, { redirect });
        const record = await as.becomes(object, paidAs[object.kind === 'escrow' ? 'escrow' : 'checkout'], 60);
        return { object, returnUrl, record, after };
      };
      const [now, later] = first === 0 ? both : [both[1], both[0]];
      const paid = await pays(now);
      const untouched = await later.as.get(later.object);
      return { paid: [paid, await pays(later)], untouched };
    }),
  );
}

const lives = rows.map((each) => {
  const needs = needsOf(each);
  const [now, later] = each.first === 0 ? each.opened : [each.opened[1], each.opened[0]];
  return {
    ...each,
    needs,
    now,
    later,
    life: shared(`pages open side by side: ${each.what}`, needs, (context) => lived(context, each)),
  };
});

const alone = { checkout: 'checkout.paid-alone', escrow: 'escrow.stays-until-its-turn' } as const;
const isPaid = { checkout: 'page.test-card-pays', escrow: 'page.escrow-pay' } as const;
const unpaid = { checkout: 'pending', escrow: 'pending_payment' } as const;

checks(
  ({ later }) => alone[later.kind],
  lives,
  ({ what }) => `pages of one buyer side by side: ${what}, and the other is as it was`,
  async (context, { life, later }) => {
    expect((await life(context)).untouched).toHaveField('status', unpaid[later.kind]);
  },
  ({ needs }) => ({ needs, drawn: 2 }),
);

const payments = lives.flatMap((each) =>
  [each.now, each.later].map(({ kind }, turn) => ({ ...each, kind, turn, which: turn === 0 ? 'first' : 'second' })),
);

checks(
  ({ kind }) => isPaid[kind],
  payments,
  ({ what, which }) => `pages of one buyer side by side: ${what}, and the ${which} payment is made`,
  async (context, { life, kind, turn }) => {
    const { paid } = await life(context);

    expect(paid[turn]?.record).toHaveField('status', paidAs[kind]);
  },
  ({ needs }) => ({ needs, drawn: 2 }),
);

checks(
  'page.redirects',
  payments.filter(({ kind }) => kind === 'checkout'),
  ({ what, which }) =>
    `pages of one buyer side by side: ${what}, and after the ${which} payment the buyer comes back to its shop`,
  async (context, { life, turn }) => {
    const seen = (await life(context)).paid[turn];
    if (seen === undefined || field(seen.record.json, 'status') !== 'succeeded')
      throw new Blocked('it was not paid on its page');
    expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
    const address = of(seen.after, 'redirect.url');
    expect(withoutQuery(address)).toBe(context.data.local(seen.returnUrl));
    expect(queryOf(address, 'reference')).toEqual([seen.object.reference]);
  },
  ({ needs }) => ({ needs, drawn: 2 }),
);
