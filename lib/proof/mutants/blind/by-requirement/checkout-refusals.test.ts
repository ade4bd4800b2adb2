import { probes } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './checkout-refusals.ts';

probes(found, {
  'kind-refused-checkout-made-by-the-queue': async (story) => {
    const merchant = await story.merchant();
    const checkout = story.checkout({ description: 'x'.repeat(256) });
    await merchant.post('/v1/checkouts', checkout);
    await story.advance(HOUR);
    return (await merchant.get(`/v1/checkouts/${checkout.reference}`)).status;
  },
  'kind-refused-checkout-expires': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await merchant.post('/v1/checkouts', story.checkout({ amount: 5 }));
    await story.advance(DAY + 60);
    return hook.events();
  },
  'kind-duplicate-told-as-failed': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await merchant.post('/v1/checkouts', story.checkout({ reference }));
    await story.advance(0);
    return hook.events();
  },
});
