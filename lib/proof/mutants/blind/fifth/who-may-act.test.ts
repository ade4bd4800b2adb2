import { probes, told } from '../probe.support.ts';
import { found } from './who-may-act.ts';

probes(found, {
  'blind5-unlinking-one-of-two-closes-the-wallet': async (story) => {
    const merchant = await story.merchant();
    const first = await story.approved(merchant);
    const second = await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${first}`);
    const { body } = await merchant.get(`/v1/wallet-links/${second}`);
    return [body.status, told(await merchant.get('/v1/wallets/0000000001/balance'))];
  },
  'blind5-released-by-reference': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const reference = 'order-1';
    await story.funded(one, { reference });
    await story.funded(other, { reference });
    await one.post(`/v1/escrows/${reference}/release`);
    return [await story.status(one, 'escrows', reference), await story.status(other, 'escrows', reference)];
  },
});
