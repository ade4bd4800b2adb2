import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind4-plus-addresses-are-one-buyer': async (story) => {
    const merchant = await story.merchant();
    const body = story.escrow({ buyer: { email: 'ada@example.com' } });
    const escrow = await story.made(merchant, 'escrows', body);
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada+shop@example.com' });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind4-permission-cached-by-wallet': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    await story.approved(one);
    await story.available(one, '0000000001');
    return told(await other.get('/v1/wallets/0000000001/balance'));
  },
});
