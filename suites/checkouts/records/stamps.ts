import { check, checks, field, NotExercised } from '../../../lib/interface/index.ts';
import { attempt, expectBetween, moment } from '../../support/attempts.ts';
import { likeEarlierOnes } from '../../support/states/retried.ts';
import { ends, type Later, laters, lives } from '../states/lives.ts';
import { refundedLives } from './refunded-lives.ts';

// createdAt and paidAt are the true times, from the first record on and in every later state.

check(
  'checkout.created-at-true',
  'createdAt lies between before and after the request',
  async (context) => {
    const { first, times } = await lives.succeeded(context);

    expectBetween(first, 'createdAt', times[0], times[1]);
  },
  { needs: ['buyer'], alsoInLive: true },
);

checks(
  'checkout.paid-at-true',
  refundedLives,
  ({ what }) => `paidAt of a checkout ${what} lies between before and after the payment`,
  async (context, { life }) => {
    const { records, times } = await life(context);

    for (const { record } of records) expectBetween(record, 'paidAt', times[0], times[1]);
  },
  { drawn: 1 },
);

checks(
  'checkout.paid-at-true',
  [
    { what: 'a day later', at: (life: Later) => life.aDayLater },
    { what: 'an hour later, after it was tried again', at: (life: Later) => life.anHourLater },
  ],
  ({ what }) => `${what} paidAt lies between before and after the payment`,
  async (context, { at }) => {
    const life = await laters.succeeded(context);

    expectBetween(at(life), 'paidAt', life.times[2], life.times[3]);
  },
  { waits: '25h' },
);

checks(
  'checkout.created-at-true',
  ends,
  ({ words }) =>
    `a day after its end createdAt of a checkout that is ${words} lies between before and after the request`,
  async (context, { end }) => {
    const { aDayLater, times } = await laters[end](context);

    expectBetween(aDayLater, 'createdAt', times[0], times[1]);
  },
  ({ end, needs }) => ({ needs, waits: end === 'expired' ? '49h' : '25h' }),
);

likeEarlierOnes(
  'checkout.created-at-true',
  'checkout',
  ['buyer', 'payment-failure'],
  async ({ merchant, buyer }) =>
    async (end) => {
      const customer = { email: 'ada.obi@example.com' };
      const checkout = await merchant.checkout({ amount: 9_009, customer });
      await buyer.tries(merchant, checkout, end);
      return checkout;
    },
);

check(
  'checkout.paid-at-true',
  'paidAt lies between before and after the payment',
  async (context) => {
    const { ended, times } = await lives.succeeded(context);

    expectBetween(ended, 'paidAt', times[2], times[3]);
  },
  { alsoInLive: true },
);

checks(
  'checkout.paid-at-true',
  ['transfer', 'card'] as const,
  (by) => `paid by ${by} on its page: paidAt lies between before and after the payment`,
  async (context, by) => {
    const { merchant, buyer } = context;
    const checkout = await merchant.checkout({ amount: 27_019 });
    const before = await moment(context, "the target's time before it was paid");
    await buyer.atPage(checkout, (page) => attempt(page.pays({}, { stays: true, by })));
    const record = await merchant.confirms(checkout, 'succeeded');
    // How a bank transfer is made in sandbox is not shown.
    if (field(record.json, 'status') !== 'succeeded') throw new NotExercised(`it was not paid by ${by} here`);
    const after = await moment(context, "the target's time after it was paid");

    expectBetween(record, 'paidAt', before, after);
  },
  { needs: ['browser'] },
);
