import { probes, told } from '../probe.support.ts';
import { found } from './sums.ts';

probes(found, {
  'blind-fee-of-half-at-most': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1234567890');
    await story.approved(merchant, { walletId: '1234567890' });
    const escrow = await story.funded(merchant, {
      seller: { walletId: '1234567890' },
      feeAmount: 30_000,
      feeWalletId: '0000000002',
    });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, '1234567890');
  },
  'blind-remainder-in-floating-naira': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1234567890');
    await story.approved(merchant, { walletId: '1234567890' });
    const seller = { walletId: '1234567890' };
    for (const amount of [19, 1_103, 12_345, 33_333, 49_981]) {
      const escrow = await story.funded(merchant, { seller });
      await merchant.post(`/v1/escrows/${escrow}/refund`, { amount });
    }
    return await story.available(merchant, '1234567890');
  },
  'blind-second-failure-frees-nothing': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    for (let times = 0; times < 2; times++) {
      await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'sandbox_fail' }));
      await story.advance(3);
    }
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 5_000 })));
  },
  'blind-refund-of-transfer-costs-nothing': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { method: 'transfer' });
    await story.made(merchant, 'refunds', story.refund(String(body.reference)));
    await story.advance(3);
    return await story.balance(merchant);
  },
  'blind-retry-of-failed-amount-not-checked': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 3_000, reason: 'sandbox_fail' }));
    await story.advance(3);
    await story.made(merchant, 'refunds', story.refund(checkout, { amount: 2_001 }));
    return told(await merchant.post('/v1/refunds', story.refund(checkout, { amount: 3_000 })));
  },
});
