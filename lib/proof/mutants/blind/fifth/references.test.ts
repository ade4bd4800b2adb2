import { probes, told } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind5-inherited-names-are-used': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ reference: 'constructor' })));
  },
  'blind5-format-suffix-in-path': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout({ reference: 'order-17.json' }));
    return (await merchant.get(`/v1/checkouts/${checkout}`)).status;
  },
});
