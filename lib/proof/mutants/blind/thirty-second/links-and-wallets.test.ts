import { probes, times, told } from '../probe.support.ts';
import { found } from './links-and-wallets.ts';

probes(found, {
  'blind32-link-references-in-any-case': async (story) => {
    const merchant = await story.merchant();
    await story.linked(merchant, { linkRef: 'seller-a' });
    const linkRef = 'SELLER-A';
    return told(await merchant.post('/v1/wallet-links', story.link({ linkRef, walletId: '0000000002' })));
  },
  'blind32-requests-without-an-answer-do-not-count': async (story) => {
    const merchant = await story.merchant();
    await times(5, async () => {
      await story.linked(merchant);
      await story.advance(330);
    });
    return told(await merchant.post('/v1/wallet-links', story.link()));
  },
  'blind32-noughts-in-front-are-lost': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '0812345678');
    return told(await merchant.get('/v1/accounts/0812345678'));
  },
  'blind32-newer-request-for-the-same-holder': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1000000001', 'Ngozi Eze');
    await story.wallet('sandbox', '1000000002', 'Ngozi Eze');
    const first = await story.linked(merchant, { walletId: '1000000001' });
    await story.linked(merchant, { walletId: '1000000002' });
    await merchant.post(`/v1/sandbox/wallet-links/${first}/approve`);
    return (await merchant.get(`/v1/wallet-links/${first}`)).body.status;
  },
  'blind32-approvals-hold-for-ninety-days': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.advance(91 * 24 * 3_600);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
  'blind32-wallet-balance-in-32-bits': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1000000001', 'Ngozi Eze', 3_000_000_000);
    await story.approved(merchant, { walletId: '1000000001' });
    return story.available(merchant, '1000000001');
  },
  'blind32-held-money-keeps-the-link': async (story) => {
    const merchant = await story.merchant();
    const link = await story.approved(merchant);
    await story.funded(merchant);
    await merchant.delete(`/v1/wallet-links/${link}`);
    return (await merchant.get(`/v1/wallet-links/${link}`)).body.status;
  },
});
