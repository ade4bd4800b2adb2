import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './money-escrow-times.ts';

probes(found, {
  'blind18-dispute-ends-after-a-week': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await story.advance(8 * DAY);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind18-release-wants-the-funding-acknowledged': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(2 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind18-release-jobs-named-by-their-minute': async (story) => {
    const merchant = await story.merchant();
    const first = await story.made(merchant, 'escrows', story.escrow({ autoReleaseHours: 1 }));
    const second = await story.made(merchant, 'escrows', story.escrow({ autoReleaseHours: 1 }));
    // Both are paid at the beginning of a minute.
    await story.advance(60 - (((await story.advance(0)) / 1_000) % 60));
    for (const escrow of [first, second]) await story.deed(merchant, escrow, 'pay');
    await story.advance(2 * HOUR);
    return [await story.status(merchant, 'escrows', first), await story.status(merchant, 'escrows', second)];
  },
});
