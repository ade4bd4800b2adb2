import { Blocked, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';

// The sum of the new and earlier amounts exceeds the amount paid, even where 32 bits cannot hold it, and whether the earlier refunds are
// settled or pending.

const PAID = 2_000_000_000;
const EARLIER = 1_200_000_000;
const asked = [947_483_647, 947_483_648, 1_200_000_000, 1_999_999_999, PAID];

const lives = (['is settled', 'is under way'] as const).map((earlier) => ({
  earlier,
  life: shared(`refunds beyond 32 bits, where an earlier one ${earlier}`, ['buyer'], async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: PAID });
    const first = await merchant.refund(payment, { amount: EARLIER });
    if (earlier === 'is settled') await merchant.settles(first);
    const answers = new Map<number, Exchange>();
    for (const amount of asked)
      answers.set(amount, await merchant.createRefund({ paymentReference: payment.reference, amount }));
    return answers;
  }),
}));

checks(
  'refund.exceeds-paid',
  lives.flatMap((row) => asked.map((amount) => ({ ...row, amount }))),
  ({ earlier, amount }) => `${amount} more of ${PAID}, where a refund of ${EARLIER} ${earlier}`,
  async (context, { life, amount }) => {
    const answer = (await life(context)).get(amount);
    if (answer === undefined) throw new Blocked('suite fault: it was not asked for');

    expect(answer).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { drawn: 2 },
);
