import { probes, times } from '../probe.support.ts';
import { found } from './links.ts';

probes(found, {
  'blind31-known-link-echoes-the-request': async (story) => {
    const merchant = await story.merchant();
    const body = story.link();
    await merchant.post('/v1/wallet-links', body);
    return (await merchant.post('/v1/wallet-links', { ...body, walletId: '0000000002' })).body.walletId;
  },
  'blind31-five-for-each-requester-name': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => story.linked(merchant));
    return (await merchant.post('/v1/wallet-links', story.link({ requesterName: 'The Shop Lagos' }))).status;
  },
  'blind31-one-application-for-a-wallet': async (story) => {
    const [first, other] = [await story.merchant(), await story.merchant()];
    const link = await story.approved(first);
    await story.approved(other);
    return (await first.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind31-requests-of-both-environments-count': async (story) => {
    const [sandbox, live] = [await story.merchant(), await story.merchant('live')];
    await story.wallet('sandbox', '1000000001');
    await story.wallet('live', '1000000001');
    await times(5, () => story.linked(sandbox, { walletId: '1000000001' }));
    return (await live.post('/v1/wallet-links', story.link({ walletId: '1000000001' }))).status;
  },
  'blind31-linked-merchants-read-the-name': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    return (await merchant.get('/v1/accounts/0000000001')).text;
  },
});
