import { probes, told } from '../probe.support.ts';
import { found } from './money-payouts.ts';

probes(found, {
  'blind18-balance-written-back-with-the-payout': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    await Promise.all([story.payout(), story.payout()].map((body) => merchant.post('/v1/payouts', body)));
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind18-check-digit-of-the-account-number': async (story) => {
    const merchant = await story.merchant();
    const recipient = { bankName: 'GTBank', accountNumber: '1234567890', accountName: 'Ada Obi' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
  'blind18-failed-payout-returns-less-its-charge': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    return await story.balance(merchant);
  },
  'blind18-limit-added-up-in-naira': async (story) => {
    const merchant = await story.merchant('live');
    for (const amount of [10_010, 20_020]) await story.paid(merchant, { amount });
    return told(await merchant.post('/v1/payouts', story.payout({ amount: 30_030 })));
  },
  'blind18-transfers-are-not-paid-in': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return await story.balance(merchant);
  },
  'blind18-late-transfer-credited-all-the-same': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.settle(merchant, String(body.reference), 'failed');
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return await story.balance(merchant);
  },
});
