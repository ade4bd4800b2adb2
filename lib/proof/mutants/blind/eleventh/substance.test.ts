import { probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './substance.ts';

probes(found, {
  'blind11-last-hours-become-the-default': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'escrows', story.escrow({ autoReleaseHours: 2 }));
    const escrow = await story.funded(merchant);
    await story.advance(3 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind11-link-events-resent-as-money-events': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.approved(merchant);
    await story.advance(0);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(0);
    return hook.received.map(({ body }) => Object.keys(body).sort());
  },
});
