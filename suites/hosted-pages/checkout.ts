import { check, expect, of, readIn } from '../../lib/interface/index.ts';

/** 1 to 12, and four digits; counted from the month in which the target is. */
function monthsAhead(now: number, months: number): { month: number; year: number } {
  const then = new Date(now);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + months);
  return { month: then.getUTCMonth() + 1, year: then.getUTCFullYear() };
}

for (const [title, description] of [
  ['the description is there to be read', 'Two pairs of shoes, size 42'],
  [
    'a description that looks like markup is shown as the text it is',
    'Shoes <b>size 42</b> & <i id="x">socks</i> &amp; "hat"',
  ],
  [
    'a description of 255 characters, many of them beyond ASCII',
    `${'Ìbàdàn: wọ́n ṣe bàtà méjì, 鞋 & ñandú 👟 '.repeat(9).slice(0, 246)} the end`,
  ],
] as const) {
  check('page.shows-description', title, async ({ merchant, buyer }) => {
    const checkout = await merchant.checkout({ description });
    const another = 'Seventeen umbrellas of green silk';
    await merchant.checkout({ description: another });

    const page = await buyer.reads(checkout, description);

    const texts = of(page, 'texts');
    expect(readIn(texts, description)).toHaveCome(`the page does not show its description, ${description}`);
    expect(readIn(texts, another), "the page shows another checkout's description").toBeEmpty();
  });
}

check('page.test-card-pays', 'the test card pays a checkout on its page', async ({ merchant, buyer, note }) => {
  const another = await merchant.checkout({ amount: 12_345 });
  const checkout = await merchant.checkout({ amount: 12_345 });

  const { ending } = await buyer.paysOnPage(checkout);

  if (ending.how === 'stuck') note(ending.reason);
  expect(await merchant.becomes(checkout, 'succeeded', 60)).toHaveField('status', 'succeeded');
  expect(await merchant.get(another), 'another checkout').toHaveField('status', 'pending');
});

for (const [title, soonest, latest, digits] of [
  ['a card that expires within a year, with a CVV of 3 digits, pays', 1, 11, 3],
  ['a card that expires in more than a year, with a CVV of 4 digits, pays', 12, 156, 4],
] as const) {
  check('page.any-expiry-and-cvv', title, async ({ merchant, buyer, console, note, data }) => {
    const checkout = await merchant.checkout();
    const months = data.faker.number.int({ min: soonest, max: latest });
    const cvv = data.faker.string.numeric({ length: digits, allowLeadingZeros: true });
    note(`the card expires in ${months} months, its CVV is ${cvv}`);
    const expiry = monthsAhead((await console.now())?.at ?? Date.now(), months);

    const { ending } = await buyer.paysOnPage(checkout, { ...expiry, cvv });

    if (ending.how === 'stuck') note(ending.reason);
    expect(await merchant.becomes(checkout, 'succeeded', 60)).toHaveField('status', 'succeeded');
  });
}

check('page.any-expiry-and-cvv', 'a card that expires in January pays', async ({ merchant, buyer, console }) => {
  const checkout = await merchant.checkout();
  const { year } = monthsAhead((await console.now())?.at ?? Date.now(), 24);

  await buyer.paysOnPage(checkout, { month: 1, year, cvv: '007' });

  expect(await merchant.becomes(checkout, 'succeeded', 60)).toHaveField('status', 'succeeded');
});

check('page.expired-checkout', 'the page of an expired checkout does not pay it', async ({ merchant, buyer, time }) => {
  const checkout = await merchant.checkout();
  await time.wait(24 * 3_600 + 60, 'the checkout expires');
  await merchant.settles(checkout, 'failed');

  // A page that is gone, or that shows no way to pay, is as good as one that refuses.
  await buyer.paysOnPage(checkout).catch(() => {});

  expect(await merchant.get(checkout)).toHaveField('status', 'failed');
});

check('page.expired-checkout', 'a page that was opened in time does not pay afterwards', async (context) => {
  const { merchant, buyer, time } = context;
  const checkout = await merchant.checkout();
  await buyer.atPage(checkout, async (page) => {
    await page.fills();
    await time.wait(24 * 3_600 + 60, 'the checkout expires');
    await merchant.settles(checkout, 'failed');
    await page.pays().catch(() => {});
  });

  expect(await merchant.get(checkout)).toHaveField('status', 'failed');
});
