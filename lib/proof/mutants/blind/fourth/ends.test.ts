import { probes } from '../probe.support.ts';
import { found } from './ends.ts';

probes(found, {
  'blind4-release-job-keeps-its-list': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(3_300);
    await story.deed(merchant, escrow, 'dispute');
    await story.advance(600);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind4-expiry-by-wallet': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.linked(merchant);
    await story.advance(310);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
});
