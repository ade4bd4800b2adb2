import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type Bench, bodies, startBench, startReceiver } from '../testing.ts';

interface Listed {
  id: string;
  eventId: string;
  state: string;
  payload: string;
  attempts: { at: string; status: number | null; error: string | null }[];
}

async function failCheckout(bench: Bench, merchantId: string, post: (sent: object) => Promise<unknown>) {
  const sent = bodies.checkout();
  await post(sent);
  await bench.control('POST', `/merchants/${merchantId}/checkouts/${sent.reference}/settle`, { outcome: 'failed' });
  await bench.advance(0);
  return sent;
}

async function run(answers: (response: ServerResponse, count: number) => void, deliveryTimeoutMs = 3_000) {
  const receiver = await startReceiver(answers);
  const bench = await startBench({ deliveryTimeoutMs });
  const merchant = await bench.merchant('sandbox', receiver.url);
  await failCheckout(bench, merchant.id, (sent) => merchant.post('/v1/checkouts', sent));
  const deliveries = async () =>
    (await bench.control('GET', `/merchants/${merchant.id}/deliveries`)).body.deliveries as Listed[];
  return {
    receiver,
    bench,
    merchant,
    deliveries,
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const fails = (status: number, location?: string) => (response: ServerResponse) => {
  if (location) response.setHeader('location', location);
  response.statusCode = status;
  response.end();
};

test('the retry schedule to the second, then abandoned 24 hours after the event', async () => {
  await using on = await run(fails(500));
  const times = () => on.receiver.received.map(({ headers }) => Number(headers['x-service-timestamp']));
  await on.bench.advance(86_000);
  expect((await on.deliveries())[0]?.state).toBe('pending');
  await on.bench.advance(100_000);
  const [first = 0] = times();
  expect(times().map((time) => time - first)).toEqual([0, 60, 360, 2_160, 9_360, 52_560]);
  const [delivery] = await on.deliveries();
  expect(delivery?.state).toBe('abandoned');
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500]);
  expect(new Set(on.receiver.received.map(({ raw }) => raw))).toEqual(new Set([delivery?.payload]));
});

test('signs the raw bytes both ways, anew at each attempt', async () => {
  await using on = await run((response, count) => fails(count === 1 ? 503 : 202)(response));
  await on.bench.advance(61);
  expect(on.receiver.received).toHaveLength(2);
  for (const { headers, raw, body } of on.receiver.received) {
    const sign = (text: string) => createHmac('sha256', on.merchant.secret).update(text).digest('hex');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-service-signature']).toBe(sign(raw));
    expect(headers['x-service-signature-v2']).toBe(sign(`${headers['x-service-timestamp']}.${raw}`));
    expect(body).toMatchObject({ event: 'payment.failed', amountMinor: 5_000, currency: 'NGN' });
  }
});

test.for([200, 201, 204, 299])('%i acknowledges', async (status) => {
  await using on = await run(fails(status));
  await on.bench.advance(100_000);
  expect(on.receiver.received).toHaveLength(1);
  expect((await on.deliveries())[0]?.state).toBe('delivered');
});

test('a redirect is neither followed nor an acknowledgement', async () => {
  await using other = await startReceiver();
  await using on = await run((response, count) => fails(count === 1 ? 302 : 200, other.url)(response));
  await on.bench.advance(61);
  expect(other.received).toHaveLength(0);
  expect(on.receiver.received).toHaveLength(2);
});

test('a receiver that does not answer is given up after the time-out, and the clock stands still meanwhile', async () => {
  await using on = await run((response, count) => {
    if (count > 2) response.end();
  }, 60);
  await on.bench.advance(420);
  const [delivery] = await on.deliveries();
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([null, null, 200]);
  expect(delivery?.attempts[0]?.error).toContain('no answer');
  const at = delivery?.attempts.map((attempt) => Date.parse(attempt.at)) ?? [];
  expect((at[2] ?? 0) - (at[0] ?? 0)).toBe(360_000);
});

test('a resend is a new delivery of the same event', async () => {
  await using on = await run((response) => response.end());
  const [delivery] = await on.deliveries();
  const path = `/merchants/${on.merchant.id}/deliveries`;
  expect((await on.bench.control('POST', `${path}/${delivery?.id}/resend`)).status).toBe(202);
  await on.bench.advance(0);
  const [, second] = await on.deliveries();
  expect(second).toMatchObject({ eventId: delivery?.eventId, payload: delivery?.payload, state: 'delivered' });
  expect(second?.id).not.toBe(delivery?.id);
  expect(on.receiver.received).toHaveLength(2);
  expect((await on.bench.control('POST', `${path}/none/resend`)).status).toBe(422);
});

test('deliveries to one receiver go side by side', async () => {
  const held: ServerResponse[] = [];
  await using receiver = await startReceiver((response) => {
    held.push(response);
    if (held.length === 20) for (const each of held) each.end();
  });
  await using bench = await startBench();
  const merchant = await bench.merchant('sandbox', receiver.url);
  for (let count = 0; count < 20; count += 1) {
    const { body } = await merchant.post('/v1/checkouts', bodies.checkout());
    await bench.control('POST', `/merchants/${merchant.id}/checkouts/${body.reference}/settle`, {
      outcome: 'succeeded',
    });
  }
  await bench.advance(0);
  const { deliveries } = (await bench.control('GET', `/merchants/${merchant.id}/deliveries`)).body;
  expect((deliveries as Listed[]).map(({ state }) => state)).toEqual(Array(20).fill('delivered'));
});

test('a rotated secret signs what is sent from then on', async () => {
  await using on = await run(fails(500));
  const rotated = await on.bench.control('POST', `/merchants/${on.merchant.id}/rotate-webhook-secret`);
  await on.bench.advance(60);
  const second = on.receiver.received[1];
  const signed = createHmac('sha256', String(rotated.body.webhookSecret))
    .update(second?.raw ?? '')
    .digest('hex');
  expect(second?.headers['x-service-signature']).toBe(signed);
});
