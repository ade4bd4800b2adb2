import { Blocked, check, checks, expect, field, shared } from '../../../lib/interface/index.ts';

// Refunds of one checkout that are pending together, some of which fail: each adds or frees exactly its own amount.

const PAID = 100_003;

/** In order of creation; a negative amount is that of a refund that fails. */
const rows = (
  [
    { what: 'one that succeeds, then one that fails', amounts: [15_001, -5_003] },
    { what: 'one that fails, then one that succeeds', amounts: [-15_001, 5_003] },
    { what: 'one that fails between two that succeed', amounts: [10_001, -20_003, 30_007] },
    { what: 'one that succeeds between two that fail', amounts: [-10_001, 20_003, -30_007] },
    { what: 'two of one amount, of which the second fails', amounts: [25_001, -25_001] },
    { what: 'two of one amount, of which the first fails', amounts: [-25_001, 25_001] },
    { what: 'two that fail', amounts: [-15_001, -5_003] },
    { what: 'one that fails and one that succeeds, asked for at one moment', amounts: [-15_001, 5_003], apart: 0 },
    { what: 'one that succeeds and one that fails, asked for at one moment', amounts: [15_001, -5_003], apart: 0 },
    {
      what: 'two that fail around one that succeeds, asked for at one moment',
      amounts: [-10_001, 20_003, -30_007],
      apart: 0,
    },
  ] satisfies readonly { what: string; amounts: readonly number[]; apart?: 0 }[]
).map((row) => ({
  ...row,
  life: shared(`refunds under way together: ${row.what}`, ['buyer'], async ({ merchant, buyer, time }) => {
    const payment = await buyer.paid(merchant, { amount: PAID });
    const asked = [];
    for (const amount of row.amounts) {
      const reason = amount < 0 ? 'sandbox_fail' : undefined;
      asked.push({ amount, refund: await merchant.refund(payment, { amount: Math.abs(amount), reason }) });
      // A second apart, so that they settle one after another, in either order; with `apart: 0`, together.
      if (row.apart !== 0) await time.wait(1, 'another refund is asked for');
    }
    let refunded = 0;
    for (const { amount, refund } of asked) {
      const { exchange } = await merchant.settles(refund, amount < 0 ? 'failed' : 'succeeded');
      refunded += field(exchange.json, 'status') === 'succeeded' ? amount : 0;
    }
    const { reference: paymentReference } = payment;
    const checkout = await merchant.get(payment);
    const beyond = await merchant.createRefund({ paymentReference, amount: PAID - refunded + 1 });
    const rest = await merchant.createRefund({ paymentReference, amount: PAID - refunded });
    return { refunded, checkout, beyond, rest };
  }),
}));

const sums = ['refund.failed-frees-amount', 'refund.adds-to-refunded-amount'] as const;

checks(
  ({ id }) => id,
  sums.flatMap((id) => rows.map((row) => ({ id, ...row }))),
  ({ what }) => `${what}, under way together: refundedAmount is the sum of those that succeeded`,
  async (context, { life }) => {
    const { checkout, refunded } = await life(context);

    expect(checkout).toHaveField('refundedAmount', refunded);
  },
  { drawn: 2 },
);

checks(
  'refund.failed-frees-amount',
  rows,
  ({ what }) => `${what}, under way together: all that is left can be refunded`,
  async (context, { life }) => {
    const { beyond, rest } = await life(context);
    if (beyond.status === 201) throw new Blocked('more than what is left was accepted');

    expect(rest).toHaveStatus(201);
  },
  { drawn: 2 },
);

checks(
  'refund.exceeds-paid',
  rows,
  ({ what }) => `${what}, under way together: one kobo above what is left is refused`,
  async (context, { life }) => expect((await life(context)).beyond).toBeRefusedWith(422, 'refund_exceeds_paid'),
  { drawn: 2 },
);

// What became of one says nothing about another of its amount.
check(
  'refund.record-nulls',
  'a refund that succeeded, where one of the same amount failed before',
  async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 20_003 });
    await merchant.settles(await merchant.refund(payment, { amount: 7_001, reason: 'sandbox_fail' }), 'failed');
    const again = await merchant.refundSettles(payment, { amount: 7_001 });

    expect(again.exchange).toHaveField('reason', null);
    expect(again.exchange).toHaveField('failureReason', null);
  },
);
