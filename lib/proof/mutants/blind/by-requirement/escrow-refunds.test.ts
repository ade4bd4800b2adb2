import { probes, type Story, told } from '../probe.support.ts';
import { found } from './escrow-refunds.ts';

const HOUR = 3_600;
const SELLER = '0000000001';

const refundedFor = (reason: unknown) => async (story: Story) => {
  const merchant = await story.merchant();
  const reference = await story.funded(merchant);
  const first = await merchant.post(`/v1/escrows/${reference}/refund`, { amount: 20_000, reason: [5] });
  const answer = await merchant.post(`/v1/escrows/${reference}/refund`, { reason });
  return [told(first), told(answer), await story.status(merchant, 'escrows', reference)];
};

probes(found, {
  'kind-no-dispute-just-before-the-release': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(HOUR - 300);
    await story.deed(merchant, reference, 'dispute');
    return await story.status(merchant, 'escrows', reference);
  },
  'kind-dispute-starts-the-hours-anew': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant, { autoReleaseHours: 2 });
    await story.advance(HOUR);
    await story.deed(merchant, reference, 'dispute');
    await story.advance(1.5 * HOUR);
    const first = await story.status(merchant, 'escrows', reference);
    await story.advance(HOUR);
    return [first, await story.status(merchant, 'escrows', reference)];
  },
  'kind-partly-refunded-stays-disputed': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant);
    await story.deed(merchant, reference, 'dispute');
    const answer = await merchant.post(`/v1/escrows/${reference}/refund`, { amount: 20_000 });
    return [answer.status, await story.status(merchant, 'escrows', reference)];
  },
  'kind-no-refund-of-a-dispute-after-its-hours': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.funded(merchant, { autoReleaseHours: 1 });
    await story.deed(merchant, reference, 'dispute');
    await story.advance(2 * HOUR);
    return told(await merchant.post(`/v1/escrows/${reference}/refund`));
  },
  'kind-refund-reason-asked-by-its-truth': refundedFor(0),
  'kind-refund-reason-unread-at-a-full-refund': refundedFor(['late']),
  'kind-malformed-refund-is-a-draft': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const path = `/v1/escrows/${await story.funded(merchant)}/refund`;
    const first = await merchant.post(path, { amount: 20_000, reason: 5 });
    await merchant.post(path);
    return [told(first), await story.available(merchant, SELLER)];
  },
  'kind-malformed-refund-is-told': async (story) => {
    const merchant = await story.merchant('sandbox', await story.hook());
    const reference = await story.funded(merchant);
    const refused = await merchant.post(`/v1/escrows/${reference}/refund`, { amount: '20000' });
    const events = (await story.deliveries(merchant)).map(({ event }) => event);
    return [told(refused), events, await story.status(merchant, 'escrows', reference)];
  },
  'kind-refund-of-nothing-is-of-all': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const reference = await story.funded(merchant);
    const answer = await merchant.post(`/v1/escrows/${reference}/refund`, { amount: 0 });
    return [answer.status, await story.available(merchant, SELLER)];
  },
  'kind-second-partial-refund-pays-a-remainder': async (story) => {
    const merchant = await story.merchant();
    await story.approved(merchant);
    const path = `/v1/escrows/${await story.funded(merchant)}/refund`;
    await merchant.post(path, { amount: 20_000 });
    const second = await merchant.post(path, { amount: 10_000 });
    return [told(second), await story.available(merchant, SELLER)];
  },
  'kind-refused-refund-of-an-expired-one-is-written': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(25 * HOUR);
    const refused = await merchant.post(`/v1/escrows/${reference}/refund`);
    return [told(refused), await story.status(merchant, 'escrows', reference)];
  },
});
