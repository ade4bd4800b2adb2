import { probes, times } from '../probe.support.ts';
import { found } from './links.ts';

probes(found, {
  'blind25-names-are-put-in-title-case': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '2000000001', 'Ngozi de Souza');
    await story.approved(merchant, { walletId: '2000000001' });
    await story.advance(0);
    return hook.received.map(({ body }) => body.walletName);
  },
  'blind25-each-link-request-puts-the-hour-off': async (story) => {
    const merchant = await story.merchant();
    const statuses: number[] = [];
    await times(7, async () => {
      statuses.push((await merchant.post('/v1/wallet-links', story.link())).status);
      await story.advance(40 * 60);
    });
    return statuses;
  },
  'blind25-links-expire-when-they-are-looked-at': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.linked(merchant);
    await story.advance(1_800);
    return hook.events();
  },
});
