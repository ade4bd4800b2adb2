import { probes } from '../probe.support.ts';
import { found } from './link-names.ts';

probes(found, {
  'kind-name-shown-to-whom-it-was-told': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    return (await merchant.post('/v1/wallet-links', story.link())).body.walletName;
  },
  'kind-live-names-not-masked': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '7000000001');
    return (await merchant.post('/v1/wallet-links', story.link({ walletId: '7000000001' }))).body.walletName;
  },
  'kind-short-words-stand-as-they-are': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '7000000001', 'Jo Li');
    return (await merchant.post('/v1/wallet-links', story.link({ walletId: '7000000001' }))).body.walletName;
  },
  'kind-registered-name-in-title-case': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '7000000001', 'Ngozi McDonald');
    await story.approved(merchant, { walletId: '7000000001' });
    await story.advance(1);
    return hook.received.map(({ body }) => body.walletName);
  },
});
