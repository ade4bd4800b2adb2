import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { probes, signed } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind7-secret-cached-by-the-sender': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.paid(merchant);
    await story.advance(0);
    const secret = await story.rotate(merchant);
    await story.paid(merchant);
    await story.advance(600);
    await story.paid(merchant);
    await story.advance(0);
    return hook.received.map((each) => signed(each, secret));
  },
  'blind7-changed-address-without-query': async (story) => {
    const paths: (string | undefined)[] = [];
    const server = createServer((incoming, outgoing) => {
      paths.push(incoming.url);
      incoming.resume().on('end', () => outgoing.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const merchant = await story.merchant();
    const { port } = server.address() as AddressInfo;
    await story.patch(merchant, { webhookUrl: `http://127.0.0.1:${port}/hooks?shop=17` });
    await story.paid(merchant);
    await story.advance(0);
    server.closeAllConnections();
    server.close();
    return paths;
  },
});
