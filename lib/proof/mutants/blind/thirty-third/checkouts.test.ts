import { card, probes, times } from '../probe.support.ts';
import { found } from './checkouts.ts';

const DAY = 24 * 3_600;
const to = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location);

probes(found, {
  'blind33-refunded-in-full-is-cleaned': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.paid(merchant, { metadata: { order: 'A' } });
    await story.made(merchant, 'refunds', story.refund(reference, { amount: 5_000 }));
    await story.advance(DAY + 3_600);
    return (await story.record(merchant, 'checkouts', reference)).metadata;
  },
  'blind33-second-refund-of-a-transfer-moves-paid-at': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    await story.send(checkoutUrl, { method: 'transfer' });
    const { paidAt } = await story.record(merchant, 'checkouts', body.reference);
    await story.made(merchant, 'refunds', story.refund(body.reference));
    await story.advance(60);
    await story.made(merchant, 'refunds', story.refund(body.reference));
    await story.advance(60);
    return (await story.record(merchant, 'checkouts', body.reference)).paidAt === paidAt;
  },
  'blind33-refused-duplicate-sets-the-return-address': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    await merchant.post('/v1/checkouts', { ...body, returnUrl: 'https://shop.example/other' });
    return to(await story.send(checkoutUrl, card));
  },
  'blind33-redirect-looked-up-by-reference': async (story) => {
    const [one, other] = [await story.merchant(), await story.merchant()];
    const body = story.checkout();
    await one.post('/v1/checkouts', body);
    const second = { ...body, returnUrl: 'https://second.example/' };
    const { checkoutUrl } = (await other.post('/v1/checkouts', second)).body;
    return to(await story.send(checkoutUrl, card));
  },
  'blind33-description-of-the-last-order': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout({ description: 'Shoes' }));
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    return (await story.record(merchant, 'checkouts', reference)).description;
  },
  'blind33-sweep-expires-what-had-failed': async (story) => {
    const merchant = await story.merchant();
    const failed = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, failed, 'failed');
    await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 60);
    return (await story.record(merchant, 'checkouts', failed)).failureReason;
  },
  'blind33-three-declines-block-cards': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout();
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    await times(3, () => story.send(checkoutUrl, { ...card, cardNumber: '4000 0000 0000 0002' }));
    await story.send(checkoutUrl, card);
    return story.status(merchant, 'checkouts', body.reference);
  },
  'blind33-a-status-of-the-shop-is-left': async (story) => {
    const merchant = await story.merchant();
    const body = story.checkout({ returnUrl: 'https://shop.example/orders?status=open' });
    const { checkoutUrl } = (await merchant.post('/v1/checkouts', body)).body;
    return to(await story.send(checkoutUrl, card));
  },
});
