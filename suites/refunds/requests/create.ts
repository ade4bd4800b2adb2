import { check, expect, shared } from '../../../lib/interface/index.ts';
import { longAgo } from '../../support/references/long-ago.ts';

const made = shared('a refund as its create call answers it', ['buyer'], async ({ merchant, buyer, data }) => {
  const payment = await buyer.paid(merchant, { amount: 7_300 });
  const reference = data.reference('rfd');
  const answer = await merchant.createRefund({ paymentReference: payment.reference, reference, amount: 1_234 });
  return { reference, answer };
});

check('refund.created', 'a part of a paid checkout is refunded', async (context) => {
  const { answer } = await made(context);

  expect(answer).toHaveStatus(201);
});

check('refund.created', 'the answer names the refund: its id, and the reference that was sent', async (context) => {
  const { answer, reference } = await made(context);

  expect(answer).toHaveField('id', /./);
  expect(answer).toHaveField('reference', reference);
});

check('refund.created', 'the answer has one of the three states', async (context) => {
  const { answer } = await made(context);

  expect(answer).toFit('refundCreated', 'status');
});

check('refund.duplicate-reference', 'a second refund of the same checkout', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const { reference } = await merchant.refund(payment, { amount: 1_000 });

  const refusal = await merchant.createRefund({ paymentReference: payment.reference, reference, amount: 1_500 });

  expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
});

check('refund.duplicate-reference', 'a refund of another checkout', async ({ merchant, buyer }) => {
  const [payment, another] = await Promise.all([buyer.paid(merchant), buyer.paid(merchant)]);
  const { reference } = await merchant.refund(payment, { amount: 1_000 });

  const refusal = await merchant.createRefund({ paymentReference: another.reference, reference, amount: 1_000 });

  expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
});

check('refund.failed-reference-stays-used', 'a failed refund is retried as it was', async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 5_000 });
  const failing = await merchant.refund(payment, { amount: 1_000, reason: 'sandbox_fail' });
  const { reference } = await merchant.settles(failing, 'failed');

  const refusal = await merchant.createRefund({ paymentReference: payment.reference, reference, amount: 1_000 });

  expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
});

longAgo(
  'refund',
  { found: 'refund.record-found', used: 'refund.duplicate-reference' },
  ['buyer'],
  async ({ merchant, buyer }) => {
    const { reference: paymentReference } = await buyer.paid(merchant, { amount: 70_007 });
    return (reference) => merchant.createRefund({ paymentReference, reference, amount: 1 });
  },
);
