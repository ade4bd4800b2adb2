import { probes, told } from '../probe.support.ts';
import { found } from './escrows.ts';

probes(found, {
  'blind35-beginning-of-the-address-is-enough': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.co' } }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'ada@example.com' });
    return story.status(merchant, 'escrows', escrow);
  },
  'blind35-fee-writes-over-the-share': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const before = Number(await story.available(merchant, '0000000001'));
    const escrow = await story.funded(merchant, { feeAmount: 500, feeWalletId: '0000000001' });
    await merchant.post(`/v1/escrows/${escrow}/release`);
    return Number(await story.available(merchant, '0000000001')) - before;
  },
  'blind35-conditions-kept-by-seller': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'escrows', story.escrow({ conditions: 'The goods arrive unharmed.' }));
    const conditions = 'The house is painted.';
    const { payUrl } = (await merchant.post('/v1/escrows', story.escrow({ conditions }))).body;
    return (await story.page(payUrl)).text.includes(conditions);
  },
  'blind35-reason-alone-refunds-nothing': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${escrow}/refund`, { reason: 'not delivered' });
    await story.advance(1);
    return hook.received.find(({ body }) => body.event === 'escrow.refunded')?.body.amountMinor;
  },
  'blind35-fee-wallet-must-be-linked-too': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    await story.patch(merchant, { requireLinkedWallets: true });
    const fee = { feeAmount: 500, feeWalletId: '0000000002' };
    return told(await merchant.post('/v1/escrows', story.escrow(fee)));
  },
  'blind35-released-when-the-merchant-knows': async (story) => {
    const hook = await story.hook((response) => response.writeHead(500).end());
    const merchant = await story.merchant('sandbox', hook);
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(3_700);
    return story.status(merchant, 'escrows', escrow);
  },
});
