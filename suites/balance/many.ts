import { balanceHistory } from './history.ts';

// More objects of each kind than many frameworks put on a page of a list.

const MANY = 26;

const history = balanceHistory('a history of many', [
  {
    what: `${MANY} payments`,
    id: 'balance.payment-adds',
    by: MANY * 1_021,
    async act({ pays }) {
      for (let time = 0; time < MANY; time++) await pays(1_021);
    },
  },
  {
    what: `${MANY} refunds`,
    id: 'balance.refund-subtracts',
    by: -MANY * 31,
    async act({ refunds }) {
      for (let time = 0; time < MANY; time++) await refunds(31);
    },
  },
]);

history('balance');
