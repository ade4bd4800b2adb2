import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

probes(found, {
  'blind13-blanks-taken-out-of-bodies': async (story) => {
    const merchant = await story.merchant();
    const order = story.checkout({ description: 'Two chairs' });
    const key = { 'idempotency-key': 'order 1' };
    await merchant.post('/v1/checkouts', order, key);
    return told(await merchant.post('/v1/checkouts', { ...order, description: 'Twochairs' }, key));
  },
  'blind13-keys-decoded-like-a-form': async (story) => {
    const merchant = await story.merchant();
    const keys = ['order%3A1', 'order:1', 'a+1', 'a%201'];
    const seen: unknown[] = [];
    for (const key of keys)
      seen.push(told(await merchant.post('/v1/payouts', story.payout(), { 'idempotency-key': key })));
    return seen;
  },
});
