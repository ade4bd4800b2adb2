import {
  Blocked,
  derivation,
  expect,
  field,
  type Given,
  observation,
  of,
  part,
  readIn,
  requirement,
  shared,
  summary,
  type Traced,
} from '../../lib/harness/index.ts';

/** 1 to 12, and four digits; counted from the month in which the target is. */
function monthsAhead(now: number, months: number): { month: number; year: number } {
  const then = new Date(now);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + months);
  return { month: then.getUTCMonth() + 1, year: then.getUTCFullYear() };
}

/** A step: a checkout that was paid on its page, and where the buyer was sent then. */
async function paid({ merchant, buyer }: Given, fields: Record<string, unknown>) {
  const checkout = await merchant.checkout(fields);
  const after = await buyer.paysOnPage(checkout);
  const { redirect, ending } = after;
  const now = await merchant.becomes(checkout, 'succeeded', 60);
  if (field(now.json, 'status') !== 'succeeded') {
    throw new Blocked(
      `the checkout should have been paid on its page: ${'reason' in ending ? ending.reason : summary(now)}`,
    );
  }
  return { checkout, redirect, after };
}

const paidOnPage = shared('a checkout paid on its page', ['browser'], (given) =>
  paid(given, { returnUrl: 'https://shop.example.com/orders/return' }),
);

/** A step: the address at which the buyer arrived. */
function arrived({ redirect, after }: Awaited<ReturnType<typeof paid>>): Traced<unknown> {
  if (redirect === null) throw new Blocked('the buyer was not sent to the returnUrl after the payment');
  return of(after, 'redirect.url');
}

const withoutQuery = derivation('address without its query', (url: string) => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
});

/** Every value of a query parameter. */
const queryOf = derivation('query parameter', (url: string, name: string) => new URL(url).searchParams.getAll(name));

for (const [title, description] of [
  ['the description is there to be read', 'Two pairs of shoes, size 42'],
  [
    'a description that looks like markup is shown as the text it is',
    'Shoes <b>size 42</b> & <i id="x">socks</i> &amp; "hat"',
  ],
] as const) {
  requirement('page.shows-description', title, async ({ merchant, buyer }) => {
    const checkout = await merchant.checkout({ description });

    const page = await buyer.reads(checkout, description);

    expect(readIn(of(page, 'texts'), description), `the page shows ${description}`).not.toBeEmpty();
  });
}

requirement('page.test-card-pays', 'the test card pays a checkout on its page', async ({ merchant, buyer, note }) => {
  const checkout = await merchant.checkout({ amount: 12_345 });

  const { ending } = await buyer.paysOnPage(checkout);

  if (ending.how === 'stuck') note(ending.reason);
  expect(await merchant.becomes(checkout, 'succeeded', 60)).toHaveField('status', 'succeeded');
});

for (const [title, months, cvv] of [
  ['a card that expires in two months, with the CVV 000, pays', 2, '000'],
  ['a card that expires in nine years, with the CVV 999, pays', 108, '999'],
] as const) {
  requirement('page.any-expiry-and-cvv', title, async ({ merchant, buyer, console, note }) => {
    const checkout = await merchant.checkout();
    const expiry = monthsAhead((await console.now())?.at ?? Date.now(), months);

    const { ending } = await buyer.paysOnPage(checkout, { ...expiry, cvv });

    if (ending.how === 'stuck') note(ending.reason);
    expect(await merchant.becomes(checkout, 'succeeded', 60)).toHaveField('status', 'succeeded');
  });
}

requirement('page.any-expiry-and-cvv', 'a card that expires in January pays', async ({ merchant, buyer, console }) => {
  const checkout = await merchant.checkout();
  const { year } = monthsAhead((await console.now())?.at ?? Date.now(), 24);

  await buyer.paysOnPage(checkout, { month: 1, year, cvv: '007' });

  expect(await merchant.becomes(checkout, 'succeeded', 60)).toHaveField('status', 'succeeded');
});

requirement(
  'page.expired-checkout',
  'the page of an expired checkout does not pay it',
  async ({ merchant, buyer, time }) => {
    const checkout = await merchant.checkout();
    await time.wait(24 * 3_600 + 60, 'the checkout expires');
    await merchant.settles(checkout, 'failed');

    // A page that is gone, or that shows no way to pay, is as good as one that refuses.
    await buyer.paysOnPage(checkout).catch(() => {});

    expect(await merchant.get(checkout)).toHaveField('status', 'failed');
  },
);

requirement('page.expired-checkout', 'a page that was opened in time does not pay afterwards', async (given) => {
  const { merchant, buyer, time } = given;
  const checkout = await merchant.checkout();
  await buyer.atPage(checkout, async (page) => {
    await page.fills();
    await time.wait(24 * 3_600 + 60, 'the checkout expires');
    await merchant.settles(checkout, 'failed');
    await page.pays().catch(() => {});
  });

  expect(await merchant.get(checkout)).toHaveField('status', 'failed');
});

observation('page.redirect-kind', async (given) => (await paidOnPage(given)).redirect?.how ?? 'not redirected');

requirement('page.redirects', 'the buyer comes back with the reference', async (given) => {
  const seen = await paidOnPage(given);

  expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
  expect(withoutQuery(arrived(seen))).toBe('https://shop.example.com/orders/return');
  expect(part(queryOf(arrived(seen), 'reference'), '0')).toBe(seen.checkout.reference);
});

requirement('page.redirects', 'a reference with every kind of character comes back whole', async (given) => {
  const seen = await paid(given, { reference: `${given.fresh.reference('CHK')}:a.B_c-` });

  expect(of(seen.after, 'redirect'), 'the buyer is sent to the returnUrl').toBeA('object');
  expect(part(queryOf(arrived(seen), 'reference'), '0')).toBe(seen.checkout.reference);
});

requirement('page.redirect-status', 'the buyer comes back with the status', async (given) => {
  const seen = await paidOnPage(given);

  expect(part(queryOf(arrived(seen), 'status'), '0')).toBeOneOf(['succeeded', 'pending']);
});

requirement('page.redirect-keeps-query', "the shop's own parameters come back as they were", async (given) => {
  const returnUrl = 'https://shop.example.com/return?order=42&note=a%20b%26c%3D1&size=M&size=L';
  const seen = await paid(given, { returnUrl });

  const came = (name: string) => queryOf(arrived(seen), name);

  expect(part(came('order'), '0')).toBe('42');
  expect(part(came('note'), '0')).toBe('a b&c=1');
  expect(came('size')).toEqual(['M', 'L']);
});
