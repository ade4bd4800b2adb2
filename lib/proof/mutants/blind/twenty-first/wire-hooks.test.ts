import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { probes, type Story } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './wire-hooks.ts';

/** Whether the signature of the event of an approved link with a long linkRef holds over the bytes that came. */
async function longEvent(story: Story): Promise<unknown> {
  const came = Promise.withResolvers<{ raw: Buffer; signature: unknown }>();
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      came.resolve({ raw: Buffer.concat(chunks), signature: incoming.headers['x-service-signature'] });
      outgoing.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const merchant = await story.bench.merchant('sandbox', `http://127.0.0.1:${port}/hook`);
    await story.approved(merchant, { linkRef: 'r'.repeat(250) });
    const { raw, signature } = await came.promise;
    return createHmac('sha256', merchant.secret).update(raw).digest('hex') === signature;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

probes(found, {
  'blind21-long-events-compressed-once-signed': longEvent,
  'blind21-error-within-a-200-is-none': async (story) => {
    const hook = await story.hook((response) => response.end('{"success":false}'));
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    return (await story.deliveries(merchant)).map(({ state }) => state);
  },
  'blind21-saved-address-has-money-boxes-alone': async (story) => {
    const [first, second] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', first);
    await story.patch(merchant, { webhookUrl: second.url });
    await story.funded(merchant);
    await story.advance(0);
    return second.events();
  },
  'blind21-payloads-emptied-after-a-week': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    await story.paid(merchant);
    await story.advance(9 * DAY);
    return (await story.deliveries(merchant)).map(({ payload }) => payload === '');
  },
});
