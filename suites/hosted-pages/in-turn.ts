import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  expect,
  of,
  readIn,
} from '../../lib/interface/index.ts';

/** Pairs of checkouts whose pages are opened one after another; the reference alone does not identify them. */
const pairs: readonly {
  readonly what: string;
  readonly needs: readonly Capability[];
  make(context: CheckContext, of: string, texts: readonly [string, string]): Promise<Created[]>;
}[] = [
  {
    what: 'of two merchants, with one reference',
    needs: ['other-merchant'],
    make: async ({ merchant, other }, reference, [one, another]) => [
      await merchant.checkout({ reference, description: one }),
      await other.checkout({ reference, description: another }),
    ],
  },
  {
    what: 'of live and sandbox, with one reference',
    needs: ['live'],
    make: async ({ merchant, live }, reference, [one, another]) => [
      await live.checkout({ reference, description: one }),
      await merchant.checkout({ reference, description: another }),
    ],
  },
  {
    what: 'whose references differ in case alone',
    needs: [],
    make: async ({ merchant }, reference, [one, another]) => [
      await merchant.checkout({ reference: `${reference}-A`, description: one }),
      await merchant.checkout({ reference: `${reference}-a`, description: another }),
    ],
  },
  {
    what: 'whose references differ in a sign at their end, the longer one first',
    needs: [],
    make: async ({ merchant }, reference, [one, another]) => [
      await merchant.checkout({ reference: `${reference}:1`, description: one }),
      await merchant.checkout({ reference: `${reference}:`, description: another }),
    ],
  },
];

checks(
  'page.shows-description',
  pairs,
  ({ what }) => `pages of two checkouts ${what}, opened one after the other, show each its own`,
  async (context, { make }) => {
    const texts = ['Eleven copper kettles', 'Forty wooden spoons'] as const;
    const made = await make(context, context.data.reference('chk'), texts);
    for (const [at, checkout] of made.entries()) {
      const [own = '', other = ''] = at === 0 ? texts : texts.toReversed();
      const page = of(await context.buyer.reads(checkout, own), 'texts');
      expect(readIn(page, own)).toHaveCome(`the page does not show its description, ${own}`);
      expect(readIn(page, other), "the page shows another checkout's description").toBeEmpty();
    }
  },
  ({ needs }) => ({ needs, drawn: 1 }),
);
