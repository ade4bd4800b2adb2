import { probes, told } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './money-escrows.ts';

probes(found, {
  'blind20-part-not-below-the-smallest-escrow': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 5_000 }));
  },
  'blind20-escrow-refunds-ask-the-simulator-too': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, { reason: 'sandbox_fail' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind20-hours-beyond-a-day-in-whole-days': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 30 });
    await story.advance(31 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
});
