import { check, checks, expect } from '../../../lib/interface/index.ts';

const DAY = 24 * 60 * 60;

/** Kobo: an ordinary amount, the largest and the smallest, and one between. */
const amounts = [5_000, 2_000_000_000, 100, 9_999_999];

checks(
  'checkout.expires',
  amounts,
  (amount) => `of ${amount} kobo: two minutes before the end it is pending, after it failed as expired`,
  async ({ merchant, time }, amount) => {
    const checkout = await merchant.checkout({ amount });

    await time.wait(DAY - 120, 'an unpaid checkout is about to expire');
    expect(await merchant.get(checkout)).toHaveField('status', 'pending');

    await time.wait(120, 'an unpaid checkout expires');
    // A target may look for expired checkouts only every few minutes.
    const record = await merchant.becomes(checkout, 'failed', 600);
    expect(record).toHaveField('status', 'failed');
    expect(record).toHaveField('failureReason', 'expired');
  },
  { alsoInLive: true, drawn: 1 },
);

check(
  'checkout.paid-does-not-expire',
  'ten minutes after its 24 hours it is succeeded',
  async ({ merchant, buyer, time }) => {
    const checkout = await buyer.paid(merchant);

    await time.wait(DAY + 600, 'a paid checkout does not expire');

    expect(await merchant.get(checkout)).toHaveField('status', 'succeeded');
  },
  { alsoInLive: true },
);
