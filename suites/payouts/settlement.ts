import { Blocked, check, checks, created, type Exchange, expect, shared } from '../../lib/interface/index.ts';

const FAILING = '0000000000';

/** Payouts made one after another, and looked at together when they should have settled. */
const settlements = [
  // An ordinary account, the other one that the interface names, and those that differ from the failing one in a digit or two.
  { id: 'payout.succeeds', what: 'account 3012345678', fields: { recipient: { accountNumber: '3012345678' } } },
  { id: 'payout.succeeds', what: 'account 0123456789', fields: { recipient: { accountNumber: '0123456789' } } },
  { id: 'payout.succeeds', what: 'account 0000000001', fields: { recipient: { accountNumber: '0000000001' } } },
  { id: 'payout.succeeds', what: 'account 1000000000', fields: { recipient: { accountNumber: '1000000000' } } },
  { id: 'payout.succeeds', what: 'account 0000000010', fields: { recipient: { accountNumber: '0000000010' } } },
  { id: 'payout.succeeds', what: 'account 0000100000', fields: { recipient: { accountNumber: '0000100000' } } },
  { id: 'payout.succeeds', what: 'account 0999999999', fields: { recipient: { accountNumber: '0999999999' } } },
  { id: 'payout.succeeds', what: 'account 9999999999', fields: { recipient: { accountNumber: '9999999999' } } },
  { id: 'payout.succeeds', what: 'account 1111111111', fields: { recipient: { accountNumber: '1111111111' } } },
  { id: 'payout.succeeds', what: 'an ordinary account, narrated sandbox_fail', fields: { narration: 'sandbox_fail' } },
  { id: 'payout.succeeds', what: 'an ordinary account, of 2,000,000,000', fields: { amount: 2_000_000_000 } },
  { id: 'payout.failing-account', what: 'account 0000000000', fields: { recipient: { accountNumber: FAILING } } },
  {
    id: 'payout.failing-account',
    what: 'account 0000000000, once more',
    fields: { recipient: { accountNumber: FAILING } },
  },
  {
    id: 'payout.failing-account',
    what: 'account 0000000000, of 1,234,567 and narrated',
    fields: { amount: 1_234_567, narration: 'Sales', recipient: { accountNumber: FAILING } },
  },
] as const;

const made = shared('payouts to many accounts', [], async ({ merchant, data, time }) => {
  const answers = new Map<string, Exchange>();
  for (const { what, fields } of settlements) {
    answers.set(what, await merchant.createPayout({ reference: data.reference('pay'), ...fields }));
  }
  await time.wait(10, 'payouts settle');
  return { merchant, answers };
});

checks(
  'payout.failing-account',
  settlements.filter(({ id }) => id === 'payout.failing-account'),
  ({ what }) => `a payout to ${what} is accepted`,
  async (context, { what }) => {
    expect((await made(context)).answers.get(what)).toHaveStatus(201);
  },
);

checks(
  ({ id }) => id,
  settlements,
  ({ id, what }) => `a payout to ${what} ${id === 'payout.succeeds' ? 'succeeds' : 'fails'}`,
  async (context, { id, what }) => {
    const { merchant, answers } = await made(context);
    const answer = answers.get(what);
    if (answer === undefined) throw new Blocked('suite fault: there is no such payout');
    const status = id === 'payout.succeeds' ? 'succeeded' : 'failed';

    expect(await merchant.becomes(created('payout', answer), status)).toHaveField('status', status);
  },
  { drawn: 6 },
);

check('payout.sandbox-ignores-balance', 'a merchant without any payment pays out', async ({ merchant }) => {
  const answer = await merchant.createPayout({ amount: 50_000 });

  expect(answer).toHaveStatus(201);
});

check('payout.sandbox-ignores-balance', 'a payout that nothing covers succeeds', async ({ merchant }) => {
  const payout = await merchant.payout({ amount: 50_000 });

  expect(await merchant.becomes(payout, 'succeeded')).toHaveField('status', 'succeeded');
});
