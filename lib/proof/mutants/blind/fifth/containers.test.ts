import { probes, told } from '../probe.support.ts';
import { found } from './containers.ts';

probes(found, {
  'blind5-dotted-name-for-a-customer': async (story) => {
    const merchant = await story.merchant();
    const { customer, ...others } = story.checkout();
    return told(await merchant.post('/v1/checkouts', { ...others, 'customer.email': 'ada@example.com' }));
  },
});
