import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind13-wallet-of-the-fee-needs-no-link': async (story) => {
    const merchant = await story.merchant();
    await story.patch(merchant, { requireLinkedWallets: true });
    const fee = { feeAmount: 500, feeWalletId: '0000000001' };
    return told(await merchant.post('/v1/escrows', story.escrow(fee)));
  },
  'blind13-buyer-looked-up-by-reference': async (story) => {
    const [first, second] = [await story.merchant(), await story.merchant()];
    const reference = await story.made(first, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.advance(1);
    await story.made(second, 'escrows', story.escrow({ reference, buyer: { email: 'bola@example.com' } }));
    const answer = await story.deed(first, reference, 'pay', { buyerEmail: 'bola@example.com' });
    return [answer.status, await story.status(first, 'escrows', reference)];
  },
});
