import { probes, times } from '../probe.support.ts';
import { found } from './links.ts';

probes(found, {
  'blind35-beginning-of-a-link-ref': async (story) => {
    const merchant = await story.merchant();
    const begins = 'marketplace-lagos/electronics/phones/sellers-of-the-year-2026/onboarding';
    await story.linked(merchant, { linkRef: `${begins}/1` });
    const other = story.link({ linkRef: `${begins}/2`, walletId: '0000000002' });
    const { status, body } = await merchant.post('/v1/wallet-links', other);
    return [status, body.walletId];
  },
  'blind35-expired-requests-do-not-count': async (story) => {
    const merchant = await story.merchant();
    await times(5, async () => {
      await story.linked(merchant);
      await story.advance(310);
    });
    return (await merchant.post('/v1/wallet-links', story.link())).status;
  },
  'blind35-no-unlinking-of-a-seller-in-escrow': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.funded(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind35-short-words-are-not-masked': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1000000001', 'Ada Obi');
    const { body } = await merchant.post('/v1/wallet-links', story.link({ walletId: '1000000001' }));
    return body.walletName === 'Ada Obi';
  },
  'blind35-owner-revokes-by-the-ref': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const link = await story.approved(merchant);
    await story.owner(merchant, link, 'unlink');
    await story.advance(1);
    const revoked = hook.received.find(({ body }) => body.event === 'wallet.link.revoked');
    return revoked?.body.reference === link;
  },
});
