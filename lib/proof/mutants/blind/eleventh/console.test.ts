import { probes, told } from '../probe.support.ts';
import { found } from './console.ts';

probes(found, {
  'blind11-address-compared-by-host': async (story) => {
    const paths: (string | undefined)[] = [];
    const hook = await story.hook((response) => {
      paths.push(response.req.url);
      response.end();
    });
    const merchant = await story.merchant('sandbox', hook);
    await story.patch(merchant, { webhookUrl: new URL('/other', hook.url).href });
    await story.paid(merchant);
    await story.advance(0);
    return paths;
  },
  'blind11-setting-read-once': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'escrows', story.escrow());
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
});
