import { type Probe, probes, type Story } from '../probe.support.ts';
import { found } from './payments.ts';

const DAY = 86_400;

/** Advances to the next time at which the service's clock shows this hour of the day, in UTC. */
async function untilHour(story: Story, hour: number): Promise<void> {
  const since = (story.bench.clock.now() / 1_000) % DAY;
  await story.advance((hour * 3_600 - since + DAY) % DAY);
}

const kept =
  (field: 'metadata' | 'description', value: unknown): Probe =>
  async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ [field]: value }));
    return (await story.record(merchant, 'checkouts', reference))[field];
  };

probes(found, {
  'blind23-metadata-dates-are-revived': kept('metadata', { deliver: { from: '2026-03-01T10:00:00+01:00' } }),
  'blind23-end-of-a-reference-is-taken-for-a-format': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ reference: 'invoice-7.pdf' }));
    return (await merchant.get(`/v1/checkouts/${reference}`)).status;
  },
  'blind23-description-ends-before-an-emoji': kept('description', 'Two tickets 🎫 for Ada'),
  'blind23-declined-card-explains-the-expiry': async (story) => {
    const merchant = await story.merchant();
    const { body } = await merchant.post('/v1/checkouts', story.checkout({ reference: 'order' }));
    const bad = { method: 'card', cardNumber: '4000 0000 0000 0002', expiry: '12/40', cvv: '123' };
    await story.send(body.checkoutUrl, bad);
    await story.advance(DAY + 60);
    return (await story.record(merchant, 'checkouts', 'order')).failureReason;
  },
  'blind23-failed-refund-frees-the-pending-ones-too': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant, { amount: 10_000 });
    await story.made(merchant, 'refunds', story.refund(paid, { amount: 1_000, reason: 'sandbox_fail' }));
    await story.advance(1);
    await story.made(merchant, 'refunds', story.refund(paid, { amount: 6_000 }));
    await story.advance(60);
    return (await merchant.post('/v1/refunds', story.refund(paid, { amount: 5_000 }))).code;
  },
  'blind23-what-is-left-is-told-in-whole-naira': async (story) => {
    const merchant = await story.merchant();
    const paid = await story.paid(merchant, { amount: 1_250 });
    const { text } = await merchant.post('/v1/refunds', story.refund(paid, { amount: 2_000 }));
    return [text.includes('1250') || text.includes('12.50'), text.includes('₦13')];
  },
  'blind23-refund-event-loses-a-kobo': async (story) => {
    const hook = await story.hook();
    const merchant = await story.merchant('sandbox', hook);
    await story.made(merchant, 'refunds', story.refund(await story.paid(merchant), { amount: 1_003 }));
    await story.advance(60);
    return hook.received.map(({ body }) => [body.event, body.amountMinor]);
  },
  'blind23-refund-time-is-on-a-twelve-hour-clock': async (story) => {
    const merchant = await story.merchant();
    await untilHour(story, 15);
    const refund = await story.made(merchant, 'refunds', story.refund(await story.paid(merchant)));
    const { createdAt } = await story.record(merchant, 'refunds', refund);
    return Math.round((story.bench.clock.now() - Date.parse(String(createdAt))) / 3_600_000);
  },
});
