import { expect, field, observation, of, readIn, requirement, summary } from '../../lib/harness/index.ts';

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

    const page = await buyer.reads(escrow, text);

    expect(readIn(of(page, 'texts'), text), `the page shows ${text}`).not.toBeEmpty();
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
