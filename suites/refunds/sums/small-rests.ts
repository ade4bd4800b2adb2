import { Blocked, checks, type Exchange, expect, shared, summary } from '../../../lib/interface/index.ts';
import { untilSucceeded } from '../support.ts';

// "Kobo, min 1. Partial refunds are allowed": what a refund leaves of its checkout may be less than the smallest payment, and is refunded as well.

const lives = [
  { paid: 5_000, refunds: [4_899, 1, 1, 49, 48, 1, 1] },
  { paid: 5_000, refunds: [4_999, 1] },
  { paid: 100, refunds: [99, 1] },
].map(({ paid, refunds }, at) => ({
  paid,
  refunds,
  // In live the one with most remainders is enough.
  alsoInLive: at === 0,
  life: shared(`${paid} kobo that are refunded in ${refunds.length} parts`, ['buyer'], async (context) => {
    const { merchant, buyer, environment } = context;
    const payment = await buyer.paid(merchant, { amount: paid });
    const answers: Exchange[] = [];
    for (const amount of refunds)
      answers.push(await merchant.createRefund({ paymentReference: payment.reference, amount }));
    // When refunds settle in live is not shown.
    if (environment === 'live') return { answers, checkout: null };
    await untilSucceeded(
      merchant,
      answers.filter(({ status }) => status === 201),
    );
    return { answers, checkout: await merchant.get(payment) };
  }),
}));

const rows = lives.flatMap(({ refunds, ...life }, which) =>
  refunds.map((amount, at) => {
    const left = life.paid - refunds.slice(0, at + 1).reduce((sum, each) => sum + each, 0);
    return { ...life, which, amount, at, left };
  }),
);

checks(
  'refund.amount-smallest',
  rows,
  ({ paid, amount, at, left, which }) =>
    `refund ${at + 1} of ${paid} kobo, of ${amount}, is accepted and leaves ${left} (parts ${which + 1})`,
  async (context, { life, at }) => {
    const { answers } = await life(context);
    const [answer, earlier] = [answers[at], answers.slice(0, at).find(({ status }) => status !== 201)];
    if (answer === undefined || earlier !== undefined)
      throw new Blocked(`an earlier part was not refunded${earlier && `: ${summary(earlier)}`}`);

    expect(answer).toHaveStatus(201);
  },
  ({ alsoInLive }) => ({ alsoInLive, drawn: 4 }),
);

checks(
  'refund.adds-to-refunded-amount',
  lives,
  ({ paid, refunds }) => `${paid} kobo, refunded in parts of ${refunds.join(', ')}`,
  async (context, { life, paid }) => {
    const { answers, checkout } = await life(context);
    if (checkout === null || answers.some(({ status }) => status !== 201)) throw new Blocked('a part was not refunded');

    expect(checkout).toHaveField('refundedAmount', paid);
  },
);
