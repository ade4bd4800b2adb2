import { probes } from '../probe.support.ts';
import { found } from './events.ts';

probes(found, {
  'blind5-late-revocation-untold': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.approved(merchant, { expiresInMinutes: 5 });
    await story.advance(400);
    await merchant.delete(`/v1/wallet-links/${link}`);
    await story.advance(0);
    return [(await merchant.get(`/v1/wallet-links/${link}`)).body.status, hook.events()];
  },
});
