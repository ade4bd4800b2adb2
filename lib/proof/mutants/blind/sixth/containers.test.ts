import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind6-empty-amount-refunds-all': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    const answered = told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: '' }));
    return [answered, await story.status(merchant, 'escrows', escrow)];
  },
  'blind6-currency-compared-loosely': async (story) => {
    const merchant = await story.merchant();
    return [
      told(await merchant.post('/v1/checkouts', story.checkout({ currency: ['NGN'] }))),
      told(await merchant.post('/v1/payouts', story.payout({ currency: ['NGN'] }))),
      told(await merchant.post('/v1/escrows', story.escrow({ currency: ['NGN'] }))),
    ];
  },
});
