import { balanceHistory } from './history.ts';

// Balances above 2^31 and 2^32 kobo, up and down again, exact to the kobo: each payment and payout has the largest amount, or nearly.

const MOST = 2_000_000_000;
const FAILING = { recipient: { accountNumber: '0000000000' } };

const history = balanceHistory('a history of large amounts', [
  { what: 'a payment of the largest amount', id: 'balance.payment-adds', by: MOST, act: ({ pays }) => pays(MOST) },
  {
    what: 'another, with an odd kobo, beyond 2^31',
    id: 'balance.payment-adds',
    by: MOST - 1,
    act: ({ pays }) => pays(MOST - 1),
  },
  { what: 'a third, beyond 2^32', id: 'balance.payment-adds', by: MOST - 3, act: ({ pays }) => pays(MOST - 3) },
  {
    what: 'a payout that failed, of the largest amount',
    id: 'balance.failed-payout-returns',
    by: 0,
    act: async ({ merchant }) => merchant.settles(await merchant.payout({ amount: MOST, ...FAILING }), 'failed'),
  },
  {
    what: 'a refund that failed, of the largest amount',
    id: 'balance.failed-refund-subtracts-nothing',
    by: 0,
    act: ({ refundFails }) => refundFails(MOST),
  },
  { what: 'a refund of one kobo', id: 'balance.refund-subtracts', by: -1, act: ({ refunds }) => refunds(1) },
  {
    what: 'a refund of all but that kobo',
    id: 'balance.refund-subtracts',
    by: -(MOST - 1),
    act: ({ refunds }) => refunds(MOST - 1),
  },
  {
    what: 'a payout of nearly the largest amount',
    id: 'balance.payout-subtracts',
    by: -1_999_999_501,
    act: ({ paysOut }) => paysOut(1_999_999_501),
  },
  {
    what: 'refused payouts and refunds',
    id: 'balance.refused-moves-nothing',
    by: 0,
    async act({ refusedPayouts, refusedRefunds }) {
      await refusedPayouts();
      await refusedRefunds();
    },
  },
  { what: 'a small payment', id: 'balance.payment-adds', by: 101, act: ({ pays }) => pays(101) },
  {
    what: 'a payout of nearly all that is left',
    id: 'balance.payout-subtracts',
    by: -1_999_999_999,
    act: ({ paysOut }) => paysOut(1_999_999_999),
  },
]);

history('balance');
