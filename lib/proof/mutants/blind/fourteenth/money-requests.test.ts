import { pause } from '../../steps.ts';
import { credentials, probes, times, told } from '../probe.support.ts';
import { found } from './money-requests.ts';

const replayed = (headers: Record<string, unknown>) => headers['idempotent-replayed'] ?? null;

probes(found, {
  'blind14-message-is-a-list-of-problems': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/payouts', story.payout({ amount: 1, currency: 'USD' }));
    return typeof (body.error as { message: unknown }).message;
  },
  'blind14-bodies-compared-by-their-first-255-characters': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const first = story.checkout({ description: 'd'.repeat(200), metadata: { seat: 1 } });
    await merchant.post('/v1/checkouts', first, key);
    return told(await merchant.post('/v1/checkouts', { ...first, metadata: { seat: 2 } }, key));
  },
  'blind14-keys-cut-to-an-index': async (story) => {
    const merchant = await story.merchant();
    const [one, two] = ['1', '2'].map((end) => ({ 'idempotency-key': 'k'.repeat(200) + end }));
    await merchant.post('/v1/payouts', story.payout(), one);
    return told(await merchant.post('/v1/payouts', story.payout(), two));
  },
  'blind14-refused-body-takes-the-key-over': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const first = story.payout();
    await merchant.post('/v1/payouts', first, key);
    await merchant.post('/v1/payouts', story.payout(), key);
    return told(await merchant.post('/v1/payouts', first, key));
  },
  'blind14-lock-of-a-refused-request-stays': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const refund = story.refund('nothing');
    await merchant.post('/v1/refunds', refund, key);
    return told(await merchant.post('/v1/refunds', refund, key));
  },
  'blind14-lock-expires-while-processing': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 2_500 });
    const payout = story.payout();
    const first = merchant.post('/v1/payouts', payout, key);
    await pause(1_500);
    const second = await merchant.post('/v1/payouts', payout, key);
    return [told(await first), told(second)];
  },
  'blind14-locks-named-without-the-merchant': async (story) => {
    const [slow, other] = [await story.merchant(), await story.merchant()];
    const key = { 'idempotency-key': 'one' };
    await story.control('POST', `/merchants/${slow.id}/processing-delay`, { milliseconds: 1_000 });
    const first = slow.post('/v1/payouts', story.payout(), key);
    await pause(300);
    const second = await other.post('/v1/payouts', story.payout(), key);
    return [told(await first), told(second)];
  },
  'blind14-later-replays-are-not-marked': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const payout = story.payout();
    await merchant.post('/v1/payouts', payout, key);
    const soon = await merchant.post('/v1/payouts', payout, key);
    await story.advance(90);
    const later = await merchant.post('/v1/payouts', payout, key);
    return [replayed(soon.headers), replayed(later.headers)];
  },
  'blind14-replays-before-the-key-is-checked': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await story.ask('sandbox', 'POST', '/v1/payouts', credentials(merchant), payout);
    const wrong = credentials(merchant, { authorization: 'Bearer svc_test_sk_nobody' });
    return told(await story.ask('sandbox', 'POST', '/v1/payouts', wrong, payout));
  },
  'blind14-live-is-not-limited': async (story) => {
    const merchant = await story.merchant('live');
    await times(130, () => merchant.get('/v1/banks'));
    return told(await merchant.get('/v1/banks'));
  },
  'blind14-refused-posts-lose-their-headers': async (story) => {
    const merchant = await story.merchant();
    await times(120, () => merchant.get('/v1/banks'));
    const { headers, status } = await merchant.post('/v1/payouts', story.payout());
    return [status, 'retry-after' in headers];
  },
});
