import { type Created, type EventKind, type Merchant, type Received, shared } from '../../../lib/interface/index.ts';

export interface Announced {
  readonly resource: Created;
  readonly event: Received;
}

async function announced(merchant: Merchant, kind: EventKind, resource: Created): Promise<Announced> {
  return { resource, event: await merchant.webhooks.given(kind, resource.reference) };
}

/** One genuine event of each kind, with its resource. Checks must not change these resources. */
export const announcedBy = {
  'payment.succeeded': shared('a payment that succeeded', ['webhooks', 'buyer'], async ({ merchant, buyer }) =>
    announced(merchant, 'payment.succeeded', await buyer.paid(merchant, { amount: 7_421 })),
  ),
  'payment.failed': shared('a payment that failed', ['webhooks', 'payment-failure'], async ({ merchant, buyer }) =>
    announced(merchant, 'payment.failed', await buyer.fails(merchant, await merchant.checkout({ amount: 7_421 }))),
  ),
  'refund.succeeded': shared('a refund that succeeded', ['webhooks', 'buyer'], async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 9_000 });
    return announced(merchant, 'refund.succeeded', await merchant.refund(payment, { amount: 2_345 }));
  }),
  'refund.failed': shared('a refund that failed', ['webhooks', 'buyer'], async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 9_000 });
    const refund = await merchant.refund(payment, { amount: 2_345, reason: 'sandbox_fail' });
    return announced(merchant, 'refund.failed', refund);
  }),
  'payout.succeeded': shared('a payout that succeeded', ['webhooks'], async ({ merchant }) =>
    announced(merchant, 'payout.succeeded', await merchant.payout({ amount: 12_345 })),
  ),
  'payout.failed': shared('a payout that failed', ['webhooks'], async ({ merchant }) =>
    announced(
      merchant,
      'payout.failed',
      await merchant.payout({ amount: 12_345, recipient: { accountNumber: '0000000000' } }),
    ),
  ),
} as const;
