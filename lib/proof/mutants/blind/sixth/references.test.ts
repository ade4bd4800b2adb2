import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind6-payment-reference-of-64': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { reference: `order-${'17'.repeat(40)}` });
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
  'blind6-colon-begins-a-verb': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ reference: 'seller:17' }));
    return [
      (await merchant.get(`/v1/payouts/${payout}`)).status,
      (await merchant.get(`/v1/payouts/${encodeURIComponent(payout)}`)).status,
    ];
  },
});
