import { probes, told } from '../probe.support.ts';
import { found } from './escrows.ts';

probes(found, {
  'blind32-remainders-below-a-naira-are-dropped': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 49_950 });
    return story.available(merchant, '0000000001');
  },
  'blind32-fee-wallet-has-to-be-linked-too': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', story.escrow({ feeAmount: 500, feeWalletId: '0000000002' })));
  },
  'blind32-fee-is-at-most-half': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000002' });
    const escrow = await story.funded(merchant, { feeAmount: 30_000, feeWalletId: '0000000002' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return story.available(merchant, '0000000002');
  },
  'blind32-missing-wallets-stay-missing': async (story) => {
    const merchant = await story.merchant('live');
    const seller = { walletId: '1000000001' };
    await merchant.post('/v1/escrows', story.escrow({ seller }));
    await story.wallet('live', '1000000001');
    return told(await merchant.post('/v1/escrows', story.escrow({ seller })));
  },
  'blind32-disputes-tell-of-the-whole': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await story.deed(merchant, escrow, 'dispute');
    await merchant.post(`/v1/escrows/${escrow}/refund`, { amount: 20_000 });
    await story.advance(1);
    return hook.received.find(({ body }) => body.event === 'escrow.refunded')?.body.amountMinor;
  },
  'blind32-apostrophes-are-refused': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: "ada.o'brien@example.com" };
    return told(await merchant.post('/v1/escrows', story.escrow({ buyer })));
  },
  'blind32-released-at-the-full-hour': async (story) => {
    const merchant = await story.merchant();
    const now = Number(await story.advance(0)) / 1_000;
    await story.advance(3_600 - (now % 3_600) + 600);
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(3_900);
    return story.status(merchant, 'escrows', escrow);
  },
});
