import type { Receiver } from '../../../reference/testing.ts';
import { probes, type Story } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './webhook-escrows.ts';

async function shop(story: Story) {
  const hook = await story.hook();
  return { hook, merchant: await story.merchant('sandbox', hook) };
}

const seen = (hook: Receiver) =>
  hook.received
    .map(({ body }) => [body.event, body.reference, body.amountMinor].map((part) => JSON.stringify(part)))
    .sort();

const fee = { feeAmount: 500, feeWalletId: '0000000002' };

probes(found, {
  'kind-more-held-for-seller-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    for (const _ of [1, 2]) await story.funded(merchant);
    await story.advance(0);
    return seen(hook);
  },
  'kind-named-buyer-pays-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.funded(merchant, { buyer: { email: 'ada@example.com' } });
    await story.advance(0);
    return [seen(hook), await story.status(merchant, 'escrows', reference)];
  },
  'kind-second-dispute-of-buyer-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    for (const _ of [1, 2]) await story.deed(merchant, await story.funded(merchant), 'dispute');
    await story.advance(0);
    return seen(hook);
  },
  'kind-disputed-amount-as-text': async (story) => {
    const { hook, merchant } = await shop(story);
    await story.deed(merchant, await story.funded(merchant), 'dispute');
    await story.advance(0);
    return seen(hook);
  },
  'kind-release-with-fee-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.funded(merchant, fee);
    await merchant.post(`/v1/escrows/${reference}/release`);
    await story.advance(0);
    return [seen(hook), await story.status(merchant, 'escrows', reference)];
  },
  'kind-refused-release-counts-as-told': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.made(merchant, 'escrows', story.escrow());
    const { status } = await merchant.post(`/v1/escrows/${reference}/release`);
    await story.deed(merchant, reference, 'pay');
    await merchant.post(`/v1/escrows/${reference}/release`);
    await story.advance(0);
    return [status, seen(hook), await story.status(merchant, 'escrows', reference)];
  },
  'kind-buyers-release-on-the-way-back-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.funded(merchant, { returnUrl: 'https://shop.example/thanks' });
    await story.deed(merchant, reference, 'buyer-release');
    await story.advance(0);
    return [seen(hook), await story.status(merchant, 'escrows', reference)];
  },
  'kind-next-release-of-buyer-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    for (const _ of [1, 2]) await story.deed(merchant, await story.funded(merchant), 'buyer-release');
    await story.advance(0);
    return seen(hook);
  },
  'kind-release-after-default-hours-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.funded(merchant);
    await story.advance(4 * DAY);
    return [seen(hook), await story.status(merchant, 'escrows', reference)];
  },
  'kind-releases-of-one-run-told-once': async (story) => {
    const { hook, merchant } = await shop(story);
    for (const _ of [1, 2]) await story.funded(merchant, { autoReleaseHours: 1 });
    await story.advance(2 * HOUR);
    return seen(hook);
  },
  'kind-automatic-release-told-after-fee': async (story) => {
    const { hook, merchant } = await shop(story);
    await story.funded(merchant, { ...fee, autoReleaseHours: 1 });
    await story.advance(2 * HOUR);
    return seen(hook);
  },
});
