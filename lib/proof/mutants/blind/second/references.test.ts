import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind-refund-reference-without-case-in-its-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const first = await merchant.post('/v1/refunds', story.refund(checkout, { reference: 'Back-1' }));
    const second = await merchant.post('/v1/refunds', story.refund(checkout, { reference: 'back-1' }));
    return [told(first), told(second)];
  },
  'blind-reference-unique-by-64-characters': async (story) => {
    const merchant = await story.merchant();
    const long = 'a'.repeat(99);
    const first = await merchant.post('/v1/checkouts', story.checkout({ reference: `${long}1` }));
    const second = await merchant.post('/v1/checkouts', story.checkout({ reference: `${long}2` }));
    return [told(first), told(second)];
  },
  'blind-reference-compared-as-number': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/checkouts', story.checkout({ reference: '7' }));
    const second = await merchant.post('/v1/checkouts', story.checkout({ reference: '007' }));
    return [told(first), told(second)];
  },
  'blind-partly-refunded-escrow-frees-reference': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${reference}/refund`, { amount: 1_000 });
    return told(await merchant.post('/v1/escrows', story.escrow({ reference })));
  },
  'blind-refund-reference-unique-in-its-checkout': async (story) => {
    const merchant = await story.merchant();
    const [one, two] = [await story.paid(merchant), await story.paid(merchant)];
    const reference = await story.made(merchant, 'refunds', story.refund(one));
    return told(await merchant.post('/v1/refunds', story.refund(two, { reference })));
  },
});
