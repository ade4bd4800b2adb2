import { check, checks, derivation, expect, of, shared } from '../../lib/interface/index.ts';
import { arrived, declinedElsewhere, paid, payVisits, queryOf, visit, whenPaid, withoutQuery } from './addresses.ts';

// "After payment the buyer is redirected to `returnUrl`" (behaviour rule 2): its path is the same character by character, and its query
// parameters have the same values.

const HOST = 'https://shop.example.com';

const endings = [
  { what: 'letters of both cases', ending: '/Shop/RETURN.php/aB?Token=AbC&token=aBc&NEXT=/Orders/17' },
  { what: 'a slash at its end', ending: '/orders/' },
  { what: 'two slashes within, and encoded signs', ending: '//orders//a%20b%2Fc;v=1/%C3%A9?x=%C3%89%26' },
  { what: 'parameters that repeat, are empty, and are no alphabet', ending: '/r?b=2&a=1&a=&c&b=2&q=a+b%20c' },
  { what: 'what looks like another address', ending: '/r?next=https://lamps.example.net/a?x=1&from=/b' },
  { what: '600 characters', ending: `/${'h'.repeat(190)}/${'9'.repeat(190)}?token=${'t'.repeat(200)}&End=Z` },
] as const;

const namesOf = derivation('names of query parameters', (url: string) => [
  ...new Set(new URL(url).searchParams.keys()),
]);

const rows = endings.map((row, at) => {
  const amount = declinedElsewhere.addresses[at] ?? 27_100;
  const visited = shared(`paid on its page, to an address with ${row.what}`, ['browser'], (context) =>
    visit(context, { amount, returnUrl: `${HOST}${row.ending}` }),
  );
  return { ...row, amount, visited };
});

payVisits(rows);

checks(
  'page.redirects',
  rows,
  ({ what }) => `to an address with ${what}: it is the one that was sent, with the reference`,
  async (context, { ending, visited }) => {
    const seen = whenPaid(await visited(context));

    expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
    expect(withoutQuery(arrived(seen))).toBe(withoutQuery(context.data.local(`${HOST}${ending}`)));
    expect(queryOf(arrived(seen), 'reference')).toEqual([seen.checkout.reference]);
  },
  { drawn: 2 },
);

checks(
  'page.redirect-keeps-query',
  rows.filter(({ ending }) => ending.includes('?')),
  ({ what }) => `to an address with ${what}: its parameters come back as they were`,
  async (context, { ending, visited }) => {
    const address = arrived(whenPaid(await visited(context)));
    const sent = context.data.local(`${HOST}${ending}`);
    for (const name of namesOf(sent).value) expect(queryOf(address, name), name).toEqual(queryOf(sent, name));
  },
  { drawn: 2 },
);

check('page.redirects', 'beside an older and a newer checkout of the buyer, it is its own', async (context) => {
  const { merchant, data } = context;
  const to = (returnUrl: string) => ({ amount: 27_211, customer: { email: 'ada@example.com' }, returnUrl });
  await merchant.checkout(to(`${HOST}/older`));
  const seen = await paid(context, to(`${HOST}/own`), () => merchant.checkout(to(`${HOST}/newer`)));

  expect(withoutQuery(arrived(seen))).toBe(data.local(`${HOST}/own`));
  expect(queryOf(arrived(seen), 'reference')).toEqual([seen.checkout.reference]);
});
