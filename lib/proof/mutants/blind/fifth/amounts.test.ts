import { probes } from '../probe.support.ts';
import { found } from './amounts.ts';

probes(found, {
  'blind5-left-in-millions': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant, { amount: 123_456_789 });
    const { body, status } = await merchant.post('/v1/refunds', story.refund(checkout, { amount: 123_456_790 }));
    const digits = String((body.error as { message?: unknown }).message).replace(/[^0-9]/g, '');
    return [status, digits.includes('123456789')];
  },
});
