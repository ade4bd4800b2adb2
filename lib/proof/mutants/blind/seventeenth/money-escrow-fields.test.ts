import { probes } from '../probe.support.ts';
import { found } from './money-escrow-fields.ts';

probes(found, {
  'blind17-fee-wallet-kept-with-the-merchant': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000002' });
    const earlier = await story.funded(merchant, { feeAmount: 700, feeWalletId: '0000000002' });
    await story.made(merchant, 'escrows', story.escrow({ feeAmount: 700, feeWalletId: '0000000003' }));
    await merchant.post(`/v1/escrows/${earlier}/release`);
    return await story.available(merchant, '0000000002');
  },
  'blind17-conditions-cut-to-their-column': async (story) => {
    const merchant = await story.merchant();
    const conditions = `${'The chairs are delivered whole. '.repeat(9)}Returned within a week.`;
    const { body } = await merchant.post('/v1/escrows', story.escrow({ conditions }));
    return (await story.page(body.payUrl)).text.includes('Returned within a week.');
  },
  'blind17-escrow-page-wants-a-return-url': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/escrows', story.escrow());
    await story.send(body.payUrl, { do: 'pay', email: 'buyer@example.com' });
    return await story.status(merchant, 'escrows', String(body.reference));
  },
});
