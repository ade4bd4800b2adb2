import { probes, told } from '../probe.support.ts';
import { found } from './escrows.ts';

probes(found, {
  'blind31-one-fee-wallet-for-a-merchant': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000002' });
    const first = await story.funded(merchant, { feeAmount: 500, feeWalletId: '0000000002' });
    await story.made(merchant, 'escrows', story.escrow({ feeAmount: 500, feeWalletId: '0000000003' }));
    await merchant.post(`/v1/escrows/${first}/release`);
    return story.available(merchant, '0000000002');
  },
  'blind31-tags-of-addresses-do-not-count': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada+shop@example.com' });
    return story.status(merchant, 'escrows', escrow);
  },
  'blind31-late-buyers-get-an-hour-more': async (story) => {
    const merchant = await story.merchant();
    const body = story.escrow();
    const { payUrl } = (await merchant.post('/v1/escrows', body)).body;
    await story.advance(24 * 3_600 - 600);
    await story.page(payUrl);
    await story.advance(1_800);
    return story.status(merchant, 'escrows', body.reference);
  },
  'blind31-setting-stops-releases': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post(`/v1/escrows/${escrow}/release`));
  },
  'blind31-paid-to-the-first-wallet-of-the-holder': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1000000001', 'Ngozi Eze');
    await story.wallet('sandbox', '1000000002', 'Ngozi Eze');
    await story.approved(merchant, { walletId: '1000000002' });
    const escrow = await story.funded(merchant, { seller: { walletId: '1000000002' } });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return story.available(merchant, '1000000002');
  },
  'blind31-turned-away-buyer-keeps-it-open': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'bola@example.com' });
    return told(await merchant.post(`/v1/escrows/${escrow}/cancel`));
  },
  'blind31-long-conditions-are-cut': async (story) => {
    const merchant = await story.merchant();
    const conditions = `${'The goods arrive unharmed. '.repeat(8)}The buyer signs.`;
    const { payUrl } = (await merchant.post('/v1/escrows', story.escrow({ conditions }))).body;
    return (await story.page(payUrl)).text.includes('The buyer signs.');
  },
});
