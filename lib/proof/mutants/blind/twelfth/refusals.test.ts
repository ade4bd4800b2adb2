import { probes, told } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind12-nothing-paid-is-exceeded': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
  'blind12-wholly-refunded-is-not-paid': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_000 }));
    await story.advance(10);
    return told(await merchant.post('/v1/refunds', story.refund(checkout)));
  },
  'blind12-refused-deed-keeps-the-lock': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/cancel`);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`));
  },
});
