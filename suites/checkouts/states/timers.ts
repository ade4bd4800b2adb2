import { type Created, checks, created, expect } from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { settingsSaved, timersTable } from '../../support/states/timers.ts';

const HOUR = 3_600;

interface Subject {
  readonly checkout: Created;
  readonly again: () => Promise<unknown>;
  readonly idempotencyKey: string;
}

timersTable<Subject>(
  'checkout.expires',
  {
    of: 'a checkout',
    alsoInLive: true,
    needs: [],
    waits: '25h',
    async begin({ merchant, data }) {
      const idempotencyKey = data.reference('key');
      const body = { reference: data.reference('chk'), customer: { email: 'ada@example.com' } };
      const again = () => merchant.createCheckout(body, { idempotencyKey });
      return { checkout: created('checkout', await again()), again, idempotencyKey };
    },
    look: ({ merchant }, { checkout }) => merchant.get(checkout),
    from: 'pending',
    to: 'failed',
    says: { failureReason: 'expired' },
    moments: [HOUR, 12 * HOUR, 23.5 * HOUR],
    before: 24 * HOUR - 300,
    end: 24 * HOUR,
  },
  [
    {
      what: 'a refund is asked for',
      act: ({ merchant }, { checkout }) => merchant.createRefund({ paymentReference: checkout.reference }),
    },
    {
      what: 'another with its reference is asked for',
      act: ({ merchant }, { checkout }) => merchant.createCheckout({ reference: checkout.reference, amount: 7_007 }),
    },
    { what: 'the same is asked for under its key', act: (_, { again }) => again() },
    {
      what: 'the key is used for another',
      act: ({ merchant }, { idempotencyKey }) => merchant.createCheckout({ amount: 7_007 }, { idempotencyKey }),
    },
    { what: 'the record is read', act: ({ merchant }, { checkout }) => merchant.get(checkout) },
    {
      what: 'its page is opened, filled in and left',
      needs: ['browser'],
      act: ({ buyer }, { checkout }) => buyer.atPage(checkout, (page) => attempt(page.fills())),
    },
    {
      what: 'a card is tried on its page that sandboxes are used to decline, or that is past',
      needs: ['browser'],
      mayEnd: true,
      act: ({ buyer }, { checkout }) =>
        buyer.atPage(checkout, (page) => attempt(page.pays({ month: 1, year: 2021 }, { stays: true }))),
    },
    {
      what: 'another merchant asks for the record and a refund',
      needs: ['other-merchant'],
      async act({ other }, { checkout }) {
        await other.get(checkout);
        await other.createRefund({ paymentReference: checkout.reference });
      },
    },
    {
      what: 'the record is asked for with a key that is none',
      act: ({ merchant }, { checkout }) =>
        merchant.api.getCheckout(checkout.reference, { credentials: { apiKey: 'svc_test_sk_none' } }),
    },
    ...settingsSaved,
  ],
);

/** When its page is opened, in seconds before its end, and what the buyer does there: nothing of it is a payment. */
const visits = [
  { what: 'its page is open when its day is over', before: 24 * HOUR, fills: false },
  { what: 'its page was opened and filled in a minute before, and is open', before: 60, fills: true },
] as const;

checks(
  'checkout.expires',
  visits,
  ({ what }) => what,
  async ({ merchant, buyer, time }, { before, fills }) => {
    const checkout = await merchant.checkout();
    if (before < 24 * HOUR) await time.wait(24 * HOUR - before, 'an unpaid checkout is about to expire');
    await buyer.atPage(checkout, async (page) => {
      if (fills) await attempt(page.fills());
      await time.wait(before, 'a checkout expires while its page is open');

      const record = await merchant.becomes(checkout, 'failed', 600);
      expect(record).toHaveField('status', 'failed');
      expect(record).toHaveField('failureReason', 'expired');
    });
  },
  ({ fills }) => ({ needs: ['browser'], alsoInLive: fills, drawn: 1 }),
);
