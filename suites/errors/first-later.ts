import { check, checks, type Exchange, expect, shared } from '../../lib/interface/index.ts';
import { DAY, expectSame } from '../support/attempts.ts';

// A create that is refused because of its reference does not change the first object later either, when that goes on.

const other = { description: 'second', customer: { email: 'second@example.com' }, metadata: { order: 2 } };

const sequences = [
  {
    what: 'a checkout that is then paid',
    fields: ['id', 'amount', 'currency', 'description', 'customer', 'metadata', 'createdAt'],
    lives: shared('a checkout with a refused namesake, then paid', ['buyer'], async ({ merchant, buyer }) => {
      const first = { amount: 6_006, description: 'first', metadata: { order: { code: 1 } } };
      const checkout = await merchant.checkout(first);
      const before = await merchant.get(checkout);
      const refusals = await twice(() => merchant.createCheckout({ ...other, reference: checkout.reference }));
      const paid = await buyer.pays(merchant, checkout);
      await merchant.refundSettles(paid, { amount: 2_002 });
      return { before, refusals, after: await merchant.get(checkout) };
    }),
  },
  {
    what: 'a checkout whose payment then fails',
    needs: ['payment-failure'],
    fields: ['id', 'amount', 'currency', 'description', 'customer', 'metadata', 'createdAt'],
    lives: shared(
      'a checkout with a refused namesake, then failed',
      ['payment-failure'],
      async ({ merchant, buyer }) => {
        const checkout = await merchant.checkout({ amount: 6_006, description: 'first' });
        const before = await merchant.get(checkout);
        const refusals = await twice(() => merchant.createCheckout({ ...other, reference: checkout.reference }));
        return { before, refusals, after: (await buyer.fails(merchant, checkout)).exchange };
      },
    ),
  },
  {
    what: 'a refund that then settles',
    fields: ['id', 'amount', 'currency', 'paymentReference', 'reason', 'createdAt'],
    lives: shared('a refund with a refused namesake, then settled', ['buyer'], async ({ merchant, buyer }) => {
      const payment = await buyer.paid(merchant, { amount: 6_006 });
      const refund = await merchant.refund(payment, { amount: 1_001, reason: 'first' });
      const { reference } = refund;
      const before = await merchant.get(refund);
      const second = { paymentReference: payment.reference, reference, amount: 2_002, reason: 'sandbox_fail' };
      const refusals = await twice(() => merchant.createRefund(second));
      return { before, refusals, after: await merchant.becomes(refund, 'succeeded') };
    }),
  },
  {
    what: 'a payout that then settles',
    fields: ['id', 'amount', 'currency', 'narration', 'createdAt'],
    lives: shared('a payout with a refused namesake, then settled', [], async ({ merchant }) => {
      const payout = await merchant.payout({ amount: 11_011, narration: 'first' });
      const { reference } = payout;
      const before = await merchant.get(payout);
      const second = { reference, amount: 22_022, narration: 'second', recipient: { accountNumber: '0000000000' } };
      const refusals = await twice(() => merchant.createPayout(second));
      return { before, refusals, after: await merchant.becomes(payout, 'succeeded') };
    }),
  },
] as const;

async function twice(send: () => Promise<Exchange>): Promise<readonly Exchange[]> {
  return [await send(), await send()];
}

checks(
  'error.refused-leaves-first',
  sequences,
  ({ what }) => `${what} says what it said before another one under its reference was refused, twice`,
  async (context, { lives, fields }) => {
    const { before, refusals, after } = await lives(context);

    for (const refusal of refusals) expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
    expectSame(after, before, fields);
  },
  (row) => ({
    needs: [...('needs' in row ? row.needs : []), ...(row.what.includes('payout') ? [] : (['buyer'] as const))],
  }),
);

check(
  'error.refused-leaves-first',
  'a checkout expires when it is due, also when another one under its reference was refused late',
  async ({ merchant, time }) => {
    const checkout = await merchant.checkout();
    await time.wait(DAY - 1_800, 'an unpaid checkout is about to expire');
    const again = await merchant.createCheckout({ ...other, reference: checkout.reference });
    expect(again).toBeRefusedWith(409, 'duplicate_reference');
    await time.wait(1_800, 'an unpaid checkout expires');

    expect(await merchant.becomes(checkout, 'failed', 600)).toHaveField('failureReason', 'expired');
  },
  { waits: '24h' },
);
