import { probes, type Story, told } from '../probe.support.ts';
import { found } from './payouts.ts';

const DAY_MS = 24 * 3_600_000;

/** Goes on to the next time of day in UTC. */
function goOnTo(story: Story, hour: number, minute: number): Promise<number> {
  const now = story.bench.clock.now();
  const today = new Date(now).setUTCHours(hour, minute, 0, 0);
  return story.advance(((today > now ? today : today + DAY_MS) - now) / 1_000);
}

probes(found, {
  'blind34-archived-references-are-free-again': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout();
    await story.made(merchant, 'payouts', body);
    await story.advance((40 * DAY_MS) / 1_000);
    return told(await merchant.post('/v1/payouts', body));
  },
  'blind34-a-miss-is-cached-for-a-minute': async (story) => {
    const merchant = await story.merchant();
    const body = story.payout();
    await merchant.get(`/v1/payouts/${body.reference}`);
    await story.made(merchant, 'payouts', body);
    return (await merchant.get(`/v1/payouts/${body.reference}`)).status;
  },
  'blind34-balance-has-thirty-two-bits': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 2_000_000_000 });
    await story.paid(merchant, { amount: 1_000_000_000 });
    return story.balance(merchant);
  },
  'blind34-paid-after-midnight-is-in-no-day': async (story) => {
    const merchant = await story.merchant();
    await goOnTo(story, 22, 50);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(1_200);
    await story.settle(merchant, reference, 'succeeded');
    return story.balance(merchant);
  },
  'blind34-amounts-of-events-in-single-precision': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'payouts', story.payout({ amount: 20_000_001 }));
    await story.advance(60);
    return hook.received.map(({ body }) => body.amountMinor);
  },
});
