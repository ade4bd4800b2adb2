import { probes, told } from '../probe.support.ts';
import { found } from './concurrency.ts';

probes(found, {
  'blind12-balances-read-at-once-are-one': async (story) => {
    const [rich, poor] = [await story.merchant(), await story.merchant()];
    await story.paid(rich, { amount: 70_000 });
    await story.paid(poor, { amount: 200 });
    return await Promise.all([story.balance(rich), story.balance(poor)]);
  },
  'blind12-lock-per-merchant-not-per-key': async (story) => {
    const merchant = await story.merchant();
    const orders = [story.checkout(), story.checkout(), story.checkout()];
    const answers = await Promise.all(orders.map((order) => merchant.post('/v1/checkouts', order)));
    return answers.map(told).sort();
  },
  'blind12-gateway-asks-again': async (story) => {
    const merchant = await story.merchant();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 900 });
    return told(await merchant.post('/v1/payouts', story.payout()));
  },
});
