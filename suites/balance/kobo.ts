import { balanceHistory } from './history.ts';

// "available to pay out in kobo": every sum on the way cannot be represented exactly as a fraction of naira, so that truncation or rounding
// up gives one kobo too few or too many.

const history = balanceHistory('a history of odd kobo', [
  { what: 'a payment, in all 113', id: 'balance.payment-adds', by: 113, act: ({ pays }) => pays(113) },
  { what: 'another, in all 218', id: 'balance.payment-adds', by: 105, act: ({ pays }) => pays(105) },
  { what: 'another, in all 427', id: 'balance.payment-adds', by: 209, act: ({ pays }) => pays(209) },
  { what: 'another, in all 813', id: 'balance.payment-adds', by: 386, act: ({ pays }) => pays(386) },
  { what: 'another, in all 1,608', id: 'balance.payment-adds', by: 795, act: ({ pays }) => pays(795) },
  { what: 'a refund, in all 1,606', id: 'balance.refund-subtracts', by: -2, act: ({ refunds }) => refunds(2) },
  { what: 'a payment, in all 12,802', id: 'balance.payment-adds', by: 11_196, act: ({ pays }) => pays(11_196) },
  {
    what: 'a payout, in all 1,808',
    id: 'balance.payout-subtracts',
    by: -10_994,
    act: ({ paysOut }) => paysOut(10_994),
  },
  { what: 'a payment, in all 102,409', id: 'balance.payment-adds', by: 100_601, act: ({ pays }) => pays(100_601) },
  {
    what: 'a payment, in all 1,000,000,003',
    id: 'balance.payment-adds',
    by: 999_897_594,
    act: ({ pays }) => pays(999_897_594),
  },
  {
    what: 'a payout, in all 104,857,613',
    id: 'balance.payout-subtracts',
    by: -895_142_390,
    act: ({ paysOut }) => paysOut(895_142_390),
  },
]);

history('balance');
