import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind10-misses-remembered': async (story) => {
    const merchant = await story.merchant();
    const refund = story.refund(await story.paid(merchant));
    const before = told(await merchant.get(`/v1/refunds/${refund.reference}`));
    const made = told(await merchant.post('/v1/refunds', refund));
    return [before, made, told(await merchant.get(`/v1/refunds/${refund.reference}`))];
  },
  'blind10-unique-within-checkout': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    const other = await story.paid(merchant);
    return told(await merchant.post('/v1/refunds', story.refund(other, { reference })));
  },
});
