import { probes } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './balance.ts';

probes(found, {
  'blind25-the-worker-forgets-its-own-cache-only': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { reason: 'sandbox_fail' }));
    await story.balance(merchant);
    await story.advance(30);
    return await story.balance(merchant);
  },
  'blind25-the-snapshot-ends-an-hour-before-today': async (story) => {
    const merchant = await story.merchant();
    const { clock } = story.bench;
    const today = new Date(clock.now()).setUTCHours(23, 30, 0, 0);
    await story.advance((today - clock.now()) / 1_000 + 24 * HOUR);
    await story.paid(merchant);
    await story.advance(HOUR);
    return await story.balance(merchant);
  },
  'blind25-payouts-save-the-balance-that-they-read': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 100_000 });
    await Promise.all([1, 2, 3, 4].map(() => story.made(merchant, 'payouts', story.payout())));
    await story.advance(30);
    return await story.balance(merchant);
  },
  'blind25-the-balance-is-an-int-column': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 1_500_000_000 });
    await story.paid(merchant, { amount: 1_500_000_000 });
    return await story.balance(merchant);
  },
});
