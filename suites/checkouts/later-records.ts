import { check, checks, expect, field, observation, of, schemeOf, shared } from '../../lib/interface/index.ts';
import { DAY, expectBetween, expectSame } from '../support/attempts.ts';
import { type Aftermath, aftermaths, type Later, laters, lives } from './lives.ts';

// Every field of the record, in every later state: what the interface does not let change is what it was.

const FIELDS = ['id', 'reference', 'amount', 'currency', 'description', 'customer', 'metadata', 'createdAt'];

const refunded = shared('a checkout that is refunded in two parts', ['buyer'], async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 9_001, description: 'Rice', metadata: { order: 17 } });
  await merchant.refundSettles(payment, { amount: 4_000 });
  const inPart = await merchant.get(payment);
  await merchant.refundSettles(payment, { amount: 5_001 });
  return { first: payment.exchange, inPart, whole: await merchant.get(payment) };
});

checks(
  'checkout.record-stays',
  [
    { what: 'a paid checkout', needs: ['buyer'], waits: undefined, end: 'succeeded' },
    { what: 'a checkout whose payment failed', needs: ['payment-failure'], waits: undefined, end: 'failed' },
    { what: 'an expired checkout', needs: [], waits: '25h', end: 'expired' },
  ] as const,
  ({ what }) => `the record of ${what} says what it said before`,
  async (context, { end }) => {
    const { ended, first } = await lives[end](context);

    expectSame(ended, first, FIELDS);
  },
  ({ needs, waits }) => ({ needs, waits }),
);

checks(
  'checkout.record-stays',
  [
    { what: 'once its reference was used again', of: (life: Aftermath) => life.afterDuplicate },
    { what: 'after a second payment was tried', of: (life: Aftermath) => life.paidAgain },
  ],
  ({ what }) => `the record of a paid checkout ${what} says what it said before`,
  async (context, { of: after }) => {
    const life = await aftermaths.succeeded(context);

    expectSame(after(life), life.first, FIELDS);
  },
  { needs: ['buyer'] },
);

checks(
  'checkout.record-stays',
  [
    { what: 'a day later', of: (life: Later) => life.aDayLater },
    { what: 'an hour later', of: (life: Later) => life.anHourLater },
  ],
  ({ what }) => `the record of a paid checkout ${what} says what it said before`,
  async (context, { of: at }) => {
    const life = await laters.succeeded(context);

    expectSame(at(life), life.first, FIELDS);
  },
  { needs: ['buyer'], waits: '25h' },
);

checks(
  'checkout.record-stays',
  ['inPart', 'whole'] as const,
  (state) =>
    `the record of a checkout refunded ${state === 'whole' ? 'as a whole' : 'in part'} says what it said before`,
  async (context, state) => {
    const { first, [state]: record } = await refunded(context);

    expectSame(record, first, [...FIELDS, 'paidAt', 'status', 'failureReason']);
  },
  { needs: ['buyer'] },
);

check(
  'checkout.record-stays',
  'an unpaid checkout says the same hours later',
  async ({ merchant, time }) => {
    const checkout = await merchant.checkout({ description: 'Rice', metadata: { order: 17 } });
    const first = await merchant.get(checkout);
    await time.wait(DAY / 2, 'the record of an unpaid checkout is read again');

    expectSame(await merchant.get(checkout), first, [...FIELDS, 'status', 'paidAt', 'failureReason', 'refundedAmount']);
  },
  { waits: '12h' },
);

const states = [
  { state: 'succeeded', needs: ['buyer'], waits: undefined },
  { state: 'failed', needs: ['payment-failure'], waits: undefined },
  { state: 'expired', needs: [], waits: '25h' },
] as const;

checks(
  'checkout.record-payment-method',
  states,
  ({ state }) => `paymentMethod is a string or null in the record of a checkout that ${state}`,
  async (context, { state }) => {
    expect((await lives[state](context)).ended).toFit('checkoutRecord', 'paymentMethod');
  },
  ({ needs, waits }) => ({ needs, waits }),
);

checks(
  'checkout.url',
  states,
  ({ state }) => `the record of a checkout that ${state} has an absolute web address`,
  async (context, { state }) => {
    const { ended } = await lives[state](context);

    expect(schemeOf(of(ended, 'checkoutUrl')), 'scheme of an absolute address').toBeOneOf(['http', 'https']);
  },
  ({ needs, waits }) => ({ needs, waits }),
);

checks(
  'checkout.nothing-refunded',
  states,
  ({ state }) => `a checkout that ${state} has refundedAmount 0`,
  async (context, { state }) => {
    expect((await lives[state](context)).ended).toHaveField('refundedAmount', 0);
  },
  ({ needs, waits }) => ({ needs, waits }),
);

checks(
  'checkout.unpaid-has-no-paid-at',
  states.slice(1),
  ({ state }) => `a checkout that ${state} has paidAt null`,
  async (context, { state }) => {
    expect((await lives[state](context)).ended).toHaveField('paidAt', null);
  },
  ({ needs, waits }) => ({ needs, waits }),
);

check('checkout.created-at-true', 'createdAt lies between before and after the request', async (context) => {
  const { first, times } = await lives.succeeded(context);

  expectBetween(first, 'createdAt', times[0], times[1]);
});

check('checkout.paid-at-true', 'paidAt lies between before and after the payment', async (context) => {
  const { ended, times } = await lives.succeeded(context);

  expectBetween(ended, 'paidAt', times[2], times[3]);
});

observation('checkout.url-stays', async (context) => {
  const { checkout, first, ended } = await lives.succeeded(context);
  const [created, pending, paid] = [checkout.url, field(first.json, 'checkoutUrl'), field(ended.json, 'checkoutUrl')];
  return `${pending === created ? 'the same' : 'another'} while pending, ${paid === created ? 'the same' : 'another'} once paid`;
});
