import { probes } from '../probe.support.ts';
import { found } from './changes.ts';

probes(found, {
  'blind13-known-ref-names-the-present-holder': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4000000001', 'Ngozi Eze');
    const request = story.link({ walletId: '4000000001' });
    const first = await merchant.post('/v1/wallet-links', request);
    await story.wallet('sandbox', '4000000001', 'Bola Ade');
    const second = await merchant.post('/v1/wallet-links', request);
    return first.text === second.text;
  },
});
