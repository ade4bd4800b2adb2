import { probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './ends.ts';

probes(found, {
  'blind11-alike-payouts-returned-at-night': async (story) => {
    const now = await story.advance(0);
    // A minute after midnight: both are of one day.
    await story.advance(DAY - ((now / 1_000) % DAY) + 60);
    const merchant = await story.merchant();
    const payouts = [
      await story.made(merchant, 'payouts', story.payout()),
      await story.made(merchant, 'payouts', story.payout()),
    ];
    await story.advance(DAY + 120);
    return await Promise.all(payouts.map((payout) => story.status(merchant, 'payouts', payout)));
  },
  'blind11-declined-renewal-revokes': async (story) => {
    const merchant = await story.merchant();
    const first = await story.approved(merchant);
    await story.owner(merchant, await story.linked(merchant), 'reject');
    return (await merchant.get(`/v1/wallet-links/${first}`)).body.status;
  },
});
