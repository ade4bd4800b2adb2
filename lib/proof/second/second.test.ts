import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Json = Record<string, unknown>;

let child: ChildProcess;
let receiver: Server;
let settings: Record<string, string>;
let shop: { merchantId: string; apiKey: string; webhookSecret: string };
let received: { raw: string; headers: Record<string, unknown>; event: Json }[] = [];
let answerWith = 200;

beforeAll(async () => {
  receiver = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    received.push({ raw, headers: req.headers, event: JSON.parse(raw) });
    res.writeHead(answerWith).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('no standard output');
  const [line] = await once(createInterface(child.stdout), 'line');
  settings = JSON.parse(String(line));
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  shop = (await control('POST', '/merchants', { environment: 'sandbox', webhookUrl })).body as typeof shop;
});

afterAll(async () => {
  receiver.close();
  child.stdin?.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a checkout is paid, partly refunded and reported', async () => {
  const checkout = {
    ...{ reference: 'order-1', amount: 5000, currency: 'NGN', customer: { email: 'b@shop.example' } },
    ...{ returnUrl: 'http://shop.example/back?x=1', metadata: { a: 1 } },
  };
  const created = await api('POST', '/v1/checkouts', checkout, { 'idempotency-key': 'k1' });
  expect(created).toMatchObject({ status: 201, body: { reference: 'order-1', status: 'pending' } });
  const again = await api('POST', '/v1/checkouts', checkout, { 'idempotency-key': 'k1' });
  expect(again.body).toEqual(created.body);
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect((await api('POST', '/v1/checkouts', checkout)).body).toMatchObject({ error: { code: 'duplicate_reference' } });

  const card = { method: 'card', number: '4242 4242 4242 4242', month: '12', year: '2099', cvv: '123' };
  const form = { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' } as const;
  const page = await fetch(String(created.body.checkoutUrl), form);
  expect(page.status).toBe(303);
  expect(page.headers.get('location')).toBe('http://shop.example/back?x=1&reference=order-1&status=succeeded');

  const refund = { reference: 'refund-1', paymentReference: 'order-1', amount: 2000 };
  expect((await api('POST', '/v1/refunds', refund)).body).toMatchObject({ status: 'succeeded' });
  const hook = received.find(({ event }) => event.event === 'refund.succeeded');
  expect(hook?.event).toMatchObject({ reference: 'refund-1', amountMinor: 2000, currency: 'NGN' });
  const sign = (text: string) => createHmac('sha256', shop.webhookSecret).update(text).digest('hex');
  expect(hook?.headers['x-service-signature']).toBe(sign(hook?.raw ?? ''));
  expect(hook?.headers['x-service-signature-v2']).toBe(sign(`${hook?.headers['x-service-timestamp']}.${hook?.raw}`));

  const tooMuch = await api('POST', '/v1/refunds', { ...refund, reference: 'refund-2', amount: 3001 });
  expect(tooMuch).toMatchObject({ status: 422, body: { error: { code: 'refund_exceeds_paid' } } });
  expect((await api('GET', '/v1/checkouts/order-1')).body).toMatchObject({ status: 'succeeded', refundedAmount: 2000 });
  expect((await api('GET', '/v1/balance')).body).toMatchObject({ data: { spendable: { minor: 3000 } } });
});

test('an escrow is paid and released by time, its webhook retried until it is taken', async () => {
  received = [];
  const escrow = {
    ...{ reference: 'escrow-1', amount: 20_000, currency: 'NGN', seller: { walletId: '0000000002' } },
    ...{ feeAmount: 500, feeWalletId: '0000000003', autoReleaseHours: 1, buyer: { email: 'Ada@shop.example' } },
  };
  expect((await api('POST', '/v1/escrows', escrow)).body).toMatchObject({ status: 'pending_payment' });
  const pay = `/merchants/${shop.merchantId}/escrows/escrow-1/pay`;
  expect((await control('POST', pay, { buyerEmail: 'eve@shop.example' })).status).toBe(422);
  expect((await control('POST', pay, {})).status).toBe(200);
  await control('POST', '/clock/advance', { seconds: 0 });
  answerWith = 500;
  await control('POST', '/clock/advance', { seconds: 3600 + 301 });
  answerWith = 200;
  await control('POST', '/clock/advance', { seconds: 1800 });
  expect((await api('GET', '/v1/escrows/escrow-1')).body).toMatchObject({ status: 'released', amount: 20_000 });

  const released = received.filter(({ event }) => event.event === 'escrow.released');
  expect(released[0]?.event).toMatchObject({ reference: 'escrow-1', amountMinor: 20_000 });
  const times = [...new Set(released.map(({ headers }) => Number(headers['x-service-timestamp'])))];
  expect(times.map((time) => time - Number(times[0])).filter((gap) => gap !== 1802)).toEqual([0, 60, 300, 1800]);
  const { deliveries } = (await control('GET', `/merchants/${shop.merchantId}/deliveries`)).body as {
    deliveries: Json[];
  };
  expect(deliveries.at(-1)).toMatchObject({ event: 'escrow.released', state: 'delivered', payload: released[0]?.raw });
});

function api(method: string, path: string, body?: Json, headers: Record<string, string> = {}) {
  const credentials = { authorization: `Bearer ${shop.apiKey}`, 'x-merchant-id': shop.merchantId };
  return call(`${settings.TARGET_BASE_URL}${path}`, method, body, { ...credentials, ...headers });
}

function control(method: string, path: string, body?: Json) {
  const authorization = `Bearer ${settings.TARGET_CONTROL_TOKEN}`;
  return call(`${settings.TARGET_CONTROL_URL}${path}`, method, body, { authorization });
}

async function call(url: string, method: string, body: Json | undefined, headers: Record<string, string>) {
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text === '' ? {} : JSON.parse(text)) as Json };
}
