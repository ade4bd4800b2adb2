import { probes } from '../probe.support.ts';
import { found } from './references.ts';

probes(found, {
  'blind8-format-suffix-cut-from-path': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ reference: 'order-7.json' }) as { reference: string });
    return (await merchant.get('/v1/checkouts/order-7.json')).status;
  },
});
