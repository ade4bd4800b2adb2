import { probes, told } from '../probe.support.ts';
import { found } from './concurrency.ts';

probes(found, {
  'blind11-version-of-the-sellers-row': async (story) => {
    const merchant = await story.merchant();
    const both = await Promise.all([
      merchant.post('/v1/escrows', story.escrow()),
      merchant.post('/v1/escrows', story.escrow()),
    ]);
    return both.map(told).sort();
  },
  'blind11-kept-under-the-latest-key': async (story) => {
    const merchant = await story.merchant();
    const orders = ['one', 'two', 'three'].map((key) => ({ checkout: story.checkout(), key }));
    const ask = () =>
      Promise.all(
        orders.map(({ checkout, key }) => merchant.post('/v1/checkouts', checkout, { 'idempotency-key': key })),
      );
    await ask();
    return (await ask()).map(told);
  },
  'blind11-cache-filled-after-the-change': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.made(merchant, 'checkouts', story.checkout());
    const reading = story.status(merchant, 'checkouts', checkout);
    // A later request is answered: the one before has begun.
    await merchant.get('/v1/banks');
    await story.settle(merchant, checkout, 'succeeded');
    await reading;
    return await story.status(merchant, 'checkouts', checkout);
  },
});
