import { probes, times, told } from '../probe.support.ts';
import { found } from './wire-wallets.ts';

probes(found, {
  'blind19-wallet-row-saved-with-an-old-count': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => story.linked(merchant));
    await story.funded(merchant);
    return told(await merchant.post('/v1/wallet-links', story.link()));
  },
  'blind19-unlinking-waits-for-escrows': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.funded(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind19-closed-balance-remembered': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await merchant.get('/v1/wallets/0000000001/balance');
    await story.owner(merchant, link, 'approve');
    return told(await merchant.get('/v1/wallets/0000000001/balance'));
  },
  'blind19-expiry-joined-with-addresses': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.advance(400);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind19-newer-cancels-by-requester': async (story) => {
    const merchant = await story.merchant();
    const older = await story.linked(merchant);
    await story.linked(merchant, { requesterName: 'The Other Shop' });
    await merchant.post(`/v1/sandbox/wallet-links/${older}/approve`);
    return (await merchant.get(`/v1/wallet-links/${older}`)).body.status;
  },
  'blind19-link-ref-inserted-twice-is-409': async (story) => {
    const merchant = await story.merchant();
    const link = story.link();
    const answers = await Promise.all([1, 2].map(() => merchant.post('/v1/wallet-links', link)));
    return answers.map(({ status }) => status).sort();
  },
  'blind19-company-names-not-masked': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4455667788', 'Chuka Foods Ltd');
    return (await merchant.get('/v1/accounts/4455667788')).text.includes('Chuka Foods');
  },
});
