import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

const key = { 'idempotency-key': 'one' };

probes(found, {
  'blind12-bodies-compared-where-both-are-there': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, undefined, key);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 }, key));
  },
});
