import { expect, test } from 'vitest';
import { bodies, startBench, startReceiver } from '../testing.ts';
import { rulebook } from './index.ts';
import type { Rulebook } from './rulebook.ts';

/** Runs the service with changed rules: no rule is fixed in its code. */
async function under(changes: Partial<Rulebook>) {
  const bench = await startBench({ rules: { ...rulebook, ...changes } });
  const receiver = await startReceiver((response) => {
    response.statusCode = 500;
    response.end();
  });
  return {
    bench,
    receiver,
    merchant: await bench.merchant('sandbox', receiver.url),
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

test('without a guard, nothing is refused by it', async () => {
  const guards = rulebook.guards.filter(({ id }) => id !== 'checkout.duplicate-reference');
  await using on = await under({ guards });
  const sent = bodies.checkout();
  await on.merchant.post('/v1/checkouts', sent);
  expect((await on.merchant.post('/v1/checkouts', sent)).status).toBe(201);
});

test('limits, decisions and fields are read from the rulebook', async () => {
  await using on = await under({
    limits: { ...rulebook.limits, requestsPerWindow: 3 },
    decisions: { ...rulebook.decisions, unknownRoute: { status: 410, code: 'gone' } },
    forms: {
      ...rulebook.forms,
      checkout: rulebook.forms.checkout.map((row) => (row.field === 'amount' ? { ...row, min: 99 } : row)),
    },
  });
  expect((await on.merchant.post('/v1/checkouts', bodies.checkout({ amount: 99 }))).status).toBe(201);
  expect(await on.merchant.get('/nothing')).toMatchObject({ status: 410, code: 'gone' });
  expect((await on.merchant.get('/v1/banks')).status).toBe(200);
  expect((await on.merchant.get('/v1/banks')).status).toBe(200);
  expect((await on.merchant.get('/v1/banks')).status).toBe(429);
});

test('events, timers and retries are read from the rulebook', async () => {
  await using on = await under({
    timers: rulebook.timers.map((timer) => (timer.kind === 'payout' ? { ...timer, after: 7 } : timer)),
    retries: { gaps: [10], within: 35 },
    machines: {
      ...rulebook.machines,
      refund: rulebook.machines.refund.map((row) => ({ ...row, sends: null })),
    },
  });
  const sent = bodies.payout();
  await on.merchant.post('/v1/payouts', sent);
  await on.bench.advance(6);
  expect((await on.merchant.get(`/v1/payouts/${sent.reference}`)).body.status).toBe('pending');
  await on.bench.advance(60);
  const times = on.receiver.received.map(({ headers }) => Number(headers['x-service-timestamp']));
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 10, 20, 30]);

  const checkout = bodies.checkout();
  await on.merchant.post('/v1/checkouts', checkout);
  const settle = `/merchants/${on.merchant.id}/checkouts/${checkout.reference}/settle`;
  await on.bench.control('POST', settle, { outcome: 'succeeded' });
  const refund = bodies.refund(checkout.reference);
  await on.merchant.post('/v1/refunds', refund);
  await on.bench.advance(5);
  expect((await on.merchant.get(`/v1/refunds/${refund.reference}`)).body.status).toBe('succeeded');
  expect(on.receiver.events()).not.toContain('refund.succeeded');
});

test('refusals may be kept under their key as well', async () => {
  await using on = await under({ decisions: { ...rulebook.decisions, keyKeeps: 'refusals too' } });
  const key = { 'idempotency-key': 'same' };
  const sent = bodies.payout({ amount: 1 });
  const first = await on.merchant.post('/v1/payouts', sent, key);
  const again = await on.merchant.post('/v1/payouts', sent, key);
  expect(again).toMatchObject({ status: 400, text: first.text });
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('one change may send a second event, and the first attempt may wait', async () => {
  await using on = await under({
    retries: { ...rulebook.retries, first: 3 },
    events: {
      ...rulebook.events,
      'escrow.cancelled': { ...rulebook.events['escrow.cancelled'], followedBy: () => 'escrow.disputed' },
    },
  });
  const sent = bodies.escrow();
  await on.merchant.post('/v1/escrows', sent);
  await on.merchant.post(`/v1/escrows/${sent.reference}/cancel`);
  await on.bench.advance(2);
  expect(on.receiver.events()).toEqual([]);
  await on.bench.advance(1);
  expect(on.receiver.events().toSorted()).toEqual(['escrow.cancelled', 'escrow.disputed']);
});

test('answers, pages and control are what the rulebook makes of them', async () => {
  await using on = await under({
    functions: {
      ...rulebook.functions,
      finish: async (answer) => new Response(`${await answer.text()}\n`, { status: 203 }),
    },
    pages: { ...rulebook.pages, showCheckout: () => ({ status: 410 }) },
    decisions: { ...rulebook.decisions, controlWithout: { endpoints: ['GET /', 'POST /wallets'], status: 501 } },
  });
  const answer = await on.merchant.post('/v1/checkouts', bodies.checkout());
  expect(answer.status).toBe(203);
  expect(answer.text).toMatch(/^\{.*\}\n$/);
  expect((await fetch(String(answer.body.checkoutUrl))).status).toBe(203);
  expect((await on.bench.control('GET', '/')).status).toBe(501);
  expect((await on.bench.control('POST', '/wallets', {})).status).toBe(501);
});
