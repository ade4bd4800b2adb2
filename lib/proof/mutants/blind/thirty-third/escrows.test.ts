import { probes, told } from '../probe.support.ts';
import { found } from './escrows.ts';

probes(found, {
  'blind33-linked-by-another-merchant-is-enough': async (story) => {
    const [merchant, other] = [await story.merchant(), await story.merchant()];
    await story.approved(other);
    await story.linked(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    return told(await merchant.post('/v1/escrows', story.escrow()));
  },
  'blind33-buyer-with-a-dispute-cannot-pay': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'ada@example.com' };
    const first = await story.funded(merchant, { buyer });
    await story.deed(merchant, first, 'dispute');
    const reference = await story.funded(merchant, { buyer });
    return story.status(merchant, 'escrows', reference);
  },
  'blind33-fee-agreed-with-the-seller': async (story) => {
    const merchant = await story.merchant();
    await story.wallet('sandbox', '1000000001');
    await story.approved(merchant, { walletId: '1000000001' });
    const seller = { walletId: '1000000001' };
    await story.made(merchant, 'escrows', story.escrow({ seller, feeAmount: 500, feeWalletId: '0000000002' }));
    const reference = await story.funded(merchant, { seller });
    await merchant.post(`/v1/escrows/${reference}/release`);
    return story.available(merchant, '1000000001');
  },
  'blind33-paid-is-asked-by-buyer-and-seller': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'ada@example.com' };
    const reference = await story.made(merchant, 'escrows', story.escrow({ buyer }));
    await story.funded(merchant, { buyer });
    return told(await merchant.post(`/v1/escrows/${reference}/cancel`));
  },
});
