import { probes } from '../probe.support.ts';
import { found } from './pages.ts';

probes(found, {
  'blind5-tags-stripped-from-conditions': async (story) => {
    const merchant = await story.merchant();
    const conditions = 'The parcel weighs <2 kg and arrives in 3 days';
    const { body } = await merchant.post('/v1/escrows', story.escrow({ conditions }));
    return (await story.page(body.payUrl)).text.includes('arrives in 3 days');
  },
});
