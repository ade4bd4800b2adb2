import { type CheckContext, checks, type EventKind, expect, shared } from '../../../lib/interface/index.ts';

// "A Resend action sends an event again". It does not repeat the refund or the payment: `refundedAmount` and what can still be refunded stay the same.

/** Kobo. */
const [PAID, REFUNDED, FAILED] = [10_003, 3_001, 4_001];
const LEFT = PAID - REFUNDED;

const events = ['refund.failed', 'refund.succeeded', 'payment.succeeded'] as const satisfies readonly EventKind[];

async function lived({ merchant, buyer, console, time }: CheckContext, event: (typeof events)[number]) {
  const payment = await buyer.paid(merchant, { amount: PAID });
  const succeeded = await merchant.refundSettles(payment, { amount: REFUNDED });
  const failed = await merchant.settles(
    await merchant.refund(payment, { amount: FAILED, reason: 'sandbox_fail' }),
    'failed',
  );
  const { reference } = { 'refund.failed': failed, 'refund.succeeded': succeeded, 'payment.succeeded': payment }[event];
  await merchant.webhooks.given(event, reference);
  for (const _ of ['once', 'twice']) await console.resendEvent(merchant, event, reference);
  await time.wait(60, 'what was resent arrives');
  const refund = (amount: number) => merchant.createRefund({ paymentReference: payment.reference, amount });
  return { record: await merchant.get(payment), beyond: await refund(LEFT + 1), rest: await refund(LEFT) };
}

const needs = ['buyer', 'webhooks', 'deliveries', 'resend'] as const;
const rows = events.map((event) => ({
  event,
  life: shared(`a payment refunded in part, whose ${event} is resent twice`, needs, (context) => lived(context, event)),
}));

checks(
  'refund.exceeds-paid',
  rows,
  ({ event }) => `one kobo above what is left, when ${event} was resent twice`,
  async (context, { life }) => expect((await life(context)).beyond).toBeRefusedWith(422, 'refund_exceeds_paid'),
  { needs, drawn: 1 },
);

checks(
  'refund.up-to-amount-paid',
  rows,
  ({ event }) => `all that is left, when ${event} was resent twice`,
  async (context, { life }) => expect((await life(context)).rest).toHaveStatus(201),
  { needs, drawn: 1 },
);

checks(
  'refund.adds-to-refunded-amount',
  rows,
  ({ event }) => `it is what it was when ${event} was resent twice`,
  async (context, { life }) => expect((await life(context)).record).toHaveField('refundedAmount', REFUNDED),
  { needs, drawn: 1 },
);
