import {
  Blocked,
  derivation,
  type ExchangeView,
  expect,
  part,
  requirement,
  summary,
  withStatus,
} from '../../lib/harness/index.ts';

requirement('refund.up-to-amount-paid', 'all that was paid is refunded at once', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });

  expect(await merchant.createRefund({ paymentReference: payment.reference, amount: 5_000 })).toHaveStatus(201);
});

requirement('refund.up-to-amount-paid', 'three parts make up the whole', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });

  for (const amount of [2_000, 1_999, 1_001]) {
    expect(await merchant.createRefund({ paymentReference: payment.reference, amount })).toHaveStatus(201);
  }
});

requirement('refund.exceeds-paid', 'a first refund of one kobo too much', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });

  const refusal = await merchant.createRefund({ paymentReference: payment.reference, amount: 5_001 });

  expect(refusal).toBeRefusedWith(422, 'refund_exceeds_paid');
});

requirement('refund.exceeds-paid', 'one kobo above what is left is refused', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  await merchant.refundSettles(payment, { amount: 3_000 });

  const refusal = await merchant.createRefund({ paymentReference: payment.reference, amount: 2_001 });

  expect(refusal).toBeRefusedWith(422, 'refund_exceeds_paid');
});

requirement('refund.exceeds-paid', 'a failed refund leaves no more than was paid', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  await merchant.settles(await merchant.refund(payment, { amount: 3_000, reason: 'sandbox_fail' }), 'failed');

  const refusal = await merchant.createRefund({ paymentReference: payment.reference, amount: 5_001 });

  expect(refusal).toBeRefusedWith(422, 'refund_exceeds_paid');
});

requirement('refund.pending-counts', 'one kobo too much right after another refund', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  await merchant.refund(payment, { amount: 3_000 });

  const refusal = await merchant.createRefund({ paymentReference: payment.reference, amount: 2_001 });

  expect(refusal).toBeRefusedWith(422, 'refund_exceeds_paid');
});

requirement('refund.exceeds-paid-says-what-is-left', 'left of a payment is 1,234,567', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 9_876_543 });
  await merchant.refund(payment, { amount: 8_641_976 });
  const refusal = await merchant.createRefund({ paymentReference: payment.reference, amount: 2_000_000 });
  if (refusal.status !== 422) throw new Blocked(`the refund should have been refused; got ${summary(refusal)}`);

  expect(amountsIn(refusal), 'amounts in the message').toContain('1234567');
});

requirement('refund.exceeding-has-no-effect', 'after a refusal all of it is refunded', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const refusal = await merchant.createRefund({ paymentReference: payment.reference, amount: 5_001 });
  if (refusal.status < 400) throw new Blocked(`the refund should have been refused; got ${summary(refusal)}`);

  expect(await merchant.createRefund({ paymentReference: payment.reference, amount: 5_000 })).toHaveStatus(201);
});

requirement('refund.failed-frees-amount', 'after a full refund failed, another is accepted', async (given) => {
  const { merchant, buyer } = given;
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  await merchant.settles(await merchant.refund(payment, { amount: 5_000, reason: 'sandbox_fail' }), 'failed');

  expect(await merchant.createRefund({ paymentReference: payment.reference, amount: 5_000 })).toHaveStatus(201);
});

requirement('refund.concurrent-stay-within-paid', 'six of 3,000 at once, three fit into 10,000', async (given) => {
  const { merchant, buyer } = given;
  const payment = await buyer.paid(merchant, { amount: 10_000 });
  const refund = () => merchant.createRefund({ paymentReference: payment.reference, amount: 3_000 });

  const answers = await Promise.all([refund(), refund(), refund(), refund(), refund(), refund()]);

  const accepted = withStatus(answers, 201);
  expect(part(accepted, 'length'), 'refunds accepted').toBeLessThanOrEqual(3);
  expect(accepted, 'refunds accepted').not.toBeEmpty();
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toBeRefusedWith(422, 'refund_exceeds_paid');
  }
});

/**
 * The digits of every amount in an error's message, without its punctuation: `1,234,567`, `12 345,67` and `12345.67` all give
 * `1234567`. White space may group digits or end a number, so both are looked at.
 */
const amountsIn = derivation('amounts in a message', ({ text, json }: ExchangeView) => {
  const { error } = (json ?? {}) as { error?: { message?: unknown } };
  const message = typeof error?.message === 'string' ? error.message : text;
  return [/[.,'’_]/, /[.,'’_\s]/].flatMap((separator) => {
    const joined = message.replace(new RegExp(`(?<=\\d)${separator.source}(?=\\d)`, 'gu'), '');
    return joined.match(/\d+/g) ?? [];
  });
});
