import { balanceHistory } from './history.ts';

// A long mixed history: many operations of each kind in sequence, some concurrent, and each outcome next to each other one.

const PAID = 400_009;
const FAILING = { recipient: { accountNumber: '0000000000' } };

async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < count; time++) await act();
}

const history = balanceHistory('a long mixed history', [
  { what: 'a payment', id: 'balance.payment-adds', by: PAID, act: ({ pays }) => pays(PAID) },
  {
    what: 'six payments of one amount',
    id: 'balance.payment-adds',
    by: 6 * 1_009,
    act: ({ pays }) => times(6, () => pays(1_009)),
  },
  {
    what: 'payouts refused again and again',
    id: 'balance.refused-moves-nothing',
    by: 0,
    act: ({ refusedPayouts }) => times(3, refusedPayouts),
  },
  {
    what: 'refunds refused again and again',
    id: 'balance.refused-moves-nothing',
    by: 0,
    act: ({ refusedRefunds }) => times(3, refusedRefunds),
  },
  {
    what: 'a payout that failed while a later one was pending',
    id: 'balance.failed-payout-returns',
    by: -30_013,
    async act({ merchant }) {
      const failing = await merchant.payout({ amount: 20_011, ...FAILING });
      const good = await merchant.payout({ amount: 30_013 });
      await merchant.settles(failing, 'failed');
      await merchant.settles(good);
    },
  },
  {
    what: 'a payout that failed while an earlier one was pending',
    id: 'balance.failed-payout-returns',
    by: -10_011,
    async act({ merchant }) {
      const good = await merchant.payout({ amount: 10_011 });
      const failing = await merchant.payout({ amount: 50_017, ...FAILING });
      await merchant.settles(good);
      await merchant.settles(failing, 'failed');
    },
  },
  {
    what: 'two payouts that failed side by side',
    id: 'balance.failed-payout-returns',
    by: 0,
    async act({ merchant }) {
      const both = [
        await merchant.payout({ amount: 20_021, ...FAILING }),
        await merchant.payout({ amount: 20_021, ...FAILING }),
      ];
      for (const failing of both) await merchant.settles(failing, 'failed');
    },
  },
  {
    what: 'two payouts that succeeded side by side',
    id: 'balance.payout-subtracts',
    by: -10_003 - 10_019,
    async act({ merchant }) {
      const both = [await merchant.payout({ amount: 10_003 }), await merchant.payout({ amount: 10_019 })];
      for (const good of both) await merchant.settles(good);
    },
  },
  {
    what: 'six refunds of one amount',
    id: 'balance.refund-subtracts',
    by: -6 * 1_003,
    act: ({ refunds }) => times(6, () => refunds(1_003)),
  },
  {
    what: 'a refund that failed while another was pending',
    id: 'balance.failed-refund-subtracts-nothing',
    by: -2_007,
    async act({ merchant, payment }) {
      const failing = await merchant.refund(await payment(), { amount: 7_001, reason: 'sandbox_fail' });
      const good = await merchant.refund(await payment(), { amount: 2_007 });
      await merchant.settles(failing, 'failed');
      await merchant.settles(good);
    },
  },
  {
    what: 'two refunds that failed side by side',
    id: 'balance.failed-refund-subtracts-nothing',
    by: 0,
    async act({ merchant, payment }) {
      const wish = { amount: 3_011, reason: 'sandbox_fail' };
      const both = [await merchant.refund(await payment(), wish), await merchant.refund(await payment(), wish)];
      for (const failing of both) await merchant.settles(failing, 'failed');
    },
  },
  {
    what: 'refunds of two checkouts side by side, one of them of the whole',
    id: 'balance.refund-subtracts',
    by: 5_051 - 5_051 - 4_001,
    async act({ merchant, payment, pays }) {
      const other = await pays(5_051);
      const both = [
        await merchant.refund(other, { amount: 5_051 }),
        await merchant.refund(await payment(), { amount: 4_001 }),
      ];
      for (const good of both) await merchant.settles(good);
    },
  },
  {
    what: 'a payout that failed beside a refund that succeeded',
    id: 'balance.failed-payout-returns',
    by: -1_021,
    async act({ merchant, payment }) {
      const failing = await merchant.payout({ amount: 15_017, ...FAILING });
      const good = await merchant.refund(await payment(), { amount: 1_021 });
      await merchant.settles(good);
      await merchant.settles(failing, 'failed');
    },
  },
  {
    what: 'a refund that failed beside a payout that succeeded',
    id: 'balance.failed-refund-subtracts-nothing',
    by: -10_037,
    async act({ merchant, payment }) {
      const failing = await merchant.refund(await payment(), { amount: 1_031, reason: 'sandbox_fail' });
      const good = await merchant.payout({ amount: 10_037 });
      await merchant.settles(failing, 'failed');
      await merchant.settles(good);
    },
  },
  {
    what: 'three payouts one after another',
    id: 'balance.payout-subtracts',
    by: -3 * 10_007,
    act: ({ paysOut }) => times(3, () => paysOut(10_007)),
  },
  {
    what: 'three payouts that failed one after another',
    id: 'balance.failed-payout-returns',
    by: 0,
    act: ({ payoutFails }) => times(3, () => payoutFails(10_007)),
  },
  {
    what: 'five payouts at once, of which two fail',
    id: 'balance.payout-subtracts',
    by: -3 * 10_013,
    async act({ merchant }) {
      const wishes = [{}, FAILING, {}, FAILING, {}];
      const all = await Promise.all(wishes.map((wish) => merchant.payout({ amount: 10_013, ...wish })));
      for (const [at, payout] of all.entries()) await merchant.settles(payout, at % 2 === 1 ? 'failed' : 'succeeded');
    },
  },
  {
    what: 'five refunds at once, of which two fail',
    id: 'balance.refund-subtracts',
    by: -3 * 1_013,
    async act({ merchant, payment }) {
      const [paid, failing] = [await payment(), { reason: 'sandbox_fail' }];
      const wishes = [{}, failing, {}, failing, {}];
      const all = await Promise.all(wishes.map((wish) => merchant.refund(paid, { amount: 1_013, ...wish })));
      for (const [at, refund] of all.entries()) await merchant.settles(refund, at % 2 === 1 ? 'failed' : 'succeeded');
    },
  },
  {
    what: 'three payments at once',
    id: 'balance.payment-adds',
    by: 3 * 2_017,
    act: ({ pays }) => Promise.all([pays(2_017), pays(2_017), pays(2_017)]),
  },
  { what: 'a payment after all that', id: 'balance.payment-adds', by: 10_103, act: ({ pays }) => pays(10_103) },
]);

history('balance');
