import { Blocked, check, expect, field, shared } from '../../../lib/interface/index.ts';
import { longAgo } from '../../support/references/long-ago.ts';

const made = shared('a refund as its create call answers it', ['buyer'], async ({ merchant, buyer, data }) => {
  const payment = await buyer.paid(merchant, { amount: 7_300 });
  const reference = data.reference('rfd');
  const answer = await merchant.createRefund({ paymentReference: payment.reference, reference, amount: 1_234 });
  return { reference, answer };
});

check(
  'refund.created',
  'a part of a paid checkout is refunded',
  async (context) => {
    const { answer } = await made(context);

    expect(answer).toHaveStatus(201);
  },
  { alsoInLive: true },
);

check('refund.created', 'the answer names the refund: its id, and the reference that was sent', async (context) => {
  const { answer, reference } = await made(context);

  expect(answer).toHaveField('id', /./);
  expect(answer).toHaveField('reference', reference);
});

check('refund.created', 'the answer has one of the three states', async (context) => {
  const { answer } = await made(context);

  expect(answer).toFit('refundCreated', 'status');
});

check(
  'refund.duplicate-reference',
  'a second refund of the same checkout',
  async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: 5_000 });
    const { reference } = await merchant.refund(payment, { amount: 1_000 });

    const refusal = await merchant.createRefund({ paymentReference: payment.reference, reference, amount: 1_500 });

    expect(refusal).toBeRefusedWith(409, 'duplicate_reference');
  },
  { alsoInLive: true },
);

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

const PAID = 70_007;

const { followed, count } = longAgo(
  'refund',
  { found: 'refund.record-found', used: 'refund.duplicate-reference', accepted: 'refund.up-to-amount-paid' },
  ['buyer'],
  async ({ merchant, buyer }) => {
    const { reference: paymentReference } = await buyer.paid(merchant, { amount: PAID });
    return (reference) => merchant.createRefund({ paymentReference, reference, amount: 1 });
  },
);

/** Each of the refunds of one checkout counts, however many they are. */
const added = shared('the sum of many refunds of one checkout', ['buyer'], async (context) => {
  const { merchant, first } = await followed(context);
  const { paymentReference } = JSON.parse(first.exchange.sent.body ?? '{}') as { paymentReference: string };
  const beyond = await merchant.createRefund({ paymentReference, amount: PAID - count + 1 });
  const rest = await merchant.createRefund({ paymentReference, amount: PAID - count });
  const look = () => merchant.get({ kind: 'checkout', reference: paymentReference });
  let checkout = await look();
  // Refunds settle in any order: the last one may do so before others.
  await context.time.until('all refunds of the checkout have settled', 120, async () => {
    checkout = await look();
    return field(checkout.json, 'refundedAmount') === PAID ? true : undefined;
  });
  return { beyond, rest, checkout };
});

check('refund.exceeds-paid', `one kobo more than what ${count} refunds of a kobo leave`, async (context) => {
  expect((await added(context)).beyond).toBeRefusedWith(422, 'refund_exceeds_paid');
});

check('refund.up-to-amount-paid', `all that ${count} refunds of a kobo leave`, async (context) => {
  const { beyond, rest } = await added(context);
  if (beyond.status === 201) throw new Blocked('more than what is left was accepted');

  expect(rest).toHaveStatus(201);
});

check(
  'refund.adds-to-refunded-amount',
  `${count} refunds of a kobo, and one of all that they leave`,
  async (context) => {
    const { rest, checkout } = await added(context);
    if (rest.status !== 201) throw new Blocked('the last refund should have been accepted');

    expect(checkout).toHaveField('refundedAmount', PAID);
  },
);
