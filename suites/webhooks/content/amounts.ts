import { type CheckContext, type Created, checks, expect, of } from '../../../lib/interface/index.ts';

// Amounts in events are exact, for any amount.

interface Row {
  readonly id:
    | 'webhook.payment-succeeded-amount'
    | 'webhook.refund-succeeded-amount'
    | 'webhook.payout-succeeded-amount';
  readonly event: 'payment.succeeded' | 'refund.succeeded' | 'payout.succeeded';
  readonly amount: number;
}

const rows: readonly Row[] = [
  ...[2_000_000_000, 100, 16_777_217, 1_073_741_825].map(
    (amount): Row => ({ id: 'webhook.payment-succeeded-amount', event: 'payment.succeeded', amount }),
  ),
  ...[1_999_999_999, 1, 16_777_217].map(
    (amount): Row => ({ id: 'webhook.refund-succeeded-amount', event: 'refund.succeeded', amount }),
  ),
  ...[2_000_000_000, 10_000, 16_777_217].map(
    (amount): Row => ({ id: 'webhook.payout-succeeded-amount', event: 'payout.succeeded', amount }),
  ),
];

checks(
  ({ id }) => id,
  rows,
  ({ amount, event }) => `${event} of ${amount} tells that amount`,
  async (context, { event, amount }) => {
    const { merchant } = context;
    const { reference } = await made(context, event, amount);

    expect(of(await merchant.webhooks.given(event, reference), 'amountMinor')).toBe(amount);
  },
);

async function made({ merchant, buyer }: CheckContext, event: Row['event'], amount: number): Promise<Created> {
  if (event === 'payment.succeeded') return await buyer.paid(merchant, { amount });
  if (event === 'payout.succeeded') return await merchant.payout({ amount });
  return await merchant.refund(await buyer.paid(merchant, { amount: 2_000_000_000 }), { amount });
}
