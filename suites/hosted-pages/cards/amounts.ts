import { checks, expect } from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';

// The test card pays whatever the page is for: no amount that a create takes, from the least to the most, and no buyer's address is too small,
// too large or not good enough for it.

/** Kobo. What cards are refused for elsewhere: less than a network takes, less than a fee, a limit of a day or of a card. */
const rows = [
  { amount: 100, email: (name: string) => `${name}@example.com` },
  { amount: 4_999, email: (name: string) => `${name}+gifts@mail.example.com` },
  { amount: 2_000_000_000, email: (name: string) => `${name}@example.org` },
  { amount: 99_900, email: (name: string) => `Ada.${name.toUpperCase()}@Example.com` },
  { amount: 50_000_100, email: (name: string) => `${name}.of.a.long.name.with.many.parts@example.net` },
];

checks(
  'page.test-card-pays',
  rows,
  ({ amount }) => `the test card pays ${amount} kobo, and a buyer of an address of its own`,
  async ({ merchant, buyer, data, note }, { amount, email }) => {
    const checkout = await merchant.checkout({ amount, customer: { email: email(data.reference('b').slice(-8)) } });
    const refused = await attempt(buyer.paysOnPage(checkout));

    if (refused !== null) note(refused.message);
    expect(await merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
  },
  { drawn: 2 },
);
