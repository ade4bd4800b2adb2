import { probes, times, told } from '../probe.support.ts';
import { found } from './limits.ts';

probes(found, {
  'blind5-page-views-count-for-the-merchant': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await times(120, () => story.page(body.checkoutUrl));
    return told(await merchant.get('/v1/balance'));
  },
});
