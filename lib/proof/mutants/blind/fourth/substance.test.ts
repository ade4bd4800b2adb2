import { probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind4-joined-column-of-the-checkout': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.advance(60);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout));
    const { createdAt } = await story.record(merchant, 'checkouts', checkout);
    return (await story.record(merchant, 'refunds', refund)).createdAt === createdAt;
  },
  'blind4-known-link-with-a-new-expiry': async (story) => {
    const merchant = await story.merchant();
    const body = story.link();
    const first = await merchant.post('/v1/wallet-links', body);
    await story.advance(60);
    const second = await merchant.post('/v1/wallet-links', body);
    return [second.status, first.body.expiresAt === second.body.expiresAt];
  },
});
