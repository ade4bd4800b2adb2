import { probes, type Story } from '../probe.support.ts';
import { found } from './round-trips.ts';

const checkoutWith = (changes: Record<string, unknown>) => async (story: Story) => {
  const merchant = await story.merchant();
  const { metadata, description } = await story.record(
    merchant,
    'checkouts',
    await story.made(merchant, 'checkouts', story.checkout(changes)),
  );
  return [metadata, description];
};

probes(found, {
  'blind-dollar-names-dropped': checkoutWith({ metadata: { a: 1, inner: { $ref: 'x' } } }),
  'blind-description-of-three-bytes': checkoutWith({ description: 'A cake 🎂' }),
  'blind-dates-in-metadata-completed': checkoutWith({ metadata: { due: '2026-01-31' } }),
  'blind-reason-on-one-line': async (story) => {
    const merchant = await story.merchant();
    const checkout = await story.paid(merchant);
    const refund = await story.made(merchant, 'refunds', story.refund(checkout, { reason: 'broken\nand late' }));
    return (await story.record(merchant, 'refunds', refund)).reason;
  },
  'blind-narration-of-digits-is-a-number': async (story) => {
    const merchant = await story.merchant();
    const payout = await story.made(merchant, 'payouts', story.payout({ narration: '0042' }));
    return (await story.record(merchant, 'payouts', payout)).narration;
  },
});
