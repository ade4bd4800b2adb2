import { attempts, probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './wire-hooks.ts';

probes(found, {
  'blind20-waits-with-equal-jitter': attempts([500, 500, 500, 200], 3_000),
  'blind20-slash-at-the-end-of-the-address-cut': async (story) => {
    const paths: (string | undefined)[] = [];
    const hook = await story.hook((response) => {
      paths.push(response.req.url);
      response.end();
    });
    const merchant = await story.merchant();
    await story.patch(merchant, { webhookUrl: hook.url.replace('/hook', '/hook/') });
    await story.paid(merchant);
    await story.advance(0);
    return paths;
  },
  'blind20-what-was-read-counts-as-delivered': async (story) => {
    const hook = await story.hook((response) => response.writeHead(503).end());
    const merchant = await story.merchant('sandbox', hook);
    const payment = await story.paid(merchant);
    await story.advance(0);
    await merchant.get(`/v1/checkouts/${payment}`);
    await story.advance(HOUR);
    return [hook.received.length, (await story.deliveries(merchant)).map(({ state }) => state)];
  },
  'blind20-older-scheme-for-plain-text-alone': async (story) => {
    const hook = await story.hook();
    await story.wallet('sandbox', '7012345678', 'Adébáyọ̀ Ọláìyá');
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant, { walletId: '7012345678' });
    await story.advance(0);
    return hook.received.map(({ headers }) => 'x-service-signature' in headers);
  },
});
