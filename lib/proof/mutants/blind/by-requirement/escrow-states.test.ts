import { probes, type Story, told } from '../probe.support.ts';
import { found } from './escrow-states.ts';

const HOUR = 3_600;

const paidAfterCancel = (hours: number, changes: Record<string, unknown>) => async (story: Story) => {
  const merchant = await story.merchant();
  const reference = await story.made(merchant, 'escrows', story.escrow(changes));
  await merchant.post(`/v1/escrows/${reference}/cancel`);
  await story.advance(hours * HOUR);
  await story.deed(merchant, reference, 'pay');
  return await story.status(merchant, 'escrows', reference);
};

probes(found, {
  'kind-payment-shut-before-the-expiry': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(23.75 * HOUR);
    await story.deed(merchant, reference, 'pay');
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-named-buyers-pay-their-own-alone': async (story) => {
    const merchant = await story.merchant();
    const buyer = { email: 'ada@example.com' };
    await story.made(merchant, 'escrows', story.escrow({ buyer }));
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.deed(merchant, reference, 'pay', { buyerEmail: buyer.email });
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-cancelled-is-forgotten-after-an-hour': paidAfterCancel(2, {}),
  'kind-named-buyer-pays-what-was-cancelled': paidAfterCancel(0, { buyer: { email: 'ada@example.com' } }),
  'kind-refused-cancel-refunds': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant);
    const refused = await merchant.post(`/v1/escrows/${reference}/cancel`);
    return [told(refused), await story.status(merchant, 'escrows', reference)];
  },
  'kind-expires-where-paid-in-the-second-half': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(13 * HOUR);
    await story.deed(merchant, reference, 'pay');
    await story.advance(11.5 * HOUR);
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-expires-where-another-account-tried': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow({ buyer: { email: 'ada@example.com' } }));
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'obi@example.com' });
    await story.deed(merchant, reference, 'pay', { buyerEmail: 'ada@example.com' });
    const first = await story.status(merchant, 'escrows', reference);
    await story.advance(25 * HOUR);
    return [first, await story.status(merchant, 'escrows', reference)];
  },
  'kind-release-only-on-the-first-day': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant);
    await story.advance(25 * HOUR);
    const answer = await merchant.post(`/v1/escrows/${reference}/release`);
    return [told(answer), await story.status(merchant, 'escrows', reference)];
  },
  'kind-buyer-may-release-for-a-day': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant);
    await story.advance(25 * HOUR);
    await story.deed(merchant, reference, 'buyer-release');
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-buyer-releases-the-oldest': async (story) => {
    const merchant = await story.merchant();
    const [first, second] = [await story.funded(merchant), await story.funded(merchant)];
    await story.deed(merchant, second, 'buyer-release');
    return [await story.status(merchant, 'escrows', first), await story.status(merchant, 'escrows', second)];
  },
  'kind-unpaid-released-when-asked-twice': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await merchant.post(`/v1/escrows/${reference}/release`);
    const first = await story.status(merchant, 'escrows', reference);
    await merchant.post(`/v1/escrows/${reference}/release`);
    return [first, await story.status(merchant, 'escrows', reference)];
  },
  'kind-unpaid-released-in-live': async (story) => {
    const merchant = await story.merchant('live');
    await story.wallet('live', '5000000001');
    const reference = await story.made(merchant, 'escrows', story.escrow({ seller: { walletId: '5000000001' } }));
    await merchant.post(`/v1/escrows/${reference}/release`);
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-hours-from-the-full-hour-of-the-payment': async (story) => {
    const merchant = await story.merchant();
    const now = story.bench.clock.now() / 1_000;
    await story.advance(HOUR - (now % HOUR) + HOUR / 2);
    const reference = await story.funded(merchant, { autoReleaseHours: 2 });
    await story.advance(1.75 * HOUR);
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-sellers-are-released-together': async (story) => {
    const merchant = await story.merchant();
    const long = await story.funded(merchant, { autoReleaseHours: 30 });
    await story.funded(merchant, { autoReleaseHours: 2 });
    await story.advance(3 * HOUR);
    return await story.status(merchant, 'escrows', long);
  },
});
