import { expect, requirement } from '../../lib/harness/index.ts';

requirement('refund.payment-not-found', 'a refund of a checkout that never was', async ({ merchant, fresh }) => {
  const refusal = await merchant.createRefund({ paymentReference: fresh.reference('chk') });

  expect(refusal).toBeRefusedWith(404, 'payment_not_found');
});

requirement('refund.other-merchants-payment', "a refund of another's paid checkout", async (given) => {
  const { merchant, other, buyer } = given;
  const payment = await buyer.paid(merchant, { amount: 5_000 });

  const refusal = await other.createRefund({ paymentReference: payment.reference, amount: 1_000 });

  expect(refusal).toBeRefusedWith(404, 'payment_not_found');
});

requirement('refund.pending-payment', 'a refund of a checkout nobody has paid', async ({ merchant }) => {
  const checkout = await merchant.checkout({ amount: 5_000 });

  const refusal = await merchant.createRefund({ paymentReference: checkout.reference, amount: 1_000 });

  expect(refusal).toBeRefusedWith(409, 'payment_not_paid');
});

requirement('refund.failed-payment', 'a refund of a checkout whose payment failed', async ({ merchant, buyer }) => {
  const checkout = await buyer.fails(merchant, await merchant.checkout({ amount: 5_000 }));

  const refusal = await merchant.createRefund({ paymentReference: checkout.reference, amount: 1_000 });

  expect(refusal).toBeRefusedWith(409, 'payment_not_paid');
});
