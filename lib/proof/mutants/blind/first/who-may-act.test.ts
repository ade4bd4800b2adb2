import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind-failed-payout-open-to-others': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const payout = await story.made(owner, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(6);
    return told(await other.get(`/v1/payouts/${payout}`));
  },
  'blind-escrow-with-buyer-cancelled-by-others': async (story) => {
    const [owner, other] = [await story.merchant(), await story.merchant()];
    const escrow = await story.made(owner, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await other.post(`/v1/escrows/${escrow}/cancel`);
    return await story.status(owner, 'escrows', escrow);
  },
  'blind-revoked-link-opens-with-anothers': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    await one.delete(`/v1/wallet-links/${await story.approved(one)}`);
    await story.approved(other);
    return told(await one.get('/v1/wallets/0000000001/balance'));
  },
  'blind-asking-again-opens-balance': async (story) => {
    const merchant = await story.merchant();
    await merchant.delete(`/v1/wallet-links/${await story.approved(merchant)}`);
    await story.linked(merchant);
    return told(await merchant.get('/v1/wallets/0000000001/balance'));
  },
  'blind-buyer-by-beginning': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.co' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
});
