import { created, expect, field, requirement } from '../../lib/harness/index.ts';

requirement('refund.settles', 'a refund succeeds by itself', async ({ merchant, buyer }) => {
  const refund = await merchant.refund(await buyer.paid(merchant));

  expect(await merchant.becomes(refund, 'succeeded')).toHaveField('status', 'succeeded');
});

requirement('refund.adds-to-refunded-amount', 'refunds of 1,200 and 800 make 2,000', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const refunds = [await merchant.refund(payment, { amount: 1_200 }), await merchant.refund(payment, { amount: 800 })];
  await Promise.all(refunds.map((refund) => merchant.settles(refund)));

  expect(await merchant.get(payment)).toHaveField('refundedAmount', 2_000);
});

requirement('refund.pending-not-yet-refunded', 'refundedAmount is 0 meanwhile', async (given) => {
  const { merchant, buyer, note } = given;
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const refund = await merchant.refund(payment, { amount: 1_200 });

  const checkout = await merchant.get(payment);

  // Pending after the look, so pending at the look; a target may as well settle at once.
  const pending = field((await merchant.get(refund)).json, 'status') === 'pending';
  if (pending) expect(checkout).toHaveField('refundedAmount', 0);
  else note('the refund was never seen pending: it settles at once');
});

for (const [amount, what] of [
  [2_000, 'a part'],
  [5_000, 'the whole'],
] as const) {
  requirement(
    'refund.adds-to-refunded-amount',
    `with ${what} refunded the checkout is still succeeded`,
    async (given) => {
      const payment = await given.buyer.paid(given.merchant, { amount: 5_000 });
      await given.merchant.refundSettles(payment, { amount });

      expect(await given.merchant.get(payment)).toHaveField('status', 'succeeded');
    },
  );
}

requirement('refund.sandbox-fail', 'a refund with the reason sandbox_fail fails', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant);

  const answer = await merchant.createRefund({ paymentReference: payment.reference, reason: 'sandbox_fail' });

  expect(answer).toHaveStatus(201);
  expect(await merchant.becomes(created('refund', answer), 'failed')).toHaveField('status', 'failed');
});

requirement('refund.sandbox-fail', 'a failed refund has a failureReason', async ({ merchant, buyer }) => {
  const failing = await merchant.refund(await buyer.paid(merchant), { reason: 'sandbox_fail' });
  const failed = await merchant.settles(failing, 'failed');

  expect(failed.exchange).toHaveField('failureReason', /./);
});

for (const reason of ['SANDBOX_FAIL', 'sandbox_failure', 'not sandbox_fail']) {
  requirement('refund.sandbox-fail-exact', `the reason ${reason} lets it succeed`, async ({ merchant, buyer }) => {
    const refund = await merchant.refund(await buyer.paid(merchant), { reason });

    expect(await merchant.becomes(refund, 'succeeded')).toHaveField('status', 'succeeded');
  });
}

requirement('refund.failed-frees-amount', 'a failed refund after a succeeded one adds nothing', async (given) => {
  const { merchant, buyer } = given;
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  await merchant.refundSettles(payment, { amount: 700 });
  await merchant.settles(await merchant.refund(payment, { amount: 500, reason: 'sandbox_fail' }), 'failed');

  expect(await merchant.get(payment)).toHaveField('refundedAmount', 700);
});
