import { checks, expect } from '../../../lib/interface/index.ts';
import { DAY, expectBetween, HOUR } from '../../support/attempts.ts';
import { openedBefore, visitNeeds } from '../../support/states/opened-before.ts';

checks(
  'checkout.paid-at-true',
  openedBefore,
  ({ what }) => `a page ${what}: paidAt lies between before and after the payment`,
  async (context, { checkout }) => {
    const { record, before, after } = await checkout(context);

    expectBetween(record, 'paidAt', before, after);
  },
  visitNeeds('checkout'),
);

checks(
  'checkout.payable-until-expiry',
  ['at the beginning', 'every six hours'] as const,
  (when) => `its page was opened ${when}: shortly before the end it is pending, and is paid`,
  async ({ merchant, buyer, time }, when) => {
    const checkout = await merchant.checkout();
    await buyer.atPage(checkout, async () => {});
    for (let hours = 6; hours < 24; hours += 6) {
      await time.wait(6 * HOUR, 'an unpaid checkout grows old');
      if (when === 'every six hours') await buyer.atPage(checkout, async () => {});
    }
    await time.wait(6 * HOUR - 600, 'an unpaid checkout is about to expire');
    expect(await merchant.get(checkout)).toHaveField('status', 'pending');
    await buyer.tries(merchant, checkout, 'succeeded');
    expect(await merchant.confirms(checkout, 'succeeded')).toHaveField('status', 'succeeded');
    await time.wait(DAY, 'a paid checkout does not expire');

    expect(await merchant.get(checkout)).toHaveField('status', 'succeeded');
  },
  { needs: ['browser'], waits: '49h' },
);
