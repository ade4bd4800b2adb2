import { expect, requirement, shared } from '../../lib/harness/index.ts';

const recorded = shared('a refund and its record', ['buyer'], async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 7_300 });
  const refund = await merchant.refund(payment, { amount: 1_234, reason: 'Came back, "unopened"' });
  return { payment, refund, record: await merchant.get(refund) };
});

requirement('refund.record-found', 'GET by reference finds the refund', async (given) => {
  const { record, refund } = await recorded(given);

  expect(record).toHaveStatus(200);
  expect(record).toHaveField('reference', refund.reference);
  expect(record).toHaveField('id', refund.id);
});

requirement('refund.record-found', 'the record has one of the three states', async (given) => {
  const { record } = await recorded(given);

  expect(record).toFit('refundRecord', 'status');
});

requirement('refund.record-as-sent', 'the record names the checkout by its reference', async (given) => {
  const { record, payment } = await recorded(given);

  expect(record).toHaveField('paymentReference', payment.reference);
});

requirement('refund.record-as-sent', 'the amount is that of the refund, not of the checkout', async (given) => {
  const { record } = await recorded(given);

  expect(record).toHaveField('amount', 1_234);
  expect(record).toHaveField('currency', 'NGN');
});

requirement('refund.record-as-sent', 'the reason is the one that was sent', async (given) => {
  const { record } = await recorded(given);

  expect(record).toHaveField('reason', 'Came back, "unopened"');
});

requirement('refund.record-nulls', 'a refund without a reason, just made', async ({ merchant, buyer }) => {
  const record = await merchant.get(await merchant.refund(await buyer.paid(merchant)));

  expect(record).toHaveField('reason', null);
  expect(record).toHaveField('failureReason', null);
});

requirement('refund.record-nulls', 'a refund without a reason, succeeded', async ({ merchant, buyer }) => {
  const refund = await merchant.refundSettles(await buyer.paid(merchant));

  expect(refund.exchange).toHaveField('reason', null);
  expect(refund.exchange).toHaveField('failureReason', null);
});

requirement('refund.record-created-at', 'the record has a createdAt', async (given) => {
  const { record } = await recorded(given);

  expect(record).toFit('refundRecord', 'createdAt');
});

requirement('refund.unknown-reference', 'GET by a reference never used finds nothing', async ({ merchant, fresh }) => {
  const answer = await merchant.get({ kind: 'refund', reference: fresh.reference('rfd') });

  expect(answer).toHaveStatus(404);
  expect(answer).toHaveErrorShape();
});

requirement('refund.other-merchant-sees-nothing', "GET by another merchant finds no one's refund", async (given) => {
  const { merchant, other, buyer } = given;
  const refund = await merchant.refund(await buyer.paid(merchant));

  expect(await other.get(refund)).toHaveStatus(404);
});
