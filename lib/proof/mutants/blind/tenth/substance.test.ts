import { probes } from '../probe.support.ts';
import { found } from './substance.ts';

probes(found, {
  'blind10-first-fee-wallet-kept': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant, { walletId: '0000000003' });
    await story.made(merchant, 'escrows', story.escrow({ feeAmount: 500, feeWalletId: '0000000002' }));
    const escrow = await story.funded(merchant, { feeAmount: 500, feeWalletId: '0000000003' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return await story.available(merchant, '0000000003');
  },
  'blind10-resent-at-present-worth': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const checkout = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(checkout));
    await story.advance(10);
    await story.resend(merchant, (await story.deliveries(merchant))[0]?.id);
    await story.advance(0);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]);
  },
});
