import { probes, told } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind13-https-in-small-letters-alone': async (story) => {
    const merchant = await story.merchant('live');
    return told(await merchant.post('/v1/checkouts', story.checkout({ returnUrl: 'HTTPS://shop.example/thanks' })));
  },
  'blind13-copied-pattern-of-addresses': async (story) => {
    const merchant = await story.merchant();
    return told(await merchant.post('/v1/checkouts', story.checkout({ customer: { email: "o'brien@example.com" } })));
  },
});
