import { probes } from '../probe.support.ts';
import { found } from './replays.ts';

probes(found, {
  'blind4-replay-upserts-created-at': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/checkouts', body, key);
    const { createdAt } = await story.record(merchant, 'checkouts', body.reference);
    await story.advance(60);
    await merchant.post('/v1/checkouts', body, key);
    return (await story.record(merchant, 'checkouts', body.reference)).createdAt === createdAt;
  },
  'blind4-live-replay-reserves-again': async (story) => {
    const merchant = await story.merchant('live');
    await story.paid(merchant, { amount: 50_000 });
    const body = story.payout();
    const key = { 'idempotency-key': 'one' };
    await merchant.post('/v1/payouts', body, key);
    await story.advance(6);
    await merchant.post('/v1/payouts', body, key);
    return await story.balance(merchant);
  },
});
