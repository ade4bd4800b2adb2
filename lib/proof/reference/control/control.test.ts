import { afterAll, expect, test } from 'vitest';
import { bodies, startBench } from '../testing.ts';

const bench = await startBench();
afterAll(() => bench[Symbol.asyncDispose]());

test('lists what it supports, every endpoint of the table', async () => {
  const { supports } = (await bench.control('GET', '/')).body;
  expect(supports).toHaveLength(13);
  expect(supports).toContain('POST /merchants/{merchantId}/checkouts/{reference}/settle');
});

test('wants its token', async () => {
  for (const authorization of ['', 'Bearer wrong', 'token']) {
    const answer = await fetch(bench.service.controlUrl, { headers: { authorization } });
    expect(answer.status).toBe(401);
  }
});

test('merchants are of their environment, with keys and ids that say so', async () => {
  const sandbox = await bench.control('POST', '/merchants', { environment: 'sandbox' });
  expect(sandbox.status).toBe(201);
  expect(sandbox.body.apiKey).toMatch(/^svc_test_sk_/);
  expect(sandbox.body.merchantId).toMatch(/^mch_test_/);
  const live = await bench.control('POST', '/merchants', { environment: 'live', webhookUrl: 'https://x.example' });
  expect(live.body.apiKey).toMatch(/^svc_live_sk_/);
  expect(live.body.merchantId).toMatch(/^mch_live_/);
});

test.for<[string, string, unknown, number]>([
  ['POST', '/merchants', {}, 400],
  ['POST', '/merchants', { environment: 'moon' }, 400],
  ['POST', '/merchants', { environment: 'sandbox', webhookUrl: 'nowhere' }, 400],
  ['POST', '/merchants', 'not json', 400],
  ['POST', '/clock/advance', { seconds: -1 }, 400],
  ['POST', '/clock/advance', { seconds: '5' }, 400],
  ['POST', '/clock/advance', {}, 400],
  ['PATCH', '/merchants/nobody', { requireLinkedWallets: true }, 422],
  ['PATCH', '/merchants/nobody', { requireLinkedWallets: 'yes' }, 400],
  ['GET', '/merchants/nobody/deliveries', undefined, 422],
  ['POST', '/merchants/nobody/checkouts/x/settle', { outcome: 'succeeded' }, 422],
  ['POST', '/wallets', { environment: 'live', walletId: '1', holderName: 'A' }, 400],
  ['GET', '/nothing', undefined, 404],
])('%s %s with %j is refused in words', async ([method, path, body, status]) => {
  const answer = await bench.control(method, path, body);
  expect(answer.status).toBe(status);
  expect(answer.body.error).toMatchObject({ message: expect.stringMatching(/\w{3}/) });
});

test('settle: what is decided is decided', async () => {
  const merchant = await bench.merchant();
  const sent = bodies.checkout();
  await merchant.post('/v1/checkouts', sent);
  const path = `/merchants/${merchant.id}/checkouts/${sent.reference}/settle`;
  expect((await bench.control('POST', path, { outcome: 'failed' })).status).toBe(200);
  expect((await bench.control('POST', path, { outcome: 'succeeded' })).status).toBe(409);
  expect((await merchant.get(`/v1/checkouts/${sent.reference}`)).body.status).toBe('failed');
});

test('the clock: answers the new time, fractions count, zero waits only', async () => {
  const first = await bench.control('POST', '/clock/advance', { seconds: 0 });
  const second = await bench.control('POST', '/clock/advance', { seconds: 10.5 });
  const passed = Date.parse(String(second.body.now)) - Date.parse(String(first.body.now));
  expect(passed).toBeGreaterThanOrEqual(10_500);
  expect(passed).toBeLessThan(12_000);
  expect(second.headers.date).toBe(
    new Date(Math.floor(Date.parse(String(second.body.now)) / 1_000) * 1_000).toUTCString(),
  );
});

test('wallets: made, renamed, balance set only where given', async () => {
  const wallet = { environment: 'sandbox', walletId: '8000000001' };
  const put = async (changes: object) => (await bench.control('POST', '/wallets', { ...wallet, ...changes })).body;
  expect(await put({ holderName: 'Zoë Ámà', balanceMinor: 7 })).toMatchObject({ balanceMinor: 7 });
  expect(await put({ holderName: 'Zoë Ọmọ' })).toMatchObject({ balanceMinor: 7, holderName: 'Zoë Ọmọ' });
  const merchant = await bench.merchant();
  expect((await merchant.get('/v1/accounts/8000000001')).body).toMatchObject({ exists: true, walletName: 'Z*** Ọ***' });
});

test('a webhook address that is cleared gets nothing more', async () => {
  const merchant = await bench.merchant('sandbox', 'http://127.0.0.1:9/');
  await bench.control('PATCH', `/merchants/${merchant.id}`, { webhookUrl: null });
  await merchant.post('/v1/payouts', bodies.payout());
  await bench.advance(10);
  expect((await bench.control('GET', `/merchants/${merchant.id}/deliveries`)).body).toEqual({ deliveries: [] });
});
