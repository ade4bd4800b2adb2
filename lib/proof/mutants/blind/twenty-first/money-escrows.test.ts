import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './money-escrows.ts';

const FRIDAY = 5;

probes(found, {
  'blind21-no-release-at-the-weekend': async (story) => {
    const merchant = await story.merchant();
    const now = new Date(story.bench.clock.now());
    const midday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 12);
    const days = 7 + ((FRIDAY - now.getUTCDay() + 7) % 7);
    await story.advance((midday - now.getTime()) / 1_000 + days * DAY);
    const escrow = await story.funded(merchant, { autoReleaseHours: 24 });
    await story.advance(25 * HOUR);
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind21-reports-taken-for-72-hours': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 720 });
    await story.advance(100 * HOUR);
    await story.deed(merchant, escrow, 'dispute');
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind21-escrow-refunds-leave-the-balance': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    return await story.balance(merchant);
  },
});
