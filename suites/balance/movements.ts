import {
  availablePaths,
  check,
  derivation,
  expect,
  integersIn,
  observation,
  of,
  watchBalance,
} from '../../lib/interface/index.ts';
import { attemptAny } from '../support/attempts.ts';

const integers = derivation('integers', (json: unknown) => integersIn(json));

check(
  'balance.payment-adds',
  'a payment of 12,345 adds 12,345',
  async (context) => {
    const balance = await watchBalance(context);
    await context.buyer.paid(context.merchant, { amount: 12_345 });

    expect(await balance.movement(12_345)).toBe(12_345);
  },
  { runs: 'undisturbed' },
);

check('balance.payment-adds', 'after a payment the balance holds an integer', async ({ merchant, buyer }) => {
  await buyer.paid(merchant, { amount: 12_345 });

  const answer = await merchant.api.getBalance();

  expect(answer).toHaveStatus(200);
  expect(integers(of(answer)), 'integers in the answer').not.toBeEmpty();
});

check(
  'balance.unpaid-adds-nothing',
  'a checkout that is not paid adds nothing',
  async (context) => {
    const balance = await watchBalance(context);
    await context.merchant.checkout({ amount: 12_345 });

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

check(
  'balance.refund-subtracts',
  'a refund of 3,001 out of 20,000 subtracts 3,001',
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 20_000 });
    const balance = await watchBalance(context);
    await merchant.refundSettles(payment, { amount: 3_001 });

    expect(await balance.movement(-3_001)).toBe(-3_001);
  },
  { runs: 'undisturbed' },
);

check(
  'balance.failed-refund-subtracts-nothing',
  'a refund of 3,001 that failed leaves it as it was',
  async (context) => {
    const { merchant, buyer } = context;
    const payment = await buyer.paid(merchant, { amount: 20_000 });
    const balance = await watchBalance(context);
    await merchant.settles(await merchant.refund(payment, { amount: 3_001, reason: 'sandbox_fail' }), 'failed');

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

check(
  'balance.payout-subtracts',
  'a payout of 10,007 subtracts 10,007',
  async (context) => {
    const { merchant, buyer } = context;
    await buyer.paid(merchant, { amount: 50_000 });
    const balance = await watchBalance(context);
    await merchant.settles(await merchant.payout({ amount: 10_007 }));

    expect(await balance.movement(-10_007)).toBe(-10_007);
  },
  { runs: 'undisturbed' },
);

check(
  'balance.failed-payout-returns',
  'a payout of 10,007 that failed leaves it as it was',
  async (context) => {
    const { merchant, buyer } = context;
    await buyer.paid(merchant, { amount: 50_000 });
    const balance = await watchBalance(context);
    await merchant.settles(
      await merchant.payout({ amount: 10_007, recipient: { accountNumber: '0000000000' } }),
      'failed',
    );

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

check(
  'balance.paid-once',
  'two payments of one checkout at once add its amount once',
  async (context) => {
    const { merchant, buyer } = context;
    const balance = await watchBalance(context);
    const checkout = await merchant.checkout({ amount: 12_347 });
    const pays = () => buyer.tries(merchant, checkout, 'succeeded');
    await attemptAny([pays, pays, pays], 'at once');

    expect(await balance.movement(12_347)).toBe(12_347);
    const later = await watchBalance(context);
    expect(await later.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

observation(
  'balance.field-names',
  async (context) => {
    const paths = await availablePaths(context);
    const { json } = await context.merchant.api.getBalance();
    const available = paths.length === 0 ? 'none moves as it must' : paths.join(' and ');
    return `fields: ${Object.keys(Object(json)).join(', ')}; amount available: ${available}`;
  },
  // The field with the amount is found once for the whole run: nothing else may change the balance meanwhile.
  { runs: 'undisturbed' },
);
