import { probes, type Story } from '../probe.support.ts';
import { DAY, HOUR } from '../ways.ts';
import { found } from './webhook-escrow-ends.ts';

async function shop(story: Story) {
  const hook = await story.hook();
  return { hook, merchant: await story.merchant('sandbox', hook) };
}

const named = { buyer: { email: 'ada@example.com' } };

probes(found, {
  'kind-refund-of-dispute-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.funded(merchant);
    await story.deed(merchant, reference, 'dispute');
    await merchant.post(`/v1/escrows/${reference}/refund`, {});
    await story.advance(0);
    return [hook.events().sort(), await story.status(merchant, 'escrows', reference)];
  },
  'kind-part-refund-told-as-release': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.funded(merchant);
    await merchant.post(`/v1/escrows/${reference}/refund`, { amount: 20_000 });
    await story.advance(0);
    return [hook.events().sort(), await story.status(merchant, 'escrows', reference)];
  },
  'kind-late-cancellation-left-to-expiry': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.made(merchant, 'escrows', story.escrow());
    await story.advance(13 * HOUR);
    await merchant.post(`/v1/escrows/${reference}/cancel`);
    await story.advance(12 * HOUR);
    return [hook.events(), await story.status(merchant, 'escrows', reference)];
  },
  'kind-cancelled-after-refused-buyer-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.made(merchant, 'escrows', story.escrow(named));
    const { status } = await story.deed(merchant, reference, 'pay', { buyerEmail: 'eve@example.com' });
    await merchant.post(`/v1/escrows/${reference}/cancel`);
    await story.advance(0);
    return [status, hook.events(), await story.status(merchant, 'escrows', reference)];
  },
  'kind-expiry-for-named-buyer-untold': async (story) => {
    const { hook, merchant } = await shop(story);
    const reference = await story.made(merchant, 'escrows', story.escrow(named));
    await story.advance(DAY + HOUR);
    return [hook.events(), await story.status(merchant, 'escrows', reference)];
  },
});
