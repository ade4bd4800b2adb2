import { Blocked, checks, expect, field, NotExercised, of } from '../../../lib/interface/index.ts';
import { attempt, DAY, expectSame } from '../../support/attempts.ts';
import { lives, wrong } from '../../support/states/at-its-page.ts';

// Whatever a buyer does on the page of a checkout, its record shows what the merchant sent; once it is paid, it shows nothing of earlier
// failed attempts.

const FIELDS = ['id', 'reference', 'amount', 'currency', 'description', 'customer', 'metadata', 'createdAt'];
const failing = { amount: 301, reason: 'sandbox_fail' };

checks(
  'checkout.record-stays',
  lives,
  ({ what }) => `at its page, ${what}: the record says what it said before`,
  async (context, { life }) => {
    const { first, pending, last } = await life(context);

    for (const record of [...pending, last]) expectSame(record, first, FIELDS);
  },
  { needs: ['browser'], drawn: 2 },
);

checks(
  'checkout.record-payment-method',
  lives,
  ({ what }) => `at its page, ${what}: paymentMethod is a string or null`,
  async (context, { life }) => {
    const { last } = await life(context);

    expect(last).toFit('checkoutRecord', 'paymentMethod');
  },
  { needs: ['browser'], drawn: 1 },
);

checks(
  'checkout.paid-at-set',
  lives,
  ({ what }) => `at its page, ${what}: where it has succeeded it has paidAt and no failureReason`,
  async (context, { life }) => {
    const { last } = await life(context);
    const status = field(last.json, 'status');
    if (status !== 'succeeded' && status !== 'failed') throw new NotExercised(`it was not paid here: it is ${status}`);

    if (status === 'succeeded') expect(of(last, 'paidAt')).toBeDateTime();
    expect(last).toHaveField('failureReason', status === 'failed' ? /./ : null);
  },
  { needs: ['browser'], drawn: 2 },
);

checks(
  'checkout.record-unpaid',
  lives.filter(({ tries }) => tries.length > 0),
  ({ what }) => `at its page, ${what}: as long as it is pending it has neither failureReason nor paidAt`,
  async (context, { life }) => {
    const { pending } = await life(context);
    if (pending.length === 0) throw new NotExercised('the wrong card was the end of the checkout, or paid it');

    for (const record of pending) {
      expect(record).toHaveField('failureReason', null);
      expect(record).toHaveField('paidAt', null);
    }
  },
  { needs: ['browser'], drawn: 1 },
);

checks(
  'checkout.unpaid-has-no-paid-at',
  [
    { end: 'fails', needs: ['browser', 'payment-failure'], waits: undefined },
    { end: 'expires', needs: ['browser'], waits: '25h' },
  ] as const,
  ({ end }) => `at its page, where wrong cards were tried before it ${end}, a checkout has paidAt null`,
  async ({ merchant, buyer, time }, { end }) => {
    const checkout = await merchant.checkout();
    for (const card of Object.values(wrong))
      await attempt(buyer.atPage(checkout, (page) => page.pays(card, { stays: true })));
    // Whether a wrong card ends the checkout, or is accepted, is not shown.
    if (field((await merchant.get(checkout)).json, 'status') === 'pending') {
      if (end === 'fails') await buyer.tries(merchant, checkout, 'failed');
      else await time.wait(DAY, 'an unpaid checkout expires');
    }
    const record = await merchant.becomes(checkout, 'failed', 600);
    const status = field(record.json, 'status');
    if (status === 'succeeded') throw new NotExercised('a wrong card pays here');
    if (status !== 'failed') throw new Blocked(`the checkout should have failed by now: it is ${String(status)}`);

    expect(record).toHaveField('paidAt', null);
  },
  ({ needs, waits }) => ({ needs, waits, drawn: 1 }),
);

checks(
  'checkout.record-stays',
  ['transfer', 'card'] as const,
  (by) =>
    `paid by ${by} on its page, and refunded twice, once more in vain, and to its end: paidAt and the rest are as before`,
  async ({ merchant, buyer }, by) => {
    const checkout = await merchant.checkout({ amount: 9_001 });
    await buyer.atPage(checkout, (page) => attempt(page.pays({}, { stays: true, by })));
    const first = await merchant.confirms(checkout, 'succeeded');
    // How a bank transfer is made in sandbox is not shown.
    if (field(first.json, 'status') !== 'succeeded') throw new NotExercised(`a checkout was not paid by ${by} here`);
    for (const amount of [1_001, 2_003, 5_997]) {
      if (amount === 5_997) await merchant.settles(await merchant.refund(checkout, failing), 'failed');
      await merchant.refundSettles(checkout, { amount });

      expectSame(await merchant.get(checkout), first, [...FIELDS, 'status', 'paidAt']);
    }
  },
  { needs: ['browser'], drawn: 1 },
);
