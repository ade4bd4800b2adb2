import { probes, times } from '../probe.support.ts';
import { found } from './links.ts';

probes(found, {
  'blind33-unlinking-one-closes-the-wallet': async (story) => {
    const merchant = await story.merchant();
    const first = await story.approved(merchant);
    await story.approved(merchant);
    await merchant.delete(`/v1/wallet-links/${first}`);
    return (await merchant.get('/v1/wallets/0000000001/balance')).status;
  },
  'blind33-third-request-is-declined-by-itself': async (story) => {
    const merchant = await story.merchant();
    await times(2, async () => story.owner(merchant, await story.linked(merchant), 'reject'));
    const link = await story.linked(merchant);
    await story.advance(120);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind33-no-unlinking-while-money-is-held': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.funded(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
});
