import { probes, told } from '../probe.support.ts';
import { found } from './money-escrows.ts';

probes(found, {
  'blind22-new-merchants-share-the-settings-before-them': async (story) => {
    const [first, later] = [await story.merchant(), await story.merchant()];
    await story.patch(first, { requireLinkedWallets: true });
    return told(await later.post('/v1/escrows', story.escrow()));
  },
  'blind22-no-new-escrow-for-a-disputed-seller': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
});
