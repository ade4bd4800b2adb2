import { probes } from '../probe.support.ts';
import { found } from './money-errors.ts';

probes(found, {
  'blind15-several-problems-are-a-list': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ amount: 1, currency: 'USD' }));
    return typeof (body.error as { message: unknown }).message;
  },
  'blind15-reference-in-an-error-is-not-escaped': async (story) => {
    const merchant = await story.merchant();
    return (await merchant.post('/v1/refunds', story.refund('12" record'))).body;
  },
});
