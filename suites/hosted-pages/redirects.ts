import { check, checks, derivation, expect, field, observation, of, part, shared } from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { arrived, declinedElsewhere, paid, payVisits, queryOf, visit, whenPaid, withoutQuery } from './addresses.ts';

const paidOnPage = shared('a checkout paid on its page', ['browser'], (context) =>
  paid(context, { amount: 27_013, returnUrl: 'https://shop.example.com/orders/return' }),
);

observation('page.redirect-kind', async (context) => (await paidOnPage(context)).redirect?.how ?? 'not redirected');

check('page.redirects', 'the buyer comes back with the reference', async (context) => {
  const seen = await paidOnPage(context);

  expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
  expect(withoutQuery(arrived(seen))).toBe(context.data.local('https://shop.example.com/orders/return'));
  expect(part(queryOf(arrived(seen), 'reference'), '0')).toBe(seen.checkout.reference);
});

check('page.redirects', 'a reference with every kind of character comes back whole', async (context) => {
  const seen = await paid(context, { reference: `${context.data.reference('CHK')}:a.B_c-` });

  expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
  expect(part(queryOf(arrived(seen), 'reference'), '0')).toBe(seen.checkout.reference);
});

check('page.redirect-status', 'the buyer comes back with the status', async (context) => {
  const seen = await paidOnPage(context);

  expect(part(queryOf(arrived(seen), 'status'), '0')).toBeOneOf(['succeeded', 'pending']);
});

const paidForLongUrl = shared('a checkout paid on its page, whose returnUrl has all parts', ['browser'], (context) =>
  paid(context, {
    returnUrl:
      'https://shop.example.com:8443/a/b%20c/return;v=1?order=42&note=a%20b%26c%3D1&size=M&size=L&empty=#thanks',
  }),
);

check('page.redirects', 'to a port and a path, with the reference in front of a fragment', async (context) => {
  const seen = await paidForLongUrl(context);

  expect(withoutQuery(arrived(seen))).toBe(context.data.local('https://shop.example.com:8443/a/b%20c/return;v=1'));
  expect(queryOf(arrived(seen), 'reference')).toEqual([seen.checkout.reference]);
});

check('page.redirect-status', 'in front of a fragment', async (context) => {
  const seen = await paidForLongUrl(context);

  expect(part(queryOf(arrived(seen), 'status'), '0')).toBeOneOf(['succeeded', 'pending']);
});

check(
  'page.payment-event',
  'a checkout: payment.succeeded, with its amount',
  async (context) => {
    const { merchant, checkout } = await paidOnPage(context);
    const event = await merchant.webhooks.arrives('payment.succeeded', checkout.reference);

    expect(of(event, 'amountMinor')).toBe(checkout.amount);
  },
  { needs: ['webhooks'] },
);

check('page.redirect-keeps-query', "the shop's own parameters come back as they were", async (context) => {
  const seen = await paidForLongUrl(context);
  const came = (name: string) => queryOf(arrived(seen), name);

  expect(part(came('order'), '0')).toBe('42');
  expect(part(came('note'), '0')).toBe('a b&c=1');
  expect(came('size')).toEqual(['M', 'L']);
  expect(came('empty')).toEqual(['']);
});

// A returnUrl may already have parameters of these names: whether they are replaced or kept is not shown, but the checkout's own values
// must be present.
const ownParameters = [
  { what: 'a reference and a status', returnUrl: 'https://shop.example.com/return?reference=17&status=failed' },
  {
    what: 'both names without a value, before a fragment with both',
    returnUrl: 'https://shop.example.com:8443/return?status&reference=#?reference=17&status=failed',
  },
  {
    what: 'both names in other letters, and within other parameters',
    returnUrl:
      'https://shop.example.com/r?Reference=1&STATUS=2&status[]=3&x_reference=4&next=%2Fr%3Freference%3D5%26status%3D6',
  },
  {
    what: 'both names percent-encoded, and an empty parameter',
    returnUrl: 'https://shop.example.com/a%20b?&%72eference=17&&%73tatus=failed&',
  },
  { what: 'an empty query', returnUrl: 'https://shop.example.com/orders/status?' },
].map((row, at) => {
  const amount = declinedElsewhere.parameters[at] ?? 27_100;
  const visited = shared(`paid on its page, to an address with ${row.what}`, ['browser'], (context) =>
    visit(context, { amount, returnUrl: row.returnUrl }),
  );
  return { ...row, amount, visited };
});

payVisits(ownParameters);

/** The values that are expected after a payment. */
const dueOf = derivation('values that are due', (values: readonly string[], due: readonly string[]) =>
  values.filter((value) => due.includes(value)),
);

checks(
  'page.redirects',
  ownParameters,
  ({ what }) => `to an address with ${what}: with the reference of the checkout`,
  async (context, { visited }) => {
    const seen = whenPaid(await visited(context));

    expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
    const values = queryOf(arrived(seen), 'reference');
    expect(dueOf(values, [seen.checkout.reference]), `reference in ${seen.redirect?.url}`).not.toBeEmpty();
  },
  { drawn: 1 },
);

checks(
  'page.redirect-status',
  ownParameters,
  ({ what }) => `to an address with ${what}: with the status of the checkout`,
  async (context, { visited }) => {
    const seen = whenPaid(await visited(context));

    const values = queryOf(arrived(seen), 'status');
    expect(dueOf(values, ['succeeded', 'pending']), `status in ${seen.redirect?.url}`).not.toBeEmpty();
  },
  { drawn: 1 },
);

/** A number with a wrong check digit, which cannot belong to a card. */
const WRONG = '4242424242424241';

check('page.redirect-status', 'after a card that was refused, and then the right one', async (context) => {
  const { merchant, buyer } = context;
  const checkout = await merchant.checkout({ amount: 27_017 });
  const seen = await buyer.atPage(checkout, async (page) => {
    await attempt(page.pays({ number: WRONG }, { stays: true }));
    // What happens then is not shown: the payment may have failed, or the card may have been accepted.
    if (field((await merchant.get(checkout)).json, 'status') !== 'pending') return null;
    return await page.pays();
  });
  if (seen === null || seen.redirect === null) return context.note('the page does not take a second card');
  const paid = field((await merchant.confirms(checkout, 'succeeded')).json, 'status') === 'succeeded';
  // The first may still have been being confirmed, and have failed the checkout: `page.test-card-pays` waits until that is over.
  if (!paid) return context.note('the second card did not pay: the first may have failed the checkout');

  const after = context.sees(`the checkout page of ${checkout.reference}, after a second card`, { ...seen });
  expect(part(queryOf(of(after, 'redirect.url'), 'status'), '0')).toBeOneOf(['succeeded', 'pending']);
  expect(part(queryOf(of(after, 'redirect.url'), 'reference'), '0')).toBe(checkout.reference);
});
