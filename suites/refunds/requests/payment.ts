import { Blocked, check, checks, expect, NotExercised, shared } from '../../../lib/interface/index.ts';
import { paidInOneCase } from '../../checkouts/references/other-case.ts';
import { laters, lives } from '../../checkouts/states/lives.ts';
import { mayNameCheckout, patterns } from '../../support/references/patterns.ts';
import { refused } from '../../support/requests/refusals.ts';

check(
  'refund.payment-not-found',
  'a refund of a checkout that never was',
  async ({ merchant, data }) => {
    const refusal = await merchant.createRefund({ paymentReference: data.reference('chk') });

    expect(refusal).toBeRefusedWith(404, 'payment_not_found');
  },
  { alsoInLive: true },
);

/** References of other objects, and other identifiers of a checkout. */
const named = shared('a paid checkout, and what is named beside it', ['buyer'], async ({ merchant, buyer, data }) => {
  const payment = await buyer.paid(merchant, { amount: 500_000 });
  const { reference, id } = payment;
  const refund = await merchant.refund(payment, { reference: data.reference('rfd'), amount: 1 });
  const payout = await merchant.payout();
  const escrow = await merchant.escrow();
  return {
    merchant,
    reference,
    others: {
      id: String(id),
      longer: `${reference}x`,
      shorter: reference.slice(0, -1),
      refund: refund.reference,
      payout: payout.reference,
      escrow: escrow.reference,
    },
  };
});

checks(
  'refund.payment-not-found',
  [
    { what: 'the `id` of a paid checkout', which: 'id' },
    { what: 'the reference of a paid checkout without its last character', which: 'shorter' },
    { what: 'the reference of a paid checkout and a character more', which: 'longer' },
    { what: 'the reference of a refund', which: 'refund' },
    { what: 'the reference of a payout', which: 'payout' },
    { what: 'the reference of an escrow', which: 'escrow' },
  ] as const,
  ({ what }) => `${what} names no checkout`,
  async (context, { which }) => {
    const { merchant, reference, others } = await named(context);
    const paymentReference = others[which];
    // Nothing states that the two differ.
    if (paymentReference === reference) throw new NotExercised('a checkout has its reference as its id');
    // What a checkout cannot have as its reference may be refused as malformed.
    if (!mayNameCheckout(paymentReference)) throw new NotExercised('no checkout can have such a reference');

    const refusal = await merchant.createRefund({ paymentReference, amount: 1 });

    expect(refusal).toBeRefusedWith(404, 'payment_not_found');
  },
  { needs: ['buyer'] },
);

checks(
  'refund.payment-not-found',
  patterns,
  ({ what }) => `the reference of a paid checkout with ${what} names no checkout`,
  async (context, { of }) => {
    const { merchant, reference } = await named(context);
    const paymentReference = of(reference);
    if (paymentReference === reference) throw new NotExercised('the reference has no other sign');

    const refusal = await merchant.createRefund({ paymentReference, amount: 1 });

    expect(refusal).toBeRefusedWith(404, 'payment_not_found');
  },
  { needs: ['buyer'], drawn: 1 },
);

check(
  'refund.payment-not-found',
  'the reference of a paid checkout in the other case names no checkout',
  async (context) => {
    expect((await paidInOneCase(context)).refundOfUnknown).toBeRefusedWith(404, 'payment_not_found');
  },
  { needs: ['buyer'] },
);

check(
  'refund.pending-payment',
  'a refund of a pending checkout whose reference in the other case is that of a paid one',
  async (context) => {
    expect((await paidInOneCase(context)).refundOfPending).toBeRefusedWith(409, 'payment_not_paid');
  },
  { needs: ['buyer'] },
);

check(
  'refund.other-merchants-payment',
  "a refund of another's paid checkout",
  async (context) => {
    const { merchant, other, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 5_000 });

    const refusal = await other.createRefund({ paymentReference: payment.reference, amount: 1_000 });

    expect(refusal).toBeRefusedWith(404, 'payment_not_found');
  },
  { alsoInLive: true },
);

check(
  'refund.refused-refunds-nothing',
  "refused for another merchant's payment, nothing is refunded of it",
  async ({ merchant, other, buyer, time }) => {
    const payment = await buyer.paid(merchant, { amount: 5_000 });
    refused(await other.createRefund({ paymentReference: payment.reference, amount: 1_000 }));
    await time.wait(10, 'a refund that was refused settles');

    expect(await merchant.get(payment)).toHaveField('refundedAmount', 0);
  },
  { needs: ['other-merchant'] },
);

check(
  'refund.pending-payment',
  'a refund of a checkout nobody has paid',
  async ({ merchant }) => {
    const checkout = await merchant.checkout({ amount: 5_000 });

    const refusal = await merchant.createRefund({ paymentReference: checkout.reference, amount: 1_000 });

    expect(refusal).toBeRefusedWith(409, 'payment_not_paid');
  },
  { alsoInLive: true },
);

check(
  'refund.failed-payment',
  'a refund of a checkout whose payment failed',
  async ({ merchant, buyer }) => {
    const checkout = await buyer.fails(merchant, await merchant.checkout({ amount: 5_000 }));

    const refusal = await merchant.createRefund({ paymentReference: checkout.reference, amount: 1_000 });

    expect(refusal).toBeRefusedWith(409, 'payment_not_paid');
  },
  { alsoInLive: true },
);

check(
  'refund.failed-payment',
  'a refund of a checkout that expired',
  async (context) => {
    const { merchant, checkout, ended } = await lives.expired(context);
    if (ended.status !== 200) throw new Blocked('the expired checkout should be there');

    expect(await merchant.createRefund({ paymentReference: checkout.reference })).toBeRefusedWith(
      409,
      'payment_not_paid',
    );
  },
  { needs: [], waits: '25h' },
);

check(
  'refund.any-time-later',
  'a checkout that was paid a day ago is refunded',
  async (context) => {
    const { merchant, checkout } = await laters.succeeded(context);

    const refund = { paymentReference: checkout.reference, amount: checkout.amount };
    expect(await merchant.createRefund(refund)).toHaveStatus(201);
  },
  { waits: '25h', alsoInLive: true },
);
