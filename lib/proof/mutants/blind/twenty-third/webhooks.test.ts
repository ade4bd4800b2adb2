import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { probes, times } from '../probe.support.ts';
import { found } from './webhooks.ts';

const HOUR = 3_600;

probes(found, {
  'blind23-length-is-that-of-the-characters': async (story) => {
    const ends: string[] = [];
    // The story's own receiver reads what it gets as JSON.
    const server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      ends.push(Buffer.concat(chunks).toString('utf8').slice(-2));
      outgoing.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const merchant = await story.merchant();
      await story.patch(merchant, { webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
      await story.wallet('sandbox', '5550001112', 'Ṣọlá Adébáyọ̀');
      await story.approved(merchant, { walletId: '5550001112' });
      await story.advance(0);
      return ends;
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
  'blind23-ten-failures-end-all-retries': async (story) => {
    const hook = await story.hook((response) => response.writeHead(503).end());
    const merchant = await story.merchant('sandbox', hook);
    await times(3, () => story.paid(merchant));
    await story.advance(3 * HOUR);
    return (await story.deliveries(merchant)).map(({ attempts }) => attempts.length);
  },
  'blind23-event-of-a-reference-is-sent-once-for-all': async (story) => {
    const hooks = [await story.hook(), await story.hook()];
    for (const hook of hooks) await story.paid(await story.merchant('sandbox', hook), { reference: 'order-1' });
    await story.advance(1);
    return hooks.map((hook) => hook.events());
  },
  'blind23-checkout-keeps-the-address-of-its-creation': async (story) => {
    const [old, present] = [await story.hook(), await story.hook()];
    const merchant = await story.merchant('sandbox', old);
    const order = await story.made(merchant, 'checkouts', story.checkout());
    await story.patch(merchant, { webhookUrl: present.url });
    await story.settle(merchant, order, 'succeeded');
    await story.advance(1);
    return [old.events(), present.events()];
  },
  'blind23-console-hides-account-numbers': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(1);
    const [listed] = await story.deliveries(merchant);
    return listed?.payload === hook.received[0]?.raw;
  },
});
