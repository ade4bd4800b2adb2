import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

const key = { 'idempotency-key': 'order-17' };

probes(found, {
  'blind7-kept-answers-of-1024-characters': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, {
      description: 'Bread '.repeat(40),
      metadata: { note: 'n'.repeat(1_000) },
    });
    const first = await merchant.post(`/v1/escrows/${escrow}/release`, undefined, key);
    const replayed = await merchant.post(`/v1/escrows/${escrow}/release`, undefined, key);
    return [replayed.status, replayed.text === first.text];
  },
  'blind7-key-read-once': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const seen = [];
    for (let times = 0; times < 3; times++) {
      const { status, code, headers } = await merchant.post('/v1/checkouts', body, key);
      seen.push([status, code ?? null, headers['idempotent-replayed'] ?? null]);
    }
    return seen;
  },
  'blind7-bodies-compared-loosely': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/payouts', story.payout({ reference: '0017' }), key);
    const second = await merchant.post('/v1/payouts', story.payout({ reference: '17' }), key);
    return [told(first), told(second)];
  },
});
