import { checkout, type Happening, payout, paysOut, refund, refunds } from './acts.ts';

const HOUR = 3_600;
const buyer = { sandbox: ['buyer'], live: ['live-buyer'] } as const;
const failure = { sandbox: ['buyer', 'payment-failure'], live: ['live-buyer', 'payment-failure'] } as const;
const nobody = { sandbox: [], live: [] } as const;

/** Every way in which the state tables cause an event about payments, refunds or payouts; the first one needs only a merchant. */
export const moneyHappenings: readonly Happening[] = [
  {
    kind: 'payout.succeeded',
    what: 'a payout succeeds',
    ...nobody,
    live: ['live-buyer'],
    begins: payout,
    act: paysOut('0123456789'),
    settles: 'payout',
    others: [],
  },
  {
    kind: 'payout.failed',
    what: 'a payout fails',
    ...nobody,
    live: null,
    begins: payout,
    act: paysOut('0000000000'),
    others: [],
  },
  {
    kind: 'payment.succeeded',
    what: 'a checkout is paid',
    ...buyer,
    begins: checkout,
    act: async ({ buyer, merchant }, { resource }) => void (resource && (await buyer.pays(merchant, resource))),
    // All of it is refunded, in two parts.
    movesOn: async ({ merchant }, { resource }) => {
      if (resource === undefined) return;
      await merchant.refund(resource, { amount: 1_003 });
      await merchant.refund(resource, { amount: resource.amount - 1_003 });
    },
    others: [],
  },
  {
    kind: 'payment.failed',
    what: 'a payment fails',
    ...failure,
    begins: async (actors) => ({ ...(await checkout(actors)), amountMinor: null }),
    act: async ({ buyer, merchant }, { resource }) => void (resource && (await buyer.fails(merchant, resource))),
    others: [],
  },
  {
    kind: 'payment.failed',
    what: 'a checkout expires',
    sandbox: ['clock'],
    live: ['clock'],
    begins: async (actors) => ({ ...(await checkout(actors)), amountMinor: null }),
    after: 24 * HOUR,
    others: [],
  },
  {
    kind: 'refund.succeeded',
    what: 'a part is refunded',
    ...buyer,
    begins: refund,
    act: refunds(),
    settles: 'refund',
    movesOn: async ({ merchant }, { resource }) =>
      void (resource && (await merchant.refund(resource, { amount: 1_003 }))),
    others: [],
  },
  {
    kind: 'refund.failed',
    what: 'a refund fails',
    ...buyer,
    live: null,
    begins: refund,
    act: refunds('sandbox_fail'),
    others: [],
  },
];
