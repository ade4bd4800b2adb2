import { afterAll, expect, test } from 'vitest';
import { type Bench, bodies, type Caller, nextReference, startBench } from './testing.ts';

const bench: Bench = await startBench();
afterAll(() => bench[Symbol.asyncDispose]());

async function paidCheckout(merchant: Caller, amount = 5_000): Promise<string> {
  const { body } = await merchant.post('/v1/checkouts', bodies.checkout({ amount }));
  const reference = String(body.reference);
  await bench.control('POST', `/merchants/${merchant.id}/checkouts/${reference}/settle`, { outcome: 'succeeded' });
  return reference;
}

async function balance(merchant: Caller): Promise<unknown> {
  return (await merchant.get('/v1/balance')).body.availableMinor;
}

test('a checkout is opened, shown, and expires after 24 hours', async () => {
  const merchant = await bench.merchant();
  const metadata = { list: [1, { deep: null }], text: 'é' };
  const sent = bodies.checkout({ metadata });
  const opened = await merchant.post('/v1/checkouts', sent);
  expect(opened.status).toBe(201);
  expect(opened.body).toMatchObject({ reference: sent.reference, status: 'pending' });
  const record = await merchant.get(`/v1/checkouts/${sent.reference}`);
  expect(record.body).toMatchObject({
    id: opened.body.id,
    checkoutUrl: opened.body.checkoutUrl,
    status: 'pending',
    metadata,
    description: null,
    paymentMethod: null,
    failureReason: null,
    paidAt: null,
    refundedAmount: 0,
  });
  await bench.advance(86_390);
  expect((await merchant.get(`/v1/checkouts/${sent.reference}`)).body.status).toBe('pending');
  await bench.advance(10);
  expect((await merchant.get(`/v1/checkouts/${sent.reference}`)).body).toMatchObject({
    status: 'failed',
    failureReason: 'expired',
  });
  expect((await merchant.post('/v1/checkouts', sent)).code).toBe('duplicate_reference');
  expect((await merchant.post('/v1/refunds', bodies.refund(sent.reference))).code).toBe('payment_not_paid');
});

test('references are per merchant, and merchants see only what is theirs', async () => {
  const [one, two] = [await bench.merchant(), await bench.merchant()];
  const sent = bodies.checkout();
  expect((await one.post('/v1/checkouts', sent)).status).toBe(201);
  expect((await two.get(`/v1/checkouts/${sent.reference}`)).status).toBe(404);
  expect((await two.post('/v1/refunds', bodies.refund(sent.reference))).code).toBe('payment_not_found');
  expect((await two.post('/v1/checkouts', sent)).status).toBe(201);
});

test.for(['.', '..', 'a:b', 'A_b.c-d'])('the reference %s can be read back', async (reference) => {
  const merchant = await bench.merchant();
  await merchant.post('/v1/checkouts', bodies.checkout({ reference }));
  expect((await merchant.get(`/v1/checkouts/${reference}`)).body.reference).toBe(reference);
});

test('refunds: pending ones count, failed ones free their amount, refundedAmount grows at success', async () => {
  const merchant = await bench.merchant();
  const payment = await paidCheckout(merchant, 5_000);
  expect(await balance(merchant)).toBe(5_000);
  expect((await merchant.post('/v1/refunds', bodies.refund(payment, { amount: 3_000 }))).body.status).toBe('pending');
  const failing = bodies.refund(payment, { amount: 2_000, reason: 'sandbox_fail' });
  await merchant.post('/v1/refunds', failing);
  expect(await balance(merchant)).toBe(0);
  const above = await merchant.post('/v1/refunds', bodies.refund(payment, { amount: 1 }));
  expect(above).toMatchObject({ status: 422, code: 'refund_exceeds_paid' });
  expect(above.text).toContain('0 kobo');
  expect((await merchant.get(`/v1/checkouts/${payment}`)).body.refundedAmount).toBe(0);
  await bench.advance(4);
  expect((await merchant.get(`/v1/refunds/${failing.reference}`)).body).toMatchObject({
    status: 'failed',
    failureReason: expect.any(String),
    reason: 'sandbox_fail',
  });
  expect((await merchant.get(`/v1/checkouts/${payment}`)).body.refundedAmount).toBe(3_000);
  expect(await balance(merchant)).toBe(2_000);
  const left = await merchant.post('/v1/refunds', bodies.refund(payment, { amount: 2_001 }));
  expect(left.text).toContain('2000 kobo');
  const notQuite = bodies.refund(payment, { amount: 2_000, reason: 'sandbox_fail ' });
  expect((await merchant.post('/v1/refunds', notQuite)).status).toBe(201);
  await bench.advance(4);
  expect((await merchant.get(`/v1/refunds/${notQuite.reference}`)).body.status).toBe('succeeded');
});

test('payouts settle after about 5 seconds; 0000000000 fails and its amount is free again', async () => {
  const merchant = await bench.merchant();
  const good = bodies.payout();
  const bad = bodies.payout({ recipient: { ...good.recipient, accountNumber: '0000000000' } });
  await merchant.post('/v1/payouts', good);
  await merchant.post('/v1/payouts', bad);
  expect(await balance(merchant)).toBe(-20_000);
  await bench.advance(4);
  expect((await merchant.get(`/v1/payouts/${good.reference}`)).body.status).toBe('pending');
  await bench.advance(1.5);
  expect((await merchant.get(`/v1/payouts/${good.reference}`)).body.status).toBe('succeeded');
  expect((await merchant.get(`/v1/payouts/${bad.reference}`)).body.status).toBe('failed');
  expect(await balance(merchant)).toBe(-10_000);
  const nowhere = bodies.payout({ recipient: { ...good.recipient, bankName: 'Bank of Atlantis' } });
  expect(await merchant.post('/v1/payouts', nowhere)).toMatchObject({ status: 422, code: 'unsupported_bank' });
});

test('live: payouts are limited by the balance to the kobo, and reserved at once', async () => {
  const merchant = await bench.merchant('live');
  await paidCheckout(merchant, 30_000);
  expect((await merchant.post('/v1/payouts', bodies.payout({ amount: 30_001 }))).code).toBe('insufficient_balance');
  expect((await merchant.post('/v1/payouts', bodies.payout({ amount: 20_000 }))).status).toBe(201);
  expect((await merchant.post('/v1/payouts', bodies.payout({ amount: 10_001 }))).code).toBe('insufficient_balance');
  expect((await merchant.post('/v1/payouts', bodies.payout({ amount: 10_000 }))).status).toBe(201);
  expect(await balance(merchant)).toBe(0);
});

test('keys belong to one environment, and to one merchant', async () => {
  const [sandbox, live] = [await bench.merchant(), await bench.merchant('live')];
  const get = (url: string, key: string, id: string) =>
    fetch(`${url}/v1/banks`, { headers: { authorization: `Bearer ${key}`, 'x-merchant-id': id } });
  expect((await get(bench.service.liveUrl, sandbox.apiKey, sandbox.id)).status).toBe(403);
  expect((await get(bench.service.sandboxUrl, live.apiKey, live.id)).status).toBe(403);
  expect((await get(bench.service.sandboxUrl, sandbox.apiKey, live.id)).status).toBe(401);
  expect((await get(bench.service.sandboxUrl, 'nonsense', sandbox.id)).status).toBe(401);
  expect((await get(bench.service.sandboxUrl, sandbox.apiKey, sandbox.id)).status).toBe(200);
});

test('idempotency: the original response is replayed, even after the state moved on', async () => {
  const merchant = await bench.merchant();
  const key = { 'idempotency-key': 'k'.repeat(255) };
  const sent = bodies.payout();
  const first = await merchant.post('/v1/payouts', sent, key);
  await bench.advance(6);
  const again = await merchant.post('/v1/payouts', sent, key);
  expect(again).toMatchObject({ status: 201, text: first.text });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect((await merchant.post('/v1/payouts', bodies.payout(), key)).code).toBe('idempotency_key_reused');
  expect(await balance(merchant)).toBe(-10_000);
  expect((await merchant.post('/v1/payouts', bodies.payout(), { 'idempotency-key': '' })).status).toBe(400);
  const long = { 'idempotency-key': 'k'.repeat(256) };
  expect((await merchant.post('/v1/payouts', bodies.payout(), long)).code).toBe('invalid_request');
});

test('idempotency: refused requests leave the key free, and one under way answers 409', async () => {
  const merchant = await bench.merchant();
  const key = { 'idempotency-key': nextReference() };
  expect((await merchant.post('/v1/payouts', bodies.payout({ amount: 1 }), key)).status).toBe(400);
  await bench.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 1_000 });
  const sent = bodies.payout();
  const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/payouts', sent, key)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe('request_in_progress');
  const before = performance.now();
  expect((await merchant.post('/v1/payouts', sent, key)).status).toBe(201);
  expect(performance.now() - before).toBeLessThan(1_000);
});

test('rate limit: 120 a minute, an honest Retry-After, no effect and no trace in the key', async () => {
  const merchant = await bench.merchant();
  const statuses = await Promise.all(Array.from({ length: 125 }, async () => (await merchant.get('/v1/banks')).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  const sent = bodies.checkout();
  const key = { 'idempotency-key': nextReference() };
  const refused = await merchant.post('/v1/checkouts', sent, key);
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  await bench.advance(Number(refused.headers['retry-after']));
  expect((await merchant.get(`/v1/checkouts/${sent.reference}`)).status).toBe(404);
  const accepted = await merchant.post('/v1/checkouts', sent, key);
  expect(accepted.status).toBe(201);
  expect(accepted.headers['idempotent-replayed']).toBeUndefined();
});
