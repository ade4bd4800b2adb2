import { probes } from '../probe.support.ts';
import { found } from './payouts.ts';

probes(found, {
  'blind31-mobile-banks-never-fail': async (story) => {
    const merchant = await story.merchant();
    const recipient = { ...story.failing, bankName: 'OPay' };
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient }));
    await story.advance(60);
    return story.status(merchant, 'payouts', payout);
  },
  'blind31-narration-made-up-for-the-bank': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(60);
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
  'blind31-balance-stops-at-nothing': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant);
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(60);
    return story.balance(merchant);
  },
  'blind31-refused-payout-waits-for-money': async (story) => {
    const merchant = await story.merchant('live');
    const body = story.payout();
    await merchant.post('/v1/payouts', body);
    await story.paid(merchant, { amount: 20_000 });
    await story.advance(60);
    return [(await merchant.get(`/v1/payouts/${body.reference}`)).status, await story.balance(merchant)];
  },
  'blind31-signs-dropped-for-the-bank': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: "Order #12, Ada & Obi's" }));
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
  'blind31-equal-payouts-look-sent-twice': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'payouts', story.payout());
    const second = await story.made(merchant, 'payouts', story.payout());
    await story.advance(60);
    return story.status(merchant, 'payouts', second);
  },
  'blind31-stamp-duty-on-transfers': async (story) => {
    const merchant = await story.merchant();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', story.checkout({ amount: 1_500_000 }))).body;
    await story.send(checkoutUrl, { method: 'transfer' });
    return story.balance(merchant);
  },
});
