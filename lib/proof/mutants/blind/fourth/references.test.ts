import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind4-payment-found-by-its-id': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const { id } = await story.record(merchant, 'checkouts', checkout);
    return told(await merchant.post('/v1/refunds', story.refund(String(id))));
  },
  'blind4-numeric-references-compared-as-numbers': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', { ...story.refund(checkout), reference: '1000' });
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { reference: '1e3' })));
  },
});
