import { check, checks, differentOf, distinct, expect, field, NotExercised } from '../../../lib/interface/index.ts';
import { attempt, DAY, expectSame } from '../../support/attempts.ts';
import { type Aftermath, aftermaths, type Ended, type Later, laters } from './lives.ts';

// A final state stays: every end, and everything that may be tried afterwards.

/** Fields that no later attempt may change. Only refunds change refundedAmount, and none is requested here. */
const END = ['status', 'failureReason', 'paidAt', 'refundedAmount'];

const requirementOf = {
  succeeded: 'checkout.succeeded-is-final',
  failed: 'checkout.failed-stays-failed',
  expired: 'checkout.expired-is-final',
} as const;

const needsOf = { succeeded: ['buyer'], failed: ['payment-failure'], expired: [] } as const;

const ends: readonly Ended[] = ['failed', 'expired', 'succeeded'];

const attempts = [
  { what: 'a buyer pays', needs: ['buyer'], after: (life: Aftermath) => life.paidAgain },
  { what: 'a payment fails', needs: ['payment-failure'], after: (life: Aftermath) => life.failedAgain },
  {
    what: 'another checkout is asked for with its reference',
    needs: [],
    after: (life: Aftermath) => life.afterDuplicate,
  },
] as const;

for (const end of ends) {
  const waits = end === 'expired' ? '25h' : undefined;
  checks(
    requirementOf[end],
    attempts,
    ({ what }) => `${what}, and the ${end} checkout is as it was`,
    async (context, { after }) => {
      const life = await aftermaths[end](context);

      expectSame(after(life), life.ended, END);
    },
    ({ needs }) => ({
      needs: [...needsOf[end], ...needs],
      waits,
      drawn: 0.7,
      alsoInLive: needs.length === 0,
    }),
  );

  checks(
    requirementOf[end],
    [
      { what: 'a day later', at: (life: Later) => life.aDayLater },
      { what: 'an hour later', at: (life: Later) => life.anHourLater },
    ],
    ({ what }) => `${what} the ${end} checkout that was tried again is as it was`,
    async (context, { at }) => {
      const life = await laters[end](context);

      expectSame(at(life), life.ended, END);
    },
    { needs: needsOf[end], waits: '49h' },
  );

  check(
    'checkout.ends-once',
    `a day after it was tried again the ${end} checkout has sent no event of another end`,
    async (context) => {
      const { merchant, checkout } = await laters[end](context);

      const other = end === 'succeeded' ? 'payment.failed' : 'payment.succeeded';
      expect(merchant.webhooks.surely(other, checkout.reference)).toBeEmpty();
    },
    { needs: ['webhooks', ...needsOf[end]], waits: '49h', alsoInLive: end === 'failed' },
  );

  check(
    'checkout.ends-once',
    `a day after it was tried again the ${end} checkout has sent one event of its end`,
    async (context) => {
      const { merchant, checkout } = await laters[end](context);

      const own = end === 'succeeded' ? 'payment.succeeded' : 'payment.failed';
      const events = differentOf(merchant.webhooks.surely(own, checkout.reference), 'json.id');
      expect(distinct(events), `different events ${own}`).toBeLessThanOrEqual(1);
    },
    { needs: ['webhooks', ...needsOf[end]], waits: '49h' },
  );
}

checks(
  'checkout.succeeded-is-final',
  ['transfer', 'card'] as const,
  (by) => `paid by ${by} on its page, and tried again, the checkout is as it was`,
  async ({ merchant, buyer }, by) => {
    const checkout = await merchant.checkout();
    await buyer.atPage(checkout, (page) => attempt(page.pays({}, { stays: true, by })));
    const paid = await merchant.confirms(checkout, 'succeeded');
    // How a bank transfer is made in sandbox is not shown.
    if (field(paid.json, 'status') !== 'succeeded') throw new NotExercised(`a checkout was not paid by ${by} here`);
    for (const again of ['failed', 'succeeded'] as const) await attempt(buyer.tries(merchant, checkout, again));

    expectSame(await merchant.get(checkout), paid, [...END, 'paymentMethod']);
  },
  { needs: ['browser'] },
);

checks(
  'checkout.expired-is-final',
  ['transfer', 'card'] as const,
  (by) => `on a page that was open before it is paid by ${by}, and the expired checkout is as it was`,
  async ({ merchant, buyer, time }, by) => {
    const checkout = await merchant.checkout();
    const expired = await buyer.atPage(checkout, async (page) => {
      if (by === 'card') await page.fills();
      // A target may look for expired checkouts only every few minutes.
      await time.wait(DAY + 600, 'an unpaid checkout expires');
      const { exchange } = await merchant.settles(checkout, 'failed');
      await attempt(page.pays({}, { stays: true, by }));
      return exchange;
    });
    await time.wait(30, 'a payment on the page, which must not be, is made');

    expectSame(await merchant.get(checkout), expired, END);
  },
  { needs: ['browser'], waits: '25h' },
);

checks(
  ({ id }) => id,
  [
    { end: 'failed', id: 'checkout.failed-reference-stays-used', waits: undefined },
    { end: 'succeeded', id: 'checkout.succeeded-reference-stays-used', waits: undefined },
    { end: 'expired', id: 'checkout.expired-reference-stays-used', waits: '25h' },
  ] as const,
  ({ end }) => `another order with the reference of a ${end} checkout is refused`,
  async (context, { end }) => {
    expect((await aftermaths[end](context)).duplicate).toBeRefusedWith(409, 'duplicate_reference');
  },
  ({ waits, end }) => ({ needs: needsOf[end], waits, alsoInLive: true }),
);

checks(
  ({ id }) => id,
  [
    { end: 'failed', id: 'checkout.failed-reference-stays-used' },
    { end: 'succeeded', id: 'checkout.succeeded-reference-stays-used' },
    { end: 'expired', id: 'checkout.expired-reference-stays-used' },
  ] as const,
  ({ end }) => `another order with the reference of a ${end} checkout is refused a day later`,
  async (context, { end }) => {
    expect((await laters[end](context)).lateDuplicate).toBeRefusedWith(409, 'duplicate_reference');
  },
  { waits: '49h' },
);
