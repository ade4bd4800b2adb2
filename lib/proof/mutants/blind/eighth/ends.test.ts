import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './ends.ts';

probes(found, {
  'blind8-dispute-pauses-the-sellers-others': async (story) => {
    const merchant = await story.merchant();
    const quiet = await story.funded(merchant, { autoReleaseHours: 1 });
    const disputed = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.deed(merchant, disputed, 'dispute');
    await story.advance(HOUR + 5);
    return [await story.status(merchant, 'escrows', quiet), await story.status(merchant, 'escrows', disputed)];
  },
  'blind8-expiry-kept-per-buyer': async (story) => {
    const merchant = await story.merchant();
    const earlier = await story.made(merchant, 'checkouts', story.checkout());
    const later = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 5);
    return [await story.status(merchant, 'checkouts', earlier), await story.status(merchant, 'checkouts', later)];
  },
});
