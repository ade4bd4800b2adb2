import { probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind9-total-as-text': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    return (await story.record(merchant, 'checkouts', checkout)).refundedAmount;
  },
  'blind9-empty-wallet-omits': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1234567890');
    await story.approved(merchant, { walletId: '1234567890' });
    return (await merchant.get('/v1/wallets/1234567890/balance')).body;
  },
});
