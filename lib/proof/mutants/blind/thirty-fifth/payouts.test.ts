import { probes, times, told } from '../probe.support.ts';
import { found } from './payouts.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

probes(found, {
  'blind35-currency-by-its-number': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/payouts', story.payout({ currency: '566' })));
  },
  'blind35-account-number-in-32-bits': async (story) => {
    const merchant = await story.merchant();
    const recipient = { ...story.failing, accountNumber: '4294967296' };
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient }));
    await story.advance(60);
    return story.status(merchant, 'payouts', payout);
  },
  'blind35-recipient-forgotten-after-a-month': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(31 * DAY);
    return (await story.record(merchant, 'payouts', payout)).recipient;
  },
  'blind35-payouts-wait-in-line': async (story) => {
    const merchant = await story.merchant();
    const made: string[] = [];
    await times(20, async () => made.push(await story.made(merchant, 'payouts', story.payout())));
    await story.advance(60);
    return Promise.all(made.map((reference) => story.status(merchant, 'payouts', reference)));
  },
  'blind35-clock-of-twelve-hours': async (story) => {
    const now = story.bench.clock.now() / 1_000;
    await story.advance(DAY - (now % DAY) + 15 * HOUR + 600);
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout());
    const { createdAt } = await story.record(merchant, 'payouts', payout);
    return Math.abs(Date.parse(String(createdAt)) - story.bench.clock.now()) < 60_000;
  },
  'blind35-narration-zero-is-empty': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: '0' }));
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
  'blind35-balance-of-thirty-days': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant);
    await story.advance(31 * DAY);
    return story.balance(merchant);
  },
});
