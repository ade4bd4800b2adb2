import { probes, told } from '../probe.support.ts';
import { found } from './replays.ts';

const key = { 'idempotency-key': 'one' };

probes(found, {
  'blind12-fingerprint-of-known-fields': async (story) => {
    const merchant = await story.merchant();
    const payout = story.payout();
    const to = (bankCode: string) => ({ ...payout, recipient: { ...payout.recipient, bankCode } });
    await merchant.post('/v1/payouts', to('058'), key);
    return told(await merchant.post('/v1/payouts', to('011'), key));
  },
  'blind12-bodies-compared-where-both-are-there': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, undefined, key);
    return told(await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 }, key));
  },
});
