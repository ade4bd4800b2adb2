import {
  availablePaths,
  derivation,
  expect,
  integersIn,
  observation,
  of,
  requirement,
  watchBalance,
} from '../../lib/harness/index.ts';

const integers = derivation('integers', (json: unknown) => integersIn(json));

requirement(
  'balance.payment-adds',
  'a payment of 12,345 adds 12,345',
  async (given) => {
    const balance = await watchBalance(given);
    await given.buyer.paid(given.merchant, { amount: 12_345 });

    expect(await balance.movement(12_345)).toBe(12_345);
  },
  { runs: 'undisturbed' },
);

requirement('balance.payment-adds', 'after a payment the balance holds an integer', async ({ merchant, buyer }) => {
  await buyer.paid(merchant, { amount: 12_345 });

  const answer = await merchant.api.getBalance();

  expect(answer).toHaveStatus(200);
  expect(integers(of(answer)), 'integers in the answer').not.toBeEmpty();
});

requirement(
  'balance.payment-adds',
  'a checkout that is not paid adds nothing',
  async (given) => {
    const balance = await watchBalance(given);
    await given.merchant.checkout({ amount: 12_345 });

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

requirement(
  'balance.refund-subtracts',
  'a refund of 3,001 out of 20,000 subtracts 3,001',
  async (given) => {
    const { merchant, buyer } = given;
    const payment = await buyer.paid(merchant, { amount: 20_000 });
    const balance = await watchBalance(given);
    await merchant.refundSettles(payment, { amount: 3_001 });

    expect(await balance.movement(-3_001)).toBe(-3_001);
  },
  { runs: 'undisturbed' },
);

requirement(
  'balance.failed-refund-subtracts-nothing',
  'a refund of 3,001 that failed leaves it as it was',
  async (given) => {
    const { merchant, buyer } = given;
    const payment = await buyer.paid(merchant, { amount: 20_000 });
    const balance = await watchBalance(given);
    await merchant.settles(await merchant.refund(payment, { amount: 3_001, reason: 'sandbox_fail' }), 'failed');

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

requirement(
  'balance.payout-subtracts',
  'a payout of 10,007 subtracts 10,007',
  async (given) => {
    const { merchant, buyer } = given;
    await buyer.paid(merchant, { amount: 50_000 });
    const balance = await watchBalance(given);
    await merchant.settles(await merchant.payout({ amount: 10_007 }));

    expect(await balance.movement(-10_007)).toBe(-10_007);
  },
  { runs: 'undisturbed' },
);

requirement(
  'balance.failed-payout-returns',
  'a payout of 10,007 that failed leaves it as it was',
  async (given) => {
    const { merchant, buyer } = given;
    await buyer.paid(merchant, { amount: 50_000 });
    const balance = await watchBalance(given);
    await merchant.settles(
      await merchant.payout({ amount: 10_007, recipient: { accountNumber: '0000000000' } }),
      'failed',
    );

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

requirement(
  'balance.per-merchant',
  'a payment to one merchant moves nothing of another',
  async (given) => {
    const balance = await watchBalance(given, given.other);
    await given.buyer.paid(given.merchant, { amount: 12_345 });

    expect(await balance.movement(0)).toBe(0);
  },
  { runs: 'undisturbed' },
);

observation('balance.field-names', async (given) => {
  const paths = await availablePaths(given);
  const { json } = await given.merchant.api.getBalance();
  const available = paths.length === 0 ? 'none moves as it must' : paths.join(' and ');
  return `fields: ${Object.keys(Object(json)).join(', ')}; amount available: ${available}`;
});
