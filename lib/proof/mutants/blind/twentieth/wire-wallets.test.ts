import { probes, times } from '../probe.support.ts';
import { found } from './wire-wallets.ts';

probes(found, {
  'blind20-wallets-of-the-sandbox-have-no-limit': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => story.linked(merchant));
    return (await merchant.post('/v1/wallet-links', story.link())).status;
  },
  'blind20-requester-has-one-name': async (story) => {
    const merchant = await story.merchant();
    await story.linked(merchant);
    return (await merchant.post('/v1/wallet-links', story.link({ requesterName: 'The Shop, Ikeja' }))).status;
  },
  'blind20-third-test-wallet-declines': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant, { walletId: '0000000003' });
    await merchant.post(`/v1/sandbox/wallet-links/${link}/approve`);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind20-expires-at-set-by-every-update': async (story) => {
    const merchant = await story.merchant();
    const link = story.link();
    const { body } = await merchant.post('/v1/wallet-links', link);
    await merchant.post(`/v1/sandbox/wallet-links/${body.linkId}/approve`);
    return (await merchant.post('/v1/wallet-links', link)).body.expiresAt === body.expiresAt;
  },
  'blind20-capitals-not-masked': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4455667788', 'NGOZI EZE');
    return (await merchant.get('/v1/accounts/4455667788')).text.includes('NGOZI EZE');
  },
});
