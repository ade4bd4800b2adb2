import { Blocked, check, checks, expect, part, shared, summary, withStatus } from '../../../lib/interface/index.ts';
import { beyondIntegers } from '../../support/requests/refusals.ts';
import { unlessFailed, untilSucceeded } from '../support.ts';

check(
  'refund.up-to-amount-paid',
  'all that was paid is refunded at once',
  async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 5_000 });

    expect(await merchant.createRefund({ paymentReference: payment.reference, amount: 5_000 })).toHaveStatus(201);
  },
  { alsoInLive: true },
);

const attempted = shared('a paid checkout, and refunds of too much', ['buyer'], async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const ask = (amount: unknown) => merchant.createRefund({ paymentReference: payment.reference, amount });
  const oneTooMuch = await ask(5_001);
  const huge = [];
  for (const { what, fields } of beyondIntegers('amount', 1_000)) huge.push({ what, answer: await ask(fields.amount) });
  return { oneTooMuch, huge, checkout: await merchant.get(payment), whole: await ask(5_000) };
});

check(
  'refund.exceeds-paid',
  'a first refund of one kobo too much',
  async (context) => {
    expect((await attempted(context)).oneTooMuch).toBeRefusedWith(422, 'refund_exceeds_paid');
  },
  { alsoInLive: true },
);

checks(
  'refund.amount-huge',
  beyondIntegers('amount', 1_000),
  ({ what }) => `${what} is refused where 5,000 were paid`,
  async (context, { what }) => {
    const { huge } = await attempted(context);
    const answer = huge.find((each) => each.what === what)?.answer;

    expect(answer).toBeRefused();
  },
  ({ what }) => ({ alsoInLive: what === beyondIntegers('amount', 1_000)[0]?.what }),
);

check(
  'refund.exceeding-has-no-effect',
  'after refusals the checkout has nothing refunded',
  async (context) => {
    expect((await attempted(context)).checkout).toHaveField('refundedAmount', 0);
  },
  { alsoInLive: true },
);

check('refund.exceeding-has-no-effect', 'after refusals all of it is refunded', async (context) => {
  const { oneTooMuch, whole } = await attempted(context);
  if (oneTooMuch.status < 400) throw new Blocked(`the refund should have been refused; got ${summary(oneTooMuch)}`);

  expect(whole).toHaveStatus(201);
});

checks(
  'refund.amount-kept',
  [1_234_567, 1, 16_777_217, 1_073_741_825, 1_999_999_999, 2_000_000_000],
  (amount) => `a refund of ${amount} is that much in its record and in refundedAmount`,
  async ({ merchant, buyer }, amount) => {
    const payment = await buyer.paid(merchant, { amount: 2_000_000_000 });
    const refund = await merchant.refundSettles(payment, { amount });

    expect(refund.exchange).toHaveField('amount', amount);
    expect(await merchant.get(payment)).toHaveField('refundedAmount', amount);
  },
  { drawn: 0.3 },
);

interface Crowd {
  readonly what: string;
  readonly paid: number;
  readonly earlier: number;
  readonly each: number;
  readonly step?: number; // By how much each is larger than the one before; 0 by default.
  readonly count: number;
  readonly fit: number;
}

const crowdsAtOnce: readonly Crowd[] = [
  { what: 'six of 3,000, of which three fit into 10,000', paid: 10_000, earlier: 0, each: 3_000, count: 6, fit: 3 },
  {
    what: 'six of different amounts, of which any three fit into 10,000',
    paid: 10_000,
    earlier: 0,
    each: 2_501,
    step: 1,
    count: 6,
    fit: 3,
  },
  { what: 'four of half each', paid: 10_002, earlier: 0, each: 5_001, count: 4, fit: 2 },
  { what: 'five of the whole', paid: 9_999, earlier: 0, each: 9_999, count: 5, fit: 1 },
  { what: 'five that all fit', paid: 10_000, earlier: 0, each: 2_000, count: 5, fit: 5 },
  {
    what: 'six of 2,000 after one of 3,000, of which three fit',
    paid: 10_000,
    earlier: 3_000,
    each: 2_000,
    count: 6,
    fit: 3,
  },
];

const crowds = crowdsAtOnce.map((row) => ({
  ...row,
  sent: shared(`refunds at once: ${row.what}`, ['buyer'], async ({ merchant, buyer, environment }) => {
    const payment = await buyer.paid(merchant, { amount: row.paid });
    if (row.earlier > 0) await merchant.refundSettles(payment, { amount: row.earlier });
    const amounts = Array.from({ length: row.count }, (_, at) => row.each + at * (row.step ?? 0));
    const answers = await Promise.all(
      amounts.map((amount) => merchant.createRefund({ paymentReference: payment.reference, amount })),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    const taken = amounts.filter((_, at) => answers[at]?.status === 201);
    // When refunds settle in live, and which of them fail, is not shown.
    if (environment === 'live') await unlessFailed(merchant, accepted);
    else await untilSucceeded(merchant, accepted);
    return {
      answers,
      due: taken.reduce((sum, amount) => sum + amount, row.earlier),
      checkout: await merchant.get(payment),
    };
  }),
}));

checks(
  'refund.concurrent-stay-within-paid',
  crowds,
  ({ what }) => `${what}: no more are accepted`,
  async (context, { sent, fit }) => {
    const { answers } = await sent(context);

    expect(part(withStatus(answers, 201), 'length'), 'refunds accepted').toBeLessThanOrEqual(fit);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toBeRefusedWith(422, 'refund_exceeds_paid');
    }
  },
  ({ count }) => ({ alsoInLive: count === 4 }),
);

checks(
  'refund.concurrent-all-that-fit',
  crowds,
  ({ what }) => `${what}: all that fit are accepted`,
  async (context, { sent, fit }) => {
    const { answers } = await sent(context);

    expect(part(withStatus(answers, 201), 'length'), 'refunds accepted').toBeGreaterThanOrEqual(fit);
  },
  ({ count }) => ({ alsoInLive: count === 4 }),
);

checks(
  'refund.adds-to-refunded-amount',
  crowds,
  ({ what }) => `${what}: refundedAmount is the sum of those accepted`,
  async (context, { sent }) => {
    const { checkout, due } = await sent(context);

    expect(checkout).toHaveField('refundedAmount', due);
  },
);
