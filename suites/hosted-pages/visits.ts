import { Blocked, checks, expect, field, NotExercised, of, part, readIn, shared } from '../../lib/interface/index.ts';
import { withText } from '../support/requests/wordings.ts';
import { declinedElsewhere, queryOf, withoutQuery } from './addresses.ts';

// Visits to checkout pages with different kinds of texts, references and addresses, and each payment method, with their results.

interface Visit {
  readonly what: string;
  readonly by: 'card' | 'transfer';
  /** Added to the reference, which is then padded with x to `length`. */
  readonly reference: string;
  readonly length: number;
  readonly returnUrl: string;
  readonly description: string;
}

const long = 'Ìwé ìtàn mẹ́ta, two lamps & a "blue" chair; '.repeat(8);

const visits: readonly Visit[] = [
  {
    what: 'by card, with a reference of 100 characters, to a fragment',
    by: 'card',
    reference: ':a.B_c-',
    length: 100,
    returnUrl: 'https://shop.example.com/thanks#order-7',
    description: `${long.slice(0, 246)} the end.`,
  },
  {
    what: 'by bank transfer, with a reference of 65 characters, to a query and a fragment',
    by: 'transfer',
    reference: '-x',
    length: 65,
    returnUrl: 'https://shop.example.com/r?a=1&b=%26#part-2?c=3',
    description: `${'d'.repeat(60)} ${'e'.repeat(60)} ${'f'.repeat(60)} ${'g'.repeat(60)} over`,
  },
  {
    what: 'by bank transfer, with a reference of 100 characters, to an address alone',
    by: 'transfer',
    reference: '.9',
    length: 100,
    returnUrl: 'https://shop.example.com',
    description: '3 chairs\n2 lamps: 50% off, #7 <new>\n1 table – “oak”',
  },
  {
    what: 'by card, with a short reference, to an http address with an empty query',
    by: 'card',
    reference: '_',
    length: 0,
    returnUrl: 'http://shop.example.com/a/b/?x=',
    description: 'Lamp',
  },
];

const lives = visits.map((visit, at) => ({
  ...visit,
  life: shared(`a visit ${visit.what}`, ['browser'], async (context) => {
    const { merchant, buyer, data, sees } = context;
    const { by, reference, length, returnUrl, description } = visit;
    const own = `${data.reference('chk')}${reference}`;
    const amount = declinedElsewhere.visits[at];
    const fields = { amount, reference: own.padEnd(length, 'x'), returnUrl, description };
    const checkout = await withText(context, 'checkout', fields, description);
    const { texts, paid } = await buyer.atPage(checkout, async (page) => {
      await page.shows(description);
      const { redirect } = await page.pays({}, { by }).catch((error: unknown) => {
        if (by === 'transfer') throw new NotExercised('the page shows no way to say that a bank transfer was made');
        throw error;
      });
      return { texts: await page.reads(), paid: { redirect } };
    });
    const record = await merchant.confirms(checkout, 'succeeded');
    // How soon a bank transfer is confirmed in sandbox is not shown.
    if (by === 'transfer' && field(record.json, 'status') === 'pending')
      throw new NotExercised('it is not confirmed yet');
    const after = sees(`the checkout page of ${checkout.reference}`, { texts, ...paid });
    return { merchant, checkout: { ...checkout, exchange: record }, record, after };
  }),
}));

type Life = Awaited<ReturnType<(typeof lives)[number]['life']>>;

function arrived({ after }: Life) {
  if (after.redirect === null) throw new Blocked('the buyer was not sent to the returnUrl after the payment');
  return of(after, 'redirect.url');
}

const titled =
  (words: string) =>
  ({ what }: Visit) =>
    `paid ${what}: ${words}`;
const options = { drawn: 3 } as const;

checks(
  'page.test-card-pays',
  lives.filter(({ by }) => by === 'card'),
  titled('it has succeeded'),
  async (context, { life }) => {
    expect((await life(context)).record).toHaveField('status', 'succeeded');
  },
  options,
);

checks(
  'page.shows-description',
  lives,
  titled('the page shows the whole description'),
  async (context, { life, description }) => {
    const { after } = await life(context);

    expect(readIn(of(after, 'texts'), description)).toHaveCome(
      `the page does not show its description, ${description}`,
    );
  },
  options,
);

checks(
  'page.redirects',
  lives,
  titled('the buyer comes back to the address, with the whole reference'),
  async (context, { life, returnUrl }) => {
    const seen = await life(context);

    expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
    expect(withoutQuery(arrived(seen))).toBe(withoutQuery(context.data.local(returnUrl)));
    expect(queryOf(arrived(seen), 'reference')).toEqual([seen.checkout.reference]);
  },
  options,
);

checks(
  'page.redirect-status',
  lives,
  titled('the buyer comes back with the status'),
  async (context, { life }) => {
    expect(part(queryOf(arrived(await life(context)), 'status'), '0')).toBeOneOf(['succeeded', 'pending']);
  },
  options,
);

checks(
  'page.redirect-keeps-query',
  lives.filter(({ returnUrl }) => returnUrl.includes('?')),
  titled("the shop's own parameters come back"),
  async (context, { life, returnUrl }) => {
    const address = arrived(await life(context));
    for (const [name, value] of new URL(returnUrl).searchParams) expect(queryOf(address, name), name).toEqual([value]);
  },
  options,
);

checks(
  'page.payment-event',
  lives,
  titled('payment.succeeded comes, with its amount'),
  async (context, { life }) => {
    const { merchant, checkout } = await life(context);
    const event = await merchant.webhooks.arrives('payment.succeeded', checkout.reference);

    expect(of(event, 'amountMinor')).toBe(checkout.amount);
  },
  options,
);
