import { probes, told } from '../probe.support.ts';
import { advanceTo } from './dates.support.ts';
import { found } from './payouts-balance.ts';

probes(found, {
  'blind27-books-closed-at-the-end-of-a-month': async (story) => {
    const merchant = await story.merchant();
    await advanceTo(story, '09:30:00', 'last');
    const payout = await story.made(merchant, 'payouts', story.payout());
    await story.advance(3_600);
    return await story.status(merchant, 'payouts', payout);
  },
  'blind27-what-fails-after-midnight-does-not-return': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 50_000 });
    await advanceTo(story, '23:59:57');
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(60);
    return [await story.status(merchant, 'payouts', payout), await story.balance(merchant)];
  },
  'blind27-names-of-persons-alone': async (story) => {
    const merchant = await story.merchant();
    const recipient = { bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Store 24 & Sons Ltd' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
  'blind27-live-pays-to-deposit-banks-alone': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    const recipient = { bankName: 'Kuda Microfinance Bank', accountNumber: '0123456789', accountName: 'Ada Obi' };
    return told(await merchant.post('/v1/payouts', story.payout({ recipient })));
  },
  'blind27-reviewed-payouts-are-not-reserved': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 200_000_000 });
    const first = await merchant.post('/v1/payouts', story.payout({ amount: 150_000_000 }));
    const second = await merchant.post('/v1/payouts', story.payout({ amount: 150_000_000 }));
    return [told(first), told(second)];
  },
  'blind27-disputes-are-held-back': async (story) => {
    const merchant = await story.merchant();
    await story.paid(merchant, { amount: 100_000 });
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    const disputed = await story.balance(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, {});
    return [disputed, await story.balance(merchant)];
  },
  'blind27-references-compared-as-numbers': async (story) => {
    const merchant = await story.merchant();
    const made = await merchant.post('/v1/payouts', story.payout({ reference: '7' }));
    return [told(made), told(await merchant.post('/v1/payouts', story.payout({ reference: '007' })))];
  },
});
