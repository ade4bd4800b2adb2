import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story, told } from '../probe.support.ts';
import { found } from './keys.ts';

const key = { 'idempotency-key': 'one' };

/** Sends a checkout that takes a moment, and hangs up before it is answered. */
async function cutOff(story: Story, merchant: Caller, checkout: object): Promise<void> {
  await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 200 });
  const { hostname, port } = new URL(story.bench.service.sandboxUrl);
  const body = JSON.stringify(checkout);
  const head = `POST /v1/checkouts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${merchant.apiKey}\r\nX-Merchant-Id: ${merchant.id}\r\n`;
  const socket = connect(Number(port), hostname);
  socket.write(
    `${head}Idempotency-Key: one\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await wait(100);
  socket.destroy();
  await wait(400);
  await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 0 });
}

probes(found, {
  'kind-replay-while-pending-settles-again': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const refund = story.refund(payment);
    await merchant.post('/v1/refunds', refund, key);
    await merchant.post('/v1/refunds', refund, key);
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', payment)).refundedAmount;
  },
  'kind-replay-tells-the-settlement-again': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const payout = story.payout();
    await merchant.post('/v1/payouts', payout, key);
    await story.advance(10);
    await merchant.post('/v1/payouts', payout, key);
    await story.advance(1);
    return hook.events();
  },
  'kind-replay-tells-what-was-not-acknowledged': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const refund = story.refund(await story.paid(merchant));
    await merchant.post('/v1/refunds', refund, key);
    await story.advance(10);
    await merchant.post('/v1/refunds', refund, key);
    await story.advance(1);
    return new Set(hook.received.map(({ body }) => body.id)).size;
  },
  'kind-kept-refusal-with-the-status-of-success': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund('nothing');
    const first = told(await merchant.post('/v1/refunds', refund, key));
    return [first, told(await merchant.post('/v1/refunds', refund, key))];
  },
  'kind-repeated-request-goes-on-where-it-stopped': async (story) => {
    const merchant = await story.merchant('live');
    const payout = story.payout();
    const first = told(await merchant.post('/v1/payouts', payout, key));
    return [first, told(await merchant.post('/v1/payouts', payout, key))];
  },
  'kind-replay-without-the-page-that-is-done': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    const { text } = await merchant.post('/v1/checkouts', checkout, key);
    await story.settle(merchant, checkout.reference, 'succeeded');
    return (await merchant.post('/v1/checkouts', checkout, key)).text === text;
  },
  'kind-reason-is-no-part-of-the-refund': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, { reason: 'late' }, key);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { reason: 'broken' }, key));
  },
  'kind-key-of-one-zero-is-none': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': '0' }));
  },
  'kind-lock-stays-when-the-caller-hangs-up': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    await cutOff(story, merchant, checkout);
    return told(await merchant.post('/v1/checkouts', checkout, key));
  },
});
