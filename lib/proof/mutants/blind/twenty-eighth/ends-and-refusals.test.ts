import { card, probes, told } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './ends-and-refusals.ts';

probes(found, {
  'blind28-late-transfer-is-booked': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout());
    await story.advance(DAY + 60);
    await story.send(body.checkoutUrl, { method: 'transfer' });
    return await story.status(merchant, 'checkouts', String(body.reference));
  },
  'blind28-complaint-after-automatic-release': async (story) => {
    const merchant = await story.merchant();
    const escrow = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(HOUR + 60);
    await story.deed(merchant, escrow, 'dispute');
    return await story.status(merchant, 'escrows', escrow);
  },
  'blind28-duplicate-sets-return-url': async (story) => {
    const merchant = await story.merchant();
    const sent = story.checkout();
    const { body } = await merchant.post('/v1/checkouts', sent);
    await merchant.post('/v1/checkouts', { ...sent, returnUrl: 'https://elsewhere.example/' });
    return (await story.send(body.checkoutUrl, card)).headers.location;
  },
  'blind28-refused-refund-waits-for-room': async (story) => {
    const merchant = await story.merchant();
    const payment = await story.paid(merchant);
    await story.made(merchant, 'refunds', story.refund(payment, { amount: 3_000, reason: 'sandbox_fail' }));
    const refused = story.refund(payment, { amount: 4_000 });
    const answer = await merchant.post('/v1/refunds', refused);
    await story.advance(60);
    return [told(answer), (await merchant.get(`/v1/refunds/${refused.reference}`)).status];
  },
  'blind28-refused-body-takes-the-key-over': async (story) => {
    const merchant = await story.merchant();
    const [first, other] = [story.checkout(), story.checkout()];
    const ask = (body: unknown) => merchant.post('/v1/checkouts', body, { 'idempotency-key': 'one' });
    return [told(await ask(first)), told(await ask(other)), told(await ask(first))];
  },
});
