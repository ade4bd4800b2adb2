import { balanceHistory } from './history.ts';

// What begins on one day and ends on another counts when it ends, however many days, months or year ends lie between.

const HOUR = 3_600;
const DAY = 24 * HOUR;

const history = balanceHistory(
  'a history of more than a year',
  [
    {
      what: 'a payment most of a day after its checkout was made',
      id: 'balance.payment-adds',
      by: 270_019,
      async act({ merchant, buyer, time }) {
        const checkout = await merchant.checkout({ amount: 270_019 });
        await time.wait(23.5 * HOUR, 'the buyer takes most of a day');
        await buyer.pays(merchant, checkout);
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
  ],
  '9960h',
);

history('balance');
