import { probes } from '../probe.support.ts';
import { found } from './parties-links.ts';

probes(found, {
  'blind16-link-ref-and-wallet-are-the-key': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller 7' }));
    const other = story.link({ linkRef: 'seller 7', walletId: '0000000002' });
    const second = await merchant.post('/v1/wallet-links', other);
    return [second.status, second.body.linkId === first.body.linkId];
  },
  'blind16-link-ref-compared-by-collation': async (story) => {
    const merchant = await story.merchant();
    const first = await merchant.post('/v1/wallet-links', story.link({ linkRef: 'seller-a' }));
    const other = story.link({ linkRef: 'seller-A', walletId: '0000000002' });
    const second = await merchant.post('/v1/wallet-links', other);
    return [second.status, second.body.linkId === first.body.linkId];
  },
  'blind16-link-owner-unlinks-the-first-one': async (story) => {
    const merchant = await story.merchant();
    const links = [await story.approved(merchant), await story.approved(merchant)];
    await story.owner(merchant, links[1] ?? '', 'unlink');
    return await Promise.all(links.map(async (link) => (await merchant.get(`/v1/wallet-links/${link}`)).body.status));
  },
  'blind16-link-name-unmasked-once-approved': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4000000021', 'Ngozi Eze');
    const body = story.link({ walletId: '4000000021' });
    const { linkId } = (await merchant.post('/v1/wallet-links', body)).body;
    await merchant.post(`/v1/sandbox/wallet-links/${linkId}/approve`);
    return (await merchant.post('/v1/wallet-links', body)).body.walletName;
  },
  'blind16-wallet-empty-balance-left-out': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '4000000022');
    await story.approved(merchant, { walletId: '4000000022' });
    return (await merchant.get('/v1/wallets/4000000022/balance')).body;
  },
});
