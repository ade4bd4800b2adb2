import {
  Blocked,
  check,
  difference,
  type Exchange,
  expect,
  instantInSeconds,
  of,
  type Traced,
} from '../../../lib/interface/index.ts';
import { succeeding } from '../support.ts';

check(
  'checkout.paid',
  'the buyer pays, and GET shows succeeded',
  async ({ merchant, buyer }) => {
    const checkout = await merchant.checkout();

    await buyer.tries(merchant, checkout, 'succeeded');

    expect(await merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
  },
  { alsoInLive: true },
);

check(
  'checkout.paid-at-set',
  'the record has a date-time in paidAt and no failure',
  async ({ merchant, buyer }) => {
    const { exchange } = await buyer.paid(merchant);

    expect(of(exchange, 'paidAt')).toBeDateTime();
    expect(exchange).toHaveField('failureReason', null);
  },
  { alsoInLive: true },
);

check(
  'checkout.paid-at-set',
  'paidAt of a checkout paid after a minute tells that time',
  async ({ merchant, buyer, time }) => {
    const checkout = await merchant.checkout();
    const createdAt = instantOf(succeeding(await merchant.get(checkout)), 'createdAt');
    await time.wait(60, 'the buyer takes a while to pay');

    const paidAt = instantOf((await buyer.pays(merchant, checkout)).exchange, 'paidAt');

    expect(difference(paidAt, createdAt), 'seconds from createdAt to paidAt').toBeGreaterThanOrEqual(50);
  },
);

check(
  'checkout.payment-fails',
  'the payment fails, and GET shows failed and why',
  async ({ merchant, buyer }) => {
    const checkout = await merchant.checkout();

    await buyer.tries(merchant, checkout, 'failed');

    const record = await merchant.becomes(checkout, 'failed', 30);
    expect(record).toHaveField('status', 'failed');
    expect(of(record, 'failureReason')).toMatch(/./);
  },
  { alsoInLive: true },
);

/** A step: the time in epoch seconds. */
function instantOf(exchange: Exchange, name: string): Traced<number | undefined> {
  const said = of(exchange, name);
  const parsed = instantInSeconds(said);
  if (parsed.value === undefined) throw new Blocked(`${name} should be a date-time; got ${JSON.stringify(said.value)}`);
  return parsed;
}
