import { checks, created, expect, field, observation, of, shared, summary } from '../../../lib/interface/index.ts';
import { wholeOrRefused } from '../../support/requests/long-texts.ts';
import { expectTaken, inOneLine, wordings } from '../../support/requests/wordings.ts';

// Accepted values are returned as they were sent.

const amounts = (
  [
    { id: 'checkout.amount-smallest', amount: 100 },
    { id: 'checkout.amount-largest', amount: 2_000_000_000 },
    { id: 'checkout.amount-kept', amount: 123_456_789 },
    { id: 'checkout.amount-kept', amount: 101 },
    // The first integer that a 32-bit float cannot hold, one above 2^30, and one near the largest amount.
    { id: 'checkout.amount-kept', amount: 16_777_217 },
    { id: 'checkout.amount-kept', amount: 1_073_741_825 },
    { id: 'checkout.amount-kept', amount: 1_999_999_999 },
    { id: 'checkout.amount-kept', amount: 999_999 },
    { id: 'checkout.amount-kept', amount: 1_000_001 },
  ] as const
).map((row) => ({
  ...row,
  made: shared(`a checkout of ${row.amount}`, [], async ({ merchant, data }) => {
    const reference = data.reference('chk');
    const answer = await merchant.createCheckout({ reference, amount: row.amount });
    return { answer, record: await merchant.api.getCheckout(reference) };
  }),
}));

checks(
  ({ id }) => id,
  amounts.slice(0, 2),
  ({ amount }) => `${amount} kobo are accepted`,
  async (context, { made }) => {
    expect((await made(context)).answer).toHaveStatus(201);
  },
);

checks(
  'checkout.amount-kept',
  amounts,
  ({ amount }) => `the record of a checkout of ${amount} has that amount`,
  async (context, { amount, made }) => {
    expect((await made(context)).record).toHaveField('amount', amount);
  },
  ({ amount }) => ({ drawn: 0.3, alsoInLive: amount === 16_777_217 }),
);

const accepted = [
  { id: 'checkout.email-accepted', path: 'customer.email', value: 'ada.lovelace+orders-17@mail.example.org' },
  { id: 'checkout.email-accepted', path: 'customer.email', value: 'a@example.net' },
  { id: 'checkout.email-accepted', path: 'customer.email', value: '4242@example.com' },
  { id: 'checkout.email-accepted', path: 'customer.email', value: 'first_last@a.b.c.example.org' },
  // Top-level domains have more than six letters, too.
  { id: 'checkout.email-accepted', path: 'customer.email', value: 'ada@oak-and-ash-lamps-4471.photography' },
  // Domains have digits and hyphens.
  { id: 'checkout.email-accepted', path: 'customer.email', value: 'orders-17.x@4-shops.b2.example.org' },
  {
    id: 'checkout.return-url-accepted',
    path: 'returnUrl',
    value: 'https://shop.example.com:8443/a/b?x=1&y=%C3%A9#done',
  },
  { id: 'checkout.return-url-accepted', path: 'returnUrl', value: 'https://shop.example.com' },
  {
    id: 'checkout.return-url-accepted',
    path: 'returnUrl',
    value: 'https://shop.example.com/r?next=https%3A%2F%2Fexample.org%2F',
  },
  { id: 'checkout.return-url-accepted', path: 'returnUrl', value: 'https://shop-7.example.com/basket/~ada/%20;v=1/' },
  { id: 'checkout.return-url-http-in-sandbox', path: 'returnUrl', value: 'http://shop.example.com/return' },
  {
    id: 'checkout.return-url-http-in-sandbox',
    path: 'returnUrl',
    value: 'http://shop.example.com:8080/return?order=A-17',
  },
] as const;

checks(
  ({ id }) => id,
  accepted,
  ({ path, value }) => `${value} is accepted as ${path}`,
  async ({ merchant }, { path, value }) => {
    const fields = path === 'returnUrl' ? { returnUrl: value } : { customer: { email: value } };

    expect(await merchant.createCheckout(fields)).toHaveStatus(201);
  },
  ({ value }) => ({ alsoInLive: ['orders-17.x@4-shops.b2.example.org', 'https://shop.example.com'].includes(value) }),
);

checks(
  'checkout.record-as-sent',
  accepted.filter(({ path }) => path === 'customer.email'),
  ({ value }) => `${value} comes back as customer.email`,
  async ({ merchant, data }, { value }) => {
    const checkout = await merchant.checkout({ customer: { email: value } });

    expect(await merchant.get(checkout)).toHaveField('customer.email', data.local(value));
  },
);

const texts = [
  { what: '255 ASCII characters', description: 'Rice, 5 kg. '.repeat(22).slice(0, 255) },
  { what: '255 characters of two bytes each', description: 'é'.repeat(255) },
  { what: '255 characters of three bytes each', description: 'ọ₦谢'.repeat(85) },
].map((row) => ({
  ...row,
  made: shared(`a checkout with a description of ${row.what}`, [], async ({ merchant, data }) => {
    const reference = data.reference('chk');
    const answer = await merchant.createCheckout({ reference, description: row.description });
    return { answer, record: await merchant.api.getCheckout(reference) };
  }),
}));

checks(
  'checkout.description-longest',
  texts,
  ({ what }) => `${what} are accepted, and come back whole`,
  async (context, { made, description }) => {
    const { answer, record } = await made(context);

    expect(answer).toHaveStatus(201);
    expect(record).toHaveField('description', description);
  },
);

wholeOrRefused(
  'checkout.description-longest',
  'checkout.description-too-long',
  'a description',
  255,
  [],
  async ({ merchant, data }) =>
    async (text) => {
      const reference = data.reference('chk');
      const answer = await merchant.createCheckout({ reference, description: text });
      return { answer, kept: of(await merchant.api.getCheckout(reference), 'description') };
    },
);

checks(
  'checkout.record-as-sent',
  wordings,
  (description) => `the description ${inOneLine(description)} comes back`,
  async ({ merchant }, description) => {
    const answer = await merchant.createCheckout({ description });

    expectTaken(answer, description);
    expect(of(await merchant.get(created('checkout', answer)), 'description')).toBe(description);
  },
  { drawn: 0.3 },
);

observation('checkout.description-ends', async ({ merchant }) => {
  const seen: string[] = [];
  for (const description of ['  two spaces around  ', '\na line feed around\n', '   ']) {
    const answer = await merchant.createCheckout({ description });
    const kept = async () => field((await merchant.get(created('checkout', answer))).json, 'description');
    seen.push(
      `${JSON.stringify(description)}: ${answer.status === 201 ? JSON.stringify(await kept()) : summary(answer)}`,
    );
  }
  return seen.join('; ');
});

observation('checkout.amount-spelling', async ({ merchant, data }) => {
  const seen: string[] = [];
  for (const spelling of ['1e3', '1000.0']) {
    const reference = data.reference('chk');
    const rest = { reference, currency: 'NGN', customer: { email: 'ada@example.com' } };
    const body = JSON.stringify({ ...rest, returnUrl: 'https://shop.example.com/return', amount: 0 });
    const answer = await merchant.api.createCheckout(
      {},
      { rawBody: body.replace('"amount":0', `"amount":${spelling}`) },
    );
    const amount = field((await merchant.api.getCheckout(reference)).json, 'amount');
    seen.push(`${spelling}: ${summary(answer)}${answer.status === 201 ? `, recorded as ${String(amount)}` : ''}`);
  }
  return seen.join('; ');
});
