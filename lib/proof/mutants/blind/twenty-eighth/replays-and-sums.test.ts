import { probes, times, told } from '../probe.support.ts';
import { found } from './replays-and-sums.ts';

const key = { 'idempotency-key': 'one' };

probes(found, {
  'blind28-replay-has-a-new-page-address': async (story) => {
    const merchant = await story.merchant();
    const sent = story.checkout();
    const [first, again] = [
      await merchant.post('/v1/checkouts', sent, key),
      await merchant.post('/v1/checkouts', sent, key),
    ];
    return first.text === again.text;
  },
  'blind28-replayed-refund-is-reserved-again': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    const refund = story.refund(payment);
    await times(2, () => merchant.post('/v1/refunds', refund, key));
    return told(await merchant.post('/v1/refunds', story.refund(payment, { amount: 4_000 })));
  },
  'blind28-key-compares-the-top-level': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await merchant.post('/v1/payouts', payout, key);
    const recipient = { ...payout.recipient, accountNumber: '0123456780' };
    return told(await merchant.post('/v1/payouts', { ...payout, recipient }, key));
  },
  'blind28-settlement-forgets-what-is-pending': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 2_000, reason: 'sandbox_fail' }));
    await story.advance(1);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 3_000 }));
    // The first has failed by now, and the second is not settled yet.
    await story.advance(1.5);
    return told(await merchant.post('/v1/refunds', story.refund(payment, { amount: 3_000 })));
  },
  'blind28-returned-money-counts-once-a-day': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    await times(2, () => story.made(merchant, 'payouts', story.payout({ recipient: story.failing })));
    await story.advance(60);
    return await story.balance(merchant);
  },
  'blind28-total-of-one-page-of-refunds': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await times(21, () => story.made(merchant, 'refunds', story.refund(payment, { amount: 100 })));
    await story.advance(60);
    return (await story.record(merchant, 'checkouts', payment)).refundedAmount;
  },
});
