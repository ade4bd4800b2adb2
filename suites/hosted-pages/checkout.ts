import { type Created, check, checks, expect, of, readIn, timeOfDay } from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { withText } from '../support/requests/wordings.ts';
import { declinedElsewhere } from './addresses.ts';
import { monthsAhead } from './support.ts';

for (const [title, description] of [
  ['the description is there to be read', 'Two pairs of shoes, size 42'],
  [
    'a description that looks like markup is shown as the text it is',
    'Shoes <b>size 42</b> & <i id="x">socks</i> &amp; "hat"',
  ],
  ['a description with a less-than sign, and no markup', 'Two parcels of <2 kg each, and 3 of >5 kg: {{7*7}}'],
  [
    'a description of 255 characters, many of them beyond ASCII',
    `${'Ìbàdàn: wọ́n ṣe bàtà méjì, 鞋 & ñandú 👟 '.repeat(9).slice(0, 246)} the end`,
  ],
] as const) {
  check('page.shows-description', title, async ({ merchant, buyer }) => {
    const checkout = await withText({ merchant }, 'checkout', { description }, description);
    const another = 'Seventeen umbrellas of green silk';
    await merchant.checkout({ description: another });

    const page = await buyer.reads(checkout, description);

    const texts = of(page, 'texts');
    expect(readIn(texts, description)).toHaveCome(`the page does not show its description, ${description}`);
    expect(readIn(texts, another), "the page shows another checkout's description").toBeEmpty();
  });
}

check('page.test-card-pays', 'the test card pays a checkout on its page', async ({ merchant, buyer, note }) => {
  const alike = { amount: 12_345, customer: { email: 'ada.obi@example.com' } };
  const another = await merchant.checkout(alike);
  const checkout = await merchant.checkout(alike);

  const { ending } = await buyer.paysOnPage(checkout);

  if (ending.how === 'stuck') note(ending.reason);
  expect(await merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
  expect(await merchant.get(another), 'another checkout').toHaveField('status', 'pending');
  await attempt(buyer.paysOnPage(another));
  expect(await merchant.confirms(another, 'succeeded'), 'another checkout').toHaveField('status', 'succeeded');
});

/**
 * Every month, with each length and kind of CVV, in the near and far future, but not so far that a two-digit year may be read as one of the
 * last century. `years`: after the present one.
 */
const cards = [
  { month: 12, years: 25, cvv: '000' },
  { month: 1, years: 2, cvv: '007' },
  { month: 2, years: 1, cvv: '9999' },
  { month: 3, years: 38, cvv: '123' },
  { month: 4, years: 3, cvv: '0000' },
  { month: 5, years: 9, cvv: '999' },
  { month: 6, years: 4, cvv: '4242' },
  { month: 7, years: 2, cvv: '100' },
  { month: 8, years: 30, cvv: '0123' },
  { month: 9, years: 1, cvv: '010' },
  { month: 10, years: 37, cvv: '321' },
  { month: 11, years: 2, cvv: '1111' },
].map((card, at) => ({ ...card, amount: declinedElsewhere.cards[at] ?? 27_100 }));

checks(
  'page.any-expiry-and-cvv',
  cards,
  ({ month, years, cvv }) => `a card of month ${month}, ${years} years ahead, with the CVV ${cvv} pays`,
  async ({ merchant, buyer, console, note }, { month, years, cvv, amount }) => {
    const checkout = await merchant.checkout({ amount });
    const { year } = monthsAhead((await console.now())?.at ?? timeOfDay(), 12 * years);

    const { ending } = await buyer.paysOnPage(checkout, { month, year, cvv });

    if (ending.how === 'stuck') note(ending.reason);
    expect(await merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
  },
  { drawn: 4 },
);

check('page.any-expiry-and-cvv', 'a card that expires next month pays', async ({ merchant, buyer, console, note }) => {
  const checkout = await merchant.checkout();
  const expiry = monthsAhead((await console.now())?.at ?? timeOfDay(), 1);

  const { ending } = await buyer.paysOnPage(checkout, { ...expiry, cvv: '999' });

  if (ending.how === 'stuck') note(ending.reason);
  expect(await merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
});

check(
  'page.expired-checkout',
  'the page of an expired checkout does not pay it',
  async ({ merchant, buyer, time }) => {
    const checkout = await merchant.checkout();
    // A target may look for what has expired only every few minutes.
    await time.wait(24 * 3_600 + 600, 'the checkout expires');
    await merchant.settles(checkout, 'failed');

    // A missing page, or one without a way to pay, also refuses.
    await attempt(buyer.paysOnPage(checkout));
    await attempt(buyer.atPage(checkout, (page) => page.pays({}, { stays: true, by: 'transfer' })));

    expect(await merchant.get(checkout)).toHaveField('status', 'failed');
  },
  { alsoInLive: true },
);

for (const by of ['card', 'transfer'] as const) {
  check(
    'page.expired-checkout',
    `a page that was opened in time does not pay afterwards, by ${by}`,
    async (context) => {
      const { merchant, buyer, time } = context;
      const checkout = await merchant.checkout();
      await buyer.atPage(checkout, async (page) => {
        if (by === 'card') await page.fills();
        await time.wait(24 * 3_600 + 600, 'the checkout expires');
        await merchant.settles(checkout, 'failed');
        await attempt(page.pays({}, { stays: true, by }));
      });

      expect(await merchant.get(checkout)).toHaveField('status', 'failed');
    },
  );
}

/** How many checkouts one buyer pays with the test card within minutes: more than a shop tries out by hand. */
const MANY = 8;

// One card, one buyer and one amount: what a rule against fraud may count must not count for the card that is there for testing.
check('page.test-card-pays', `the test card pays ${MANY} checkouts of one buyer in turn`, async (context) => {
  const { merchant, buyer, data } = context;
  const alike = { amount: 23_017, customer: { email: data.email() } };
  const all: Created[] = [];
  for (let made = 0; made < MANY; made++) {
    const checkout = await merchant.checkout(alike);
    await attempt(buyer.paysOnPage(checkout));
    all.push(checkout);
  }

  for (const [at, checkout] of all.entries())
    expect(await merchant.confirms(checkout, 'succeeded'), `checkout ${at + 1}`).toHaveField('status', 'succeeded');
});
