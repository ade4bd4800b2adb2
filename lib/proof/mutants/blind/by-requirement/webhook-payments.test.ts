import type { Receiver } from '../../../reference/testing.ts';
import { probes, type Story } from '../probe.support.ts';
import { HOUR } from '../ways.ts';
import { found } from './webhook-payments.ts';

async function shop(story: Story) {
  const hook = await story.hook();
  return { hook, merchant: await story.merchant('sandbox', hook) };
}

const seen = (hook: Receiver) =>
  hook.received.map(({ body }) => `${body.event} ${body.reference} ${body.amountMinor}`).sort();

probes(found, {
  'kind-second-failure-of-a-buyer-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    for (const _ of [1, 2])
      await story.settle(merchant, await story.made(merchant, 'checkouts', story.checkout()), 'failed');
    await story.advance(0);
    return seen(hook);
  },
  'kind-late-decline-left-to-expiry': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(13 * HOUR);
    await story.settle(merchant, reference, 'failed');
    await story.advance(12 * HOUR);
    return [seen(hook), await story.status(merchant, 'checkouts', reference)];
  },
  'kind-like-payment-taken-for-repetition': async (story) => {
    const { hook, merchant } = await shop(story);
    await story.paid(merchant);
    const reference = await story.paid(merchant);
    await story.advance(0);
    return [seen(hook), await story.status(merchant, 'checkouts', reference)];
  },
  'kind-payment-told-in-rounded-naira': async (story) => {
    const { hook, merchant } = await shop(story);
    await story.paid(merchant, { amount: 12_345 });
    await story.advance(0);
    return seen(hook);
  },
  'kind-failed-retry-of-refund-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const paid = await story.paid(merchant);
    for (const _ of [1, 2]) {
      await story.made(merchant, 'refunds', story.refund(paid, { reason: 'sandbox_fail' }));
      await story.advance(10);
    }
    return seen(hook);
  },
  'kind-failed-part-after-refund-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const paid = await story.paid(merchant);
    for (const reason of ['broken', 'sandbox_fail']) {
      await story.made(merchant, 'refunds', story.refund(paid, { reason }));
      await story.advance(10);
    }
    return seen(hook);
  },
  'kind-payouts-to-one-account-told-as-one': async (story) => {
    const { hook, merchant } = await shop(story);
    for (const _ of [1, 2]) await story.made(merchant, 'payouts', story.payout());
    await story.advance(10);
    return seen(hook);
  },
  'kind-account-known-as-bad-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    for (const _ of [1, 2]) {
      await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
      await story.advance(10);
    }
    return seen(hook);
  },
  'kind-failure-in-a-good-batch-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    await story.made(merchant, 'payouts', story.payout());
    await story.made(merchant, 'payouts', story.payout({ recipient: story.failing }));
    await story.advance(10);
    return seen(hook);
  },
  'kind-paid-after-failure-told-as-success': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, reference, 'failed');
    const { status } = await story.settle(merchant, reference, 'succeeded');
    await story.advance(0);
    return [status, seen(hook), await story.status(merchant, 'checkouts', reference)];
  },
});
