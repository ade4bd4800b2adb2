import { card, probes } from '../probe.support.ts';
import { found } from './refusals.ts';

probes(found, {
  'blind6-refused-payer-keeps-the-escrow': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'ada@example.com' };
    const escrow = await story.made(merchant, 'escrows', story.escrow({ buyer }));
    await story.deed(merchant, escrow, 'pay', { buyerEmail: 'eve@example.com' });
    await story.deed(merchant, escrow, 'pay', { buyerEmail: buyer.email });
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind6-declined-card-leaves-its-reason': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.send(body.checkoutUrl, { ...card, cardNumber: '4000 0000 0000 0002' });
    const pending = await story.record(merchant, 'checkouts', String(body.reference));
    await story.send(body.checkoutUrl, card);
    const paid = await story.record(merchant, 'checkouts', String(body.reference));
    return [pending, paid].map(({ failureReason, status }) => [status, failureReason]);
  },
});
