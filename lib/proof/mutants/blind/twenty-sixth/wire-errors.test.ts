import { probes } from '../probe.support.ts';
import { found } from './wire-errors.ts';

probes(found, {
  'blind26-several-problems-make-a-list': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ amount: 5, currency: 'USD' }));
    return typeof (body.error as { message: unknown }).message;
  },
});
