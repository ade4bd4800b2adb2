import { probes, type Story, told } from '../probe.support.ts';
import { found } from './escrow-ends.ts';

const HOUR = 3_600;
const SELLER = '0000000001';
const buyer = { email: 'ada@example.com' };

const paidAfter = (hours: number, changes: Record<string, unknown>) => async (story: Story) => {
  const merchant = await story.merchant();
  const reference = await story.made(merchant, 'escrows', story.escrow(changes));
  await story.advance(hours * HOUR);
  await story.deed(merchant, reference, 'pay');
  return await story.status(merchant, 'escrows', reference);
};

const afterPart = (deed: 'dispute' | 'buyer-release') => async (story: Story) => {
  const merchant = await story.merchant();
  await story.approved(merchant);
  const reference = await story.funded(merchant);
  await merchant.post(`/v1/escrows/${reference}/refund`, { amount: 20_000 });
  await story.deed(merchant, reference, deed);
  return [await story.status(merchant, 'escrows', reference), await story.available(merchant, SELLER)];
};

probes(found, {
  'kind-replayed-create-revives-the-cancelled': async (story) => {
    const merchant = await story.merchant();
    const [asked, key] = [story.escrow(), { 'idempotency-key': 'the order' }];
    await merchant.post('/v1/escrows', asked, key);
    await merchant.post(`/v1/escrows/${asked.reference}/cancel`);
    const again = await merchant.post('/v1/escrows', asked, key);
    return [again.status, await story.status(merchant, 'escrows', asked.reference)];
  },
  'kind-duplicate-revives-the-expired': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(25 * HOUR);
    const again = await merchant.post('/v1/escrows', story.escrow({ reference }));
    return [told(again), await story.status(merchant, 'escrows', reference)];
  },
  'kind-expired-is-filed-as-cancelled': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(48 * HOUR);
    const first = await story.status(merchant, 'escrows', reference);
    await story.advance(72 * HOUR);
    return [first, await story.status(merchant, 'escrows', reference)];
  },
  'kind-named-buyer-pays-what-has-expired': paidAfter(30, { buyer }),
  'kind-payment-in-an-hour-of-grace': paidAfter(24.5, {}),
  'kind-funded-for-a-week-expires': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant, { autoReleaseHours: 500 });
    await story.advance(200 * HOUR);
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-unpaid-released-before-it-expires': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow({ autoReleaseHours: 2 }));
    await story.advance(3 * HOUR);
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-buyer-releases-what-was-refunded-in-part': afterPart('buyer-release'),
  'kind-buyer-disputes-a-partial-refund': afterPart('dispute'),
  'kind-releases-told-again-the-day-after': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const reference = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${reference}/release`);
    await story.advance(25 * HOUR);
    return (await story.deliveries(merchant)).map(({ event }) => event);
  },
  'kind-newer-escrow-cancels-the-older': async (story) => {
    const merchant = await story.merchant();
    const older = await story.made(merchant, 'escrows', story.escrow({ buyer }));
    await story.made(merchant, 'escrows', story.escrow({ buyer }));
    return await story.status(merchant, 'escrows', older);
  },
  'kind-hours-from-the-first-try-to-pay': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow({ buyer, autoReleaseHours: 5 }));
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'obi@example.com' });
    await story.advance(3 * HOUR);
    await story.deed(merchant, reference, 'pay', { buyerEmail: buyer.email });
    await story.advance(3 * HOUR);
    return await story.status(merchant, 'escrows', reference);
  },
});
