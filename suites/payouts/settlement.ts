import { expect, requirement } from '../../lib/harness/index.ts';

// An ordinary account, the other one that the interface names, and two that differ from the failing one in one digit.
for (const accountNumber of ['3012345678', '0123456789', '0000000001', '1000000000']) {
  requirement('payout.succeeds', `a payout to account ${accountNumber}`, async ({ merchant }) => {
    const payout = await merchant.payout({ recipient: { accountNumber } });

    expect(await merchant.becomes(payout, 'succeeded')).toHaveField('status', 'succeeded');
  });
}

requirement('payout.failing-account', 'a payout to account 0000000000 is accepted', async ({ merchant }) => {
  const answer = await merchant.createPayout({ recipient: { accountNumber: '0000000000' } });

  expect(answer).toHaveStatus(201);
});

requirement('payout.failing-account', 'a payout to account 0000000000 fails', async ({ merchant }) => {
  const payout = await merchant.payout({ recipient: { accountNumber: '0000000000' } });

  expect(await merchant.becomes(payout, 'failed')).toHaveField('status', 'failed');
});

requirement('payout.sandbox-ignores-balance', 'a merchant without any payment pays out', async ({ merchant }) => {
  const answer = await merchant.createPayout({ amount: 50_000 });

  expect(answer).toHaveStatus(201);
});

requirement('payout.sandbox-ignores-balance', 'a payout that nothing covers succeeds', async ({ merchant }) => {
  const payout = await merchant.payout({ amount: 50_000 });

  expect(await merchant.becomes(payout, 'succeeded')).toHaveField('status', 'succeeded');
});
