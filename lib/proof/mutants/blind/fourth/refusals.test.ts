import { probes, told } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind4-refused-cancel-unschedules-the-release': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    const { status } = await merchant.post(`/v1/escrows/${escrow}/cancel`);
    await story.advance(3_700);
    return [status, await story.status(merchant, 'escrows', escrow)];
  },
  'blind4-refused-reuse-forgets-the-key': async (story) => {
    const merchant = await story.merchant();
    const key = { 'idempotency-key': 'one' };
    const body = story.payout();
    await merchant.post('/v1/payouts', body, key);
    const reused = await merchant.post('/v1/payouts', { ...body, amount: 20_000 }, key);
    return [told(reused), told(await merchant.post('/v1/payouts', body, key))];
  },
});
