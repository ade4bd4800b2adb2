import { probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind7-other-banks-know-no-failing-account': async (story) => {
    const merchant = await story.merchant();
    const recipient = { ...story.failing, bankName: 'Kuda Microfinance Bank' };
    const payout = await story.made(merchant, 'payouts', story.payout({ recipient }));
    await story.advance(30);
    return await story.status(merchant, 'payouts', payout);
  },
  'blind7-refund-of-transfer-is-not-forced-to-fail': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    const failing = story.refund(String(body.reference), { reason: 'sandbox_fail' });
    const refund = await story.made(merchant, 'refunds', failing);
    await story.advance(30);
    return await story.status(merchant, 'refunds', refund);
  },
  'blind7-unknown-wallet-is-remembered': async (story) => {
    const merchant = await story.merchant('live');
    await merchant.get('/v1/accounts/9000000005');
    await story.wallet('live', '9000000005');
    return (await merchant.get('/v1/accounts/9000000005')).status;
  },
});
