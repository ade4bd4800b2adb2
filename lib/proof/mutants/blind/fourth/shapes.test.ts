import { probes } from '../probe.support.ts';
import { found } from './shapes.ts';

probes(found, {
  'blind4-messages-as-a-list': async (story) => {
    const merchant = await story.merchant();
    const { body, status } = await merchant.post('/v1/checkouts', story.checkout({ amount: 1, currency: 'USD' }));
    return [status, typeof (body.error as { message?: unknown }).message];
  },
  'blind4-long-amounts-as-text': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ amount: 3_000_000_000 }));
    return (await story.record(merchant, 'escrows', escrow)).amount;
  },
});
