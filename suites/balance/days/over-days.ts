import { attempt } from '../../support/attempts.ts';
import { balanceHistory, type HistoryStep } from '../history.ts';

// What begins on one day and ends on another counts when it ends, however many days, months or year ends lie between.

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A checkout that is begun by the first of these steps, and that nobody has paid yet. */
const pending = (seconds: number, when: string): HistoryStep => ({
  what: `a checkout that was made ${when} and is not paid`,
  id: 'balance.unpaid-adds-nothing',
  by: 0,
  async act({ begun, time }) {
    await begun(270_019);
    await time.wait(seconds, 'the buyer takes most of a day');
  },
});

const history = balanceHistory(
  'a history of more than a year',
  [
    pending(1.5 * HOUR, 'an hour and a half ago'),
    pending(10 * HOUR, 'half a day ago'),
    pending(12 * HOUR, 'most of a day ago'),
    {
      what: 'the payment of that checkout',
      id: 'balance.payment-adds',
      by: 270_019,
      async act({ merchant, buyer, begun }) {
        await buyer.pays(merchant, await begun());
      },
    },
    {
      what: 'another try to pay that checkout, a day later',
      id: 'balance.paid-once',
      by: 0,
      async act({ merchant, buyer, begun, time }) {
        await time.wait(DAY, 'a day passes');
        await attempt(buyer.tries(merchant, await begun(), 'succeeded'));
      },
    },
    {
      what: 'a refund two days after the payment',
      id: 'balance.refund-subtracts',
      by: 50_021 - 1_013,
      async act({ pays, refunds, time }) {
        await pays(50_021);
        await time.wait(2 * DAY, 'the merchant takes two days');
        await refunds(1_013);
      },
    },
    {
      what: 'a payout after a month and a half',
      id: 'balance.payout-subtracts',
      by: -20_011,
      async act({ paysOut, time }) {
        await time.wait(45 * DAY, 'a month and a half passes');
        await paysOut(20_011);
      },
    },
    {
      what: 'another refund of the payment after a year',
      id: 'balance.refund-subtracts',
      by: -3_001,
      async act({ refunds, time }) {
        await time.wait(366 * DAY, 'a year passes');
        await refunds(3_001);
      },
    },
    {
      what: 'a payment in the year after',
      id: 'balance.payment-adds',
      by: 8_009,
      act: ({ pays }) => pays(8_009),
    },
    {
      what: 'another try to pay a checkout of the year before, of which something was refunded',
      id: 'balance.paid-once',
      by: 0,
      act: async ({ merchant, buyer, payment }) => attempt(buyer.tries(merchant, await payment(), 'succeeded')),
    },
  ],
  '9990h',
);

history('balance');
