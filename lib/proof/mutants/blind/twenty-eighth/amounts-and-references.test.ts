import { probes, times, told } from '../probe.support.ts';
import { found } from './amounts-and-references.ts';

probes(found, {
  'blind28-says-whole-naira': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 4_001 }));
    return (await merchant.post('/v1/refunds', story.refund(payment, { amount: 1_000 }))).text;
  },
  'blind28-live-payout-limited-by-balance-alone': async (story) => {
    const merchant = await story.merchant('live');
    await times(2, () => story.paid(merchant, { amount: 2_000_000_000 }));
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 2_000_000_001 })));
  },
  'blind28-balance-in-an-int-column': async (story) => {
    const merchant = await story.merchant();
    await times(2, () => story.paid(merchant, { amount: 2_000_000_000 }));
    return await story.balance(merchant);
  },
  'blind28-payment-found-with-like': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { reference: 'order-a' });
    return told(await merchant.post('/v1/refunds', story.refund('order_a')));
  },
  'blind28-reference-locked-for-all-merchants': async (story) => {
    const merchants = [await story.merchant(), await story.merchant()];
    const sent = story.checkout();
    const answers = await Promise.all(merchants.map((merchant) => merchant.post('/v1/checkouts', sent)));
    return answers.map(({ status }) => status).sort();
  },
  'blind28-references-of-digits-are-numbers': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout({ reference: '20261128000000000001' }));
    return told(await merchant.post('/v1/payouts', story.payout({ reference: '20261128000000000002' })));
  },
});
