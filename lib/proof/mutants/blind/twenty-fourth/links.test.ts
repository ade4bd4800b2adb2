import { probes, times } from '../probe.support.ts';
import { found } from './links.ts';

probes(found, {
  'blind24-link-requests-are-counted-by-requester': async (story) => {
    const merchant = await story.merchant();
    await times(5, () => story.linked(merchant));
    return (await merchant.post('/v1/wallet-links', story.link({ requesterName: 'Another Shop' }))).status;
  },
  'blind24-names-of-holders-are-cached-for-a-day': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.wallet('sandbox', '7000000001', 'Ngozi Eze');
    await story.linked(merchant, { walletId: '7000000001' });
    await story.advance(60);
    await story.wallet('sandbox', '7000000001', 'Ngozi Obi');
    await story.approved(merchant, { walletId: '7000000001' });
    await story.advance(1);
    return hook.received.map(({ body }) => [body.event, body.walletName]);
  },
  'blind24-newer-request-cancels-those-for-other-wallets': async (story) => {
    const merchant = await story.merchant();
    const link = await story.linked(merchant);
    await story.linked(merchant, { walletId: '0000000002' });
    await story.owner(merchant, link, 'approve');
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind24-known-link-is-answered-with-a-new-end': async (story) => {
    const merchant = await story.merchant();
    const body = story.link();
    const first = await merchant.post('/v1/wallet-links', body);
    await story.advance(60);
    const second = await merchant.post('/v1/wallet-links', body);
    return first.body.expiresAt === second.body.expiresAt;
  },
  'blind24-mask-knows-small-letters-only': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '7000000001', 'NGOZI EZE');
    return (await merchant.get('/v1/accounts/7000000001')).text.includes('NGOZI EZE');
  },
});
