import { check, expect } from '../../../lib/interface/index.ts';
import { table } from '../../support/alike/groups.ts';
import { longOver } from '../../support/calendar/long-over.ts';
import { aYearLater, LATER, waits } from '../../support/states/a-year-later.ts';

table('checkout.', aYearLater);
table('checkout.', longOver);

check(
  'checkout.failed-reference-stays-used',
  'the reference of a checkout whose payment failed more than a year ago is used',
  async ({ merchant, buyer, time }) => {
    const { reference } = await buyer.fails(merchant, await merchant.checkout());
    await time.wait(LATER, 'more than a year passes');

    expect(await merchant.createCheckout({ reference })).toBeRefusedWith(409, 'duplicate_reference');
  },
  { waits },
);
