import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../../../reference/testing.ts';
import { probes, type Story, told } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './wire-keys.ts';

const key = { 'idempotency-key': 'one' };

/** Sends a create that takes 200 ms, and hangs up while it is processed. */
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
  'blind20-key-up-to-its-first-comma': async (story) => {
    const merchant = await story.merchant();
    const send = (text: string) => merchant.post('/v1/checkouts', story.checkout(), { 'idempotency-key': text });
    return [told(await send('order 7, try 1')), told(await send('order 7, try 2'))];
  },
  'blind20-cancelled-with-the-connection': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout();
    await cutOff(story, merchant, checkout);
    return told(await merchant.post('/v1/checkouts', checkout, key));
  },
  'blind20-minutes-counted-without-their-day': async (story) => {
    const merchant = await story.merchant();
    // To the beginning of a minute, so that all requests of a day are in one.
    await story.advance(61 - ((story.bench.clock.now() / 1_000) % 60));
    const atOnce = () => Promise.all(Array.from({ length: 100 }, () => merchant.get('/v1/balance')));
    await atOnce();
    await story.advance(DAY);
    return (await atOnce()).filter(({ status }) => status === 429).length;
  },
});
