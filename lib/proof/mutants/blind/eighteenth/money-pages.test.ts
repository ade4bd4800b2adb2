import { card, probes } from '../probe.support.ts';
import { found } from './money-pages.ts';

probes(found, {
  'blind18-dollars-of-a-description-replaced': async (story) => {
    const merchant = await story.merchant();
    const description = 'Voucher: $$5 off';
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ description }));
    return (await story.page(body.checkoutUrl)).text.includes(description);
  },
  'blind18-card-used-too-often': async (story) => {
    const merchant = await story.merchant();
    const seen: unknown[] = [];
    for (let made = 0; made < 7; made++) {
      const { body } = await merchant.post('/v1/checkouts', story.checkout());
      await story.send(body.checkoutUrl, card);
      seen.push(await story.status(merchant, 'checkouts', String(body.reference)));
    }
    return seen;
  },
  'blind18-announced-transfer-makes-it-pending': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, card);
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind18-escrow-page-wants-the-sellers-wallet': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/escrows', story.escrow({ seller: { walletId: '7012345678' } }));
    await story.send(body.payUrl, { do: 'pay', email: 'buyer@example.com' });
    return await story.status(merchant, 'escrows', String(body.reference));
  },
});
