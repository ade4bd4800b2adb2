import { afterAll, expect, test } from 'vitest';
import { bodies, startBench } from '../testing.ts';

const bench = await startBench();
afterAll(() => bench[Symbol.asyncDispose]());
const merchant = await bench.merchant();
const expiry = `12/${(new Date().getUTCFullYear() + 2) % 100}`;
const card = { method: 'card', cardNumber: '4242 4242 4242 4242', expiry, cvv: '123' };

async function submit(url: unknown, form: Record<string, string>) {
  const answer = await fetch(String(url), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
}

async function show(url: unknown): Promise<string> {
  return (await fetch(String(url))).text();
}

test('a checkout is paid with the test card, and the buyer sent back', async () => {
  const sent = bodies.checkout({
    description: '<script>alert(1)</script> & "x"',
    returnUrl: 'https://s.example/t?a=1',
  });
  const { checkoutUrl } = (await merchant.post('/v1/checkouts', sent)).body;
  const html = await show(checkoutUrl);
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;');
  for (const name of ['cc-number', 'cc-exp', 'cc-csc']) expect(html).toContain(`autocomplete="${name}"`);

  const refused = await submit(checkoutUrl, { ...card, cardNumber: '4111 1111 1111 1111' });
  expect(refused.status).toBe(402);
  expect(refused.html).toContain('role="alert"');
  expect(refused.html).toContain('cc-number');
  expect((await merchant.get(`/v1/checkouts/${sent.reference}`)).body.status).toBe('pending');

  const paid = await submit(checkoutUrl, card);
  expect(paid).toMatchObject({
    status: 303,
    location: `https://s.example/t?a=1&reference=${sent.reference}&status=succeeded`,
  });
  expect((await merchant.get(`/v1/checkouts/${sent.reference}`)).body).toMatchObject({
    status: 'succeeded',
    paymentMethod: 'card',
    paidAt: expect.any(String),
  });
  expect((await submit(checkoutUrl, card)).status).toBe(409);
  expect(await show(checkoutUrl)).not.toContain('<form');
});

test('an expired checkout cannot be paid, a bank transfer can be made', async () => {
  const late = bodies.checkout();
  const { checkoutUrl } = (await merchant.post('/v1/checkouts', late)).body;
  await bench.advance(86_401);
  expect((await submit(checkoutUrl, card)).status).toBe(409);
  expect((await merchant.get(`/v1/checkouts/${late.reference}`)).body.status).toBe('failed');
  const sent = bodies.checkout();
  const other = (await merchant.post('/v1/checkouts', sent)).body;
  expect((await submit(other.checkoutUrl, { method: 'transfer' })).status).toBe(303);
  expect((await merchant.get(`/v1/checkouts/${sent.reference}`)).body.paymentMethod).toBe('bank_transfer');
});

test('an escrow is paid by pressing Pay, by the named buyer only, then released or disputed', async () => {
  const sent = bodies.escrow({ conditions: '<i>two days</i>', buyer: { email: 'b@x.example' } });
  const { payUrl } = (await merchant.post('/v1/escrows', sent)).body;
  const html = await show(payUrl);
  expect(html).toContain('&lt;i&gt;two days');
  expect(html).toContain('value="b@x.example"');
  expect((await submit(payUrl, { do: 'pay', email: 'c@x.example' })).status).toBe(403);
  expect(await submit(payUrl, { do: 'pay', email: 'b@x.example' })).toMatchObject({ status: 200, location: null });
  expect((await submit(payUrl, { do: 'pay', email: 'b@x.example' })).status).toBe(409);
  expect((await submit(payUrl, { do: 'dispute', email: 'c@x.example' })).status).toBe(403);
  expect((await submit(payUrl, { do: 'dispute', email: 'b@x.example' })).status).toBe(200);
  expect((await merchant.get(`/v1/escrows/${sent.reference}`)).body.status).toBe('disputed');
});

test('a live escrow wants the buyer to sign in', async () => {
  await bench.control('POST', '/wallets', { environment: 'live', walletId: '9000000001', holderName: 'Ada Obi' });
  const live = await bench.merchant('live');
  const sent = bodies.escrow({ seller: { walletId: '9000000001' }, returnUrl: 'https://s.example/' });
  const { payUrl } = (await live.post('/v1/escrows', sent)).body;
  expect((await submit(payUrl, { do: 'pay' })).status).toBe(403);
  const paid = await submit(payUrl, { do: 'pay', email: 'b@x.example', pin: '1234' });
  expect(paid).toMatchObject({ status: 303, location: expect.stringContaining('status=succeeded') });
});

test('a buyer whose shop has no page yet is thanked here', async () => {
  const sent = bodies.checkout({ returnUrl: `${bench.service.sandboxUrl}/thank-you` });
  const { checkoutUrl } = (await merchant.post('/v1/checkouts', sent)).body;
  const { location } = await submit(checkoutUrl, card);
  const thanks = await fetch(String(location));
  expect(thanks.status).toBe(200);
  expect(await thanks.text()).toMatch(new RegExp(`<h1>Thank you</h1>[^]*${sent.reference}[^]*succeeded`));
  expect(await show(`${bench.service.sandboxUrl}/thank-you?reference=<b>&status=%22`)).toContain('&lt;b&gt;');
});

test('a page that is none', async () => {
  expect((await fetch(`${bench.service.sandboxUrl}/pay/none`)).status).toBe(404);
});
