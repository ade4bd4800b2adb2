import { checks, type EventKind, shared } from '../../../lib/interface/index.ts';
import { LONG } from '../retries/timing.ts';

// Each delivery is retried and abandoned for itself. Nothing lets a service stop sending to an address: what happens after several deliveries were
// abandoned is sent there like everything before.

/** How many deliveries in a row are abandoned before. */
const ABANDONED = 6;

const needs = ['webhooks', 'clock', 'buyer'] as const;

const later = shared(`what happens after ${ABANDONED} deliveries were abandoned`, needs, async (context) => {
  const { merchant, buyer, time, data } = context;
  const given = Array.from({ length: ABANDONED }, () => data.reference('pay'));
  for (const reference of given) {
    merchant.webhooks.answer({ event: 'payout.succeeded', reference }, [500]);
    await merchant.payout({ reference });
  }
  await time.wait(LONG, 'the deliveries are given up');
  const checkout = await buyer.paid(merchant, { amount: 9_001 });
  const refund = await merchant.refundSettles(checkout, { amount: 1_001 });
  const payout = await merchant.payout();
  return {
    merchant,
    references: {
      'payment.succeeded': checkout.reference,
      'refund.succeeded': refund.reference,
      'payout.succeeded': payout.reference,
    } satisfies Partial<Record<EventKind, string>>,
  };
});

checks(
  ({ id }) => id,
  [
    { id: 'webhook.payment-succeeded', event: 'payment.succeeded' },
    { id: 'webhook.refund-succeeded', event: 'refund.succeeded' },
    { id: 'webhook.payout-succeeded', event: 'payout.succeeded' },
  ] as const,
  ({ event }) => `${event} is sent after ${ABANDONED} deliveries in a row were abandoned`,
  async (context, { event }) => {
    const { merchant, references } = await later(context);

    await merchant.webhooks.arrives(event, references[event]);
  },
  { needs },
);
