import { type Probe, probes } from '../probe.support.ts';
import { DAY } from '../ways.ts';
import { found } from './checkout-ends.ts';

const failedTwice =
  (tells: boolean): Probe =>
  async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.paid(merchant);
    await story.settle(merchant, reference, 'failed');
    await story.advance(0);
    const { status, failureReason } = await story.record(merchant, 'checkouts', reference);
    return tells ? [status, failureReason, hook.events()] : [status, failureReason];
  };

probes(found, {
  'kind-paid-in-the-last-hour-expires': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY - 600);
    await story.settle(merchant, reference, 'succeeded');
    await story.advance(1_200);
    return story.status(merchant, 'checkouts', reference);
  },
  'kind-duplicate-reopens-the-expired': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.advance(DAY + 60);
    await merchant.post('/v1/checkouts', story.checkout({ reference }));
    return story.status(merchant, 'checkouts', reference);
  },
  'kind-failure-told-again-at-expiry': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    await story.settle(merchant, reference, 'failed');
    await story.advance(DAY + 60);
    return hook.events();
  },
  'kind-payment-of-a-failed-checkout-told': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    const reference = await story.made(merchant, 'checkouts', story.checkout());
    for (const outcome of ['failed', 'succeeded'] as const) await story.settle(merchant, reference, outcome);
    await story.advance(0);
    return [await story.status(merchant, 'checkouts', reference), hook.events()];
  },
  'kind-loser-of-the-race-is-told': failedTwice(true),
  'kind-loser-of-the-race-writes-its-reason': failedTwice(false),
});
