import { check, checks, expect, field, observation, of, schemeOf } from '../../../lib/interface/index.ts';
import { DAY, expectSame } from '../../support/attempts.ts';
import { type Aftermath, aftermaths, ends, type Later, laters, lives } from '../states/lives.ts';
import { paidFields, refundedLives } from './refunded-lives.ts';

// The fields of the record that the interface does not let change, in every later state.

const FIELDS = ['id', 'reference', 'amount', 'currency', 'description', 'customer', 'metadata', 'createdAt'];

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
  ({ needs, waits, end }) => ({ needs, waits, alsoInLive: end === 'succeeded' }),
);

checks(
  'checkout.record-stays',
  ends.flatMap((end) => [
    { ...end, what: 'once its reference was used again', of: (life: Aftermath) => life.afterDuplicate },
    { ...end, what: 'after a second payment was tried', of: (life: Aftermath) => life.paidAgain },
    { ...end, what: 'after a failure was tried', of: (life: Aftermath) => life.failedAgain },
  ]),
  ({ words, what }) => `the record of a checkout that is ${words}, ${what}, says what it said before`,
  async (context, { end, of: after }) => {
    const life = await aftermaths[end](context);

    expectSame(after(life), life.first, FIELDS);
  },
  ({ needs, waits }) => ({ needs, waits }),
);

checks(
  'checkout.record-stays',
  ends.flatMap((end) => [
    { ...end, what: 'a day later', of: (life: Later) => life.aDayLater },
    { ...end, what: 'an hour later', of: (life: Later) => life.anHourLater },
  ]),
  ({ words, what }) => `the record of a checkout that is ${words}, ${what}, says what it said before`,
  async (context, { end, of: at }) => {
    const life = await laters[end](context);

    expectSame(at(life), life.first, FIELDS);
  },
  ({ end, needs }) => ({ needs, waits: end === 'expired' ? '49h' : '25h' }),
);

checks(
  'checkout.record-stays',
  refundedLives,
  ({ what }) => `the record of a checkout ${what} says what it said before`,
  async (context, { life }) => {
    const { paid, records } = await life(context);

    for (const { when, record } of records) expectSame(record, paid, paidFields, when);
  },
  { needs: ['buyer'], drawn: 1 },
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
  ({ needs, waits, state }) => ({ needs, waits, alsoInLive: state === 'succeeded' }),
);

checks(
  'checkout.unpaid-has-no-paid-at',
  states.slice(1),
  ({ state }) => `a checkout that ${state} has paidAt null`,
  async (context, { state }) => {
    expect((await lives[state](context)).ended).toHaveField('paidAt', null);
  },
  ({ needs, waits, state }) => ({ needs, waits, alsoInLive: state === 'failed' }),
);

observation('checkout.url-stays', async (context) => {
  const { checkout, first, ended } = await lives.succeeded(context);
  const [created, pending, paid] = [checkout.url, field(first.json, 'checkoutUrl'), field(ended.json, 'checkoutUrl')];
  return `${pending === created ? 'the same' : 'another'} while pending, ${paid === created ? 'the same' : 'another'} once paid`;
});
