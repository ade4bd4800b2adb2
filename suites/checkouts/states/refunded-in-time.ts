import { Blocked, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { DAY } from '../../support/attempts.ts';

// A checkout that was paid stays paid when its 24 hours are over, whatever was refunded.

const PAID = 9_001;

/** A negative amount is that of a refund that fails. */
const ways = [
  { what: 'refunded as a whole', amounts: [PAID] },
  { what: 'refunded in two parts', amounts: [4_000, PAID - 4_000] },
  { what: 'refunded in part', amounts: [PAID - 1] },
  { what: 'of which the refund failed', amounts: [-PAID] },
  { what: 'refunded as a whole after a refund failed', amounts: [-PAID, PAID] },
] as const;

const dayLater = shared('checkouts refunded within their 24 hours', ['buyer'], async ({ merchant, buyer, time }) => {
  const made = [];
  for (const { what, amounts } of ways) {
    const checkout = await buyer.paid(merchant, { amount: PAID });
    for (const amount of amounts) {
      const refund = await merchant.refund(checkout, {
        amount: Math.abs(amount),
        ...(amount < 0 && { reason: 'sandbox_fail' }),
      });
      await merchant.settles(refund, amount < 0 ? 'failed' : 'succeeded');
    }
    made.push({ what, checkout });
  }
  await time.wait(DAY + 600, 'a paid checkout does not expire');
  const records = new Map<string, Exchange>();
  for (const { what, checkout } of made) records.set(what, await merchant.get(checkout));
  return records;
});

checks(
  'checkout.paid-does-not-expire',
  ways,
  ({ what }) => `a checkout ${what} is succeeded when its 24 hours are over`,
  async (context, { what }) => {
    const record = (await dayLater(context)).get(what);
    if (record === undefined) throw new Blocked('suite fault: there is no such checkout');

    expect(record).toHaveField('status', 'succeeded');
    expect(record).toHaveField('failureReason', null);
  },
  { waits: '25h', drawn: 2 },
);
