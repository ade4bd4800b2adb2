import { expect, field, observation, requirement, summary } from '../../lib/harness/index.ts';

requirement('page.escrow-pay', 'Pay on the escrow page funds the escrow', async ({ merchant, buyer }) => {
  const escrow = await merchant.escrow({ amount: 25_000 });

  await buyer.paysOnPage(escrow);

  expect(await merchant.becomes(escrow, 'funded', 60)).toHaveField('status', 'funded');
});

for (const [name, text] of [
  ['conditions', 'Three photographs & a <b>signed</b> receipt'],
  ['description', 'A bicycle from Ìbàdàn'],
] as const) {
  requirement('page.escrow-texts', `the escrow page shows the ${name}`, async ({ merchant, buyer }) => {
    const escrow = await merchant.escrow({ [name]: text });

    const shown = await buyer.atPage(escrow, async (page) => {
      // Where it is not to be read at once, perhaps after signing in.
      if (await page.shows(text)) return true;
      await page.pays();
      return await page.shows(text, 0);
    });

    expect(shown, `the page shows ${text}`).toBe(true);
  });
}

observation('page.escrow-redirect', async ({ merchant, buyer }) => {
  const escrow = await merchant.escrow({ returnUrl: 'https://shop.example.com/escrow?order=7' });
  const { redirect } = await buyer.paysOnPage(escrow);
  const after = await merchant.becomes(escrow, 'funded', 60);
  if (field(after.json, 'status') !== 'funded') return `not paid: ${summary(after)}`;
  if (redirect === null) return 'not redirected';
  const came = [...new URL(redirect.url).searchParams].map(([name, value]) =>
    value === escrow.reference ? `${name}=(its reference)` : `${name}=${value}`,
  );
  return `${redirect.how}, with ${came.join(', ') || 'no parameters'}`;
});
