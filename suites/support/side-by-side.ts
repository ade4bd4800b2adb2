import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  expect,
  field,
  type Merchant,
  of,
  shared,
} from '../../lib/interface/index.ts';
import { queryOf, withoutQuery } from '../hosted-pages/addresses.ts';
import { type Row, unlessOneForAll } from './alike/groups.ts';
import { attempt } from './attempts.ts';

// One buyer has two pages open at once, of two kinds or of two merchants: each pays what it was opened for, whichever was opened last, leaves
// the other as it was, and leads back to its own shop. A session that is kept by the buyer, or by the reference, has one place for both.

const BUYER = 'ada.obi@example.com';

interface Opened {
  readonly kind: 'checkout' | 'escrow';
  readonly ofOther?: true;
}

interface Pair {
  readonly what: string;
  readonly opened: readonly [Opened, Opened];
  /** Which is paid first, in the order in which they were opened. */
  readonly first: 0 | 1;
  readonly oneReference: boolean;
}

const pair = (what: string, opened: Pair['opened'], first: Pair['first'], oneReference = false): Pair => ({
  what: `${what}, the ${first === 0 ? 'one opened first' : 'one opened last'} paid first`,
  opened,
  first,
  oneReference,
});

const checkout: Opened = { kind: 'checkout' };
const escrow: Opened = { kind: 'escrow' };

const pairs: readonly Pair[] = [
  pair('two checkouts of one merchant', [checkout, checkout], 0),
  pair('two checkouts of one merchant', [checkout, checkout], 1),
  pair('checkouts of two merchants, with one reference', [checkout, { ...checkout, ofOther: true }], 0, true),
  pair('a checkout and an escrow, with one reference', [checkout, escrow], 0, true),
  pair('an escrow and a checkout, with one reference', [escrow, checkout], 0, true),
  pair('two escrows of one merchant', [escrow, escrow], 0),
  pair('two escrows of one merchant', [escrow, escrow], 1),
  pair('escrows of two merchants', [escrow, { ...escrow, ofOther: true }], 0),
];

const needsOf = ({ opened }: Pair): readonly Capability[] =>
  opened.some(({ ofOther }) => ofOther) ? ['browser', 'other-merchant'] : ['browser'];

const kinds = {
  checkout: { unpaid: 'pending', paid: 'succeeded', isPaid: 'page.test-card-pays', alone: 'checkout.paid-alone' },
  escrow: {
    unpaid: 'pending_payment',
    paid: 'funded',
    isPaid: 'page.escrow-pay',
    alone: 'escrow.stays-until-its-turn',
  },
} as const;

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
  return { as, kind, object, returnUrl };
}

async function lived(context: CheckContext, { opened, first, oneReference }: Pair) {
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
      const pays = async ({ as, kind, object, returnUrl, page }: (typeof both)[number]): Promise<Paid> => {
        let redirect: unknown = null;
        const press = async () => {
          redirect = (await page.pays()).redirect;
        };
        // Whether it has paid is what the record says.
        await attempt(press());
        const after = sees(`the ${kind} page of ${object.reference}, beside another`, { redirect });
        const record = await as.confirms(object, kinds[kind].paid);
        return { object, returnUrl, record, after };
      };
      const [now, later] = first === 0 ? both : [both[1], both[0]];
      const paid = await pays(now);
      const untouched = await later.as.get(later.object);
      return { paid: [paid, await pays(later)], untouched };
    }),
  );
}

type Life = (context: CheckContext) => ReturnType<typeof lived>;

/** Checks for several chapters: see `table`. */
export const sideBySide: readonly Row[] = pairs.flatMap((each): Row[] => {
  const { what, opened, first } = each;
  const needs = needsOf(each);
  const [now, later] = first === 0 ? opened : [opened[1], opened[0]];
  const life = shared(`pages open side by side: ${what}`, needs, (context) => lived(context, each));
  const words = `pages of one buyer side by side: ${what}`;
  const payments = [now, later].map(({ kind }, turn) => ({ kind, turn, which: turn === 0 ? 'first' : 'second' }));
  return [
    {
      id: kinds[later.kind].alone,
      title: `${words}, and the other is as it was`,
      needs,
      async check(context) {
        expect((await life(context)).untouched).toHaveField('status', kinds[later.kind].unpaid);
      },
    },
    ...payments.map(
      ({ which, kind, turn }): Row => ({
        id: kinds[kind].isPaid,
        title: `${words}, and the ${which} payment is made`,
        needs,
        async check(context) {
          expect((await life(context)).paid[turn]?.record).toHaveField('status', kinds[kind].paid);
        },
      }),
    ),
    ...payments.flatMap(({ which, kind, turn }): Row[] =>
      kind === 'checkout' ? [leadsBack(`${words}, and after the ${which} payment`, needs, life, turn)] : [],
    ),
  ];
});

function leadsBack(words: string, needs: Row['needs'], life: Life, turn: number): Row {
  return {
    id: 'page.redirects',
    title: `${words} the buyer comes back to its shop`,
    needs,
    async check(context) {
      const seen = (await life(context)).paid[turn];
      if (seen === undefined || field(seen.record.json, 'status') !== 'succeeded')
        throw new Blocked('it was not paid on its page');
      expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
      const address = of(seen.after, 'redirect.url');
      expect(withoutQuery(address)).toBe(context.data.local(seen.returnUrl));
      expect(queryOf(address, 'reference')).toEqual([seen.object.reference]);
    },
  };
}
