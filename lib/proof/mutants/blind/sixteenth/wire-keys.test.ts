import { pause } from '../../steps.ts';
import { credentials, probes, told } from '../probe.support.ts';
import { found } from './wire-keys.ts';

const key = { 'idempotency-key': 'key-of-the-order' };

probes(found, {
  'blind16-nested-fields-not-compared': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await merchant.post('/v1/payouts', payout, key);
    return told(await merchant.post('/v1/payouts', { ...payout, recipient: story.failing }, key));
  },
  'blind16-keys-cut-at-191': async (story) => {
    const merchant = await story.merchant();
    const keys = ['1', '2'].map((end) => ({ 'idempotency-key': 'k'.repeat(254) + end }));
    return [
      told(await merchant.post('/v1/payouts', story.payout(), keys[0])),
      told(await merchant.post('/v1/payouts', story.payout(), keys[1])),
    ];
  },
  'blind16-lock-leased-for-a-second': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await story.control('POST', `/merchants/${merchant.id}/processing-delay`, { milliseconds: 2_000 });
    const first = merchant.post('/v1/payouts', payout, key);
    await pause(1_400);
    const second = await merchant.post('/v1/payouts', payout, key);
    return [told(await first), told(second)];
  },
  'blind16-one-lock-for-all-merchants': async (story) => {
    const [slow, other] = [await story.merchant(), await story.merchant()];
    await story.control('POST', `/merchants/${slow.id}/processing-delay`, { milliseconds: 800 });
    const first = slow.post('/v1/payouts', story.payout(), key);
    await pause(300);
    const second = await other.post('/v1/payouts', story.payout(), key);
    return [told(await first), told(second)];
  },
  'blind16-refused-body-takes-the-key': async (story) => {
    const merchant = await story.merchant();
    const [first, second] = [story.checkout(), story.checkout()];
    const answers = [];
    for (const sent of [first, second, first]) answers.push(told(await merchant.post('/v1/checkouts', sent, key)));
    return answers;
  },
  'blind16-replays-sent-as-text': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    await merchant.post('/v1/payouts', payout, key);
    return (await merchant.post('/v1/payouts', payout, key)).headers['content-type'];
  },
  'blind16-links-checked-before-the-key': async (story) => {
    const merchant = await story.merchant();
    const escrow = story.escrow();
    await merchant.post('/v1/escrows', escrow, key);
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', escrow, key));
  },
  'blind16-key-locked-before-the-credentials': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const wrong = credentials(merchant, { authorization: 'Bearer svc_test_sk_mistyped', ...key });
    await story.ask('sandbox', 'POST', '/v1/payouts', wrong, payout);
    return told(await merchant.post('/v1/payouts', payout, key));
  },
});
