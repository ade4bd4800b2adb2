import { probes, times, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind9-refund-by-checkout-id': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const { id } = await story.record(merchant, 'checkouts', checkout);
    return told(await merchant.post('/v1/refunds', story.refund(String(id))));
  },
  'blind9-duplicates-on-one-page': async (story) => {
    const merchant = await story.merchant();
    const first = await story.made(merchant, 'payouts', story.payout());
    await times(20, () => story.made(merchant, 'payouts', story.payout()));
    return told(await merchant.post('/v1/payouts', story.payout({ reference: first })));
  },
});
