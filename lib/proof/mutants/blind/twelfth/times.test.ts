import { probes } from '../probe.support.ts';
import { found } from './times.ts';

probes(found, {
  'blind12-delay-beyond-31-bits-ends-at-once': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 720 });
    await story.advance(1);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind12-reading-a-link-renews-it': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.linked(merchant, { expiresInMinutes: 5 });
    await story.advance(240);
    await merchant.get(`/v1/wallet-links/${link}`);
    await story.advance(120);
    return [(await merchant.get(`/v1/wallet-links/${link}`)).body.status, hook.events()];
  },
});
