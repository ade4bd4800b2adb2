import {
  Blocked,
  check,
  checks,
  created,
  differentOf,
  type Exchange,
  expect,
  shared,
} from '../../../lib/interface/index.ts';

const FAILING = '0000000000';

/** How often a payout has failed before any succeeds. */
const FAILURES = 5;

/** Payouts created one after another once some have failed, all read when they should have settled. */
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
  // Multiples of 2^32: a number of 32 bits takes them for 0.
  { id: 'payout.succeeds', what: 'account 4294967296', fields: { recipient: { accountNumber: '4294967296' } } },
  { id: 'payout.succeeds', what: 'account 8589934592', fields: { recipient: { accountNumber: '8589934592' } } },
  { id: 'payout.succeeds', what: 'account 1111111111', fields: { recipient: { accountNumber: '1111111111' } } },
  { id: 'payout.succeeds', what: 'an ordinary account, narrated sandbox_fail', fields: { narration: 'sandbox_fail' } },
  { id: 'payout.succeeds', what: 'an ordinary account, of 2,000,000,000', fields: { amount: 2_000_000_000 } },
  // The account number decides, not the name of the holder.
  {
    id: 'payout.succeeds',
    what: 'account 2087654321, of Ada Obi',
    fields: { recipient: { accountNumber: '2087654321', accountName: 'Ada Obi' } },
  },
  {
    id: 'payout.failing-account',
    what: 'account 0000000000, of Ada Obi too',
    fields: { recipient: { accountNumber: FAILING, accountName: 'Ada Obi' } },
  },
  {
    id: 'payout.succeeds',
    what: 'account 2087654322, of Ada Obi as well',
    fields: { recipient: { accountNumber: '2087654322', accountName: 'Ada Obi' } },
  },
  {
    id: 'payout.failing-account',
    what: 'account 0000000000, of Bode Ife',
    fields: { recipient: { accountNumber: FAILING, accountName: 'Bode Ife' } },
  },
  {
    id: 'payout.succeeds',
    what: 'account 2087654323, of Bode Ife, whose first one failed',
    fields: { recipient: { accountNumber: '2087654323', accountName: 'Bode Ife' } },
  },
  { id: 'payout.failing-account', what: 'account 0000000000', fields: { recipient: { accountNumber: FAILING } } },
  {
    id: 'payout.failing-account',
    what: 'account 0000000000, of 1,234,567 and narrated',
    fields: { amount: 1_234_567, narration: 'Sales', recipient: { accountNumber: FAILING } },
  },
] as const;

const made = shared('payouts to many accounts', [], async ({ merchant, data, time }) => {
  const answers = new Map<string, Exchange>();
  for (let failure = 0; failure < FAILURES; failure++)
    await merchant.createPayout({ amount: 10_001 + failure, recipient: { accountNumber: FAILING } });
  await time.wait(10, 'payouts fail');
  for (const { what, fields } of settlements) {
    answers.set(what, await merchant.createPayout({ reference: data.reference('pay'), ...fields }));
  }
  if ([...answers.values()].some(({ status }) => status === 201)) await time.wait(10, 'payouts settle');
  return { merchant, answers };
});

/** One payout that succeeds and one that fails, observed from their creation on, every second. */
const watched = shared('payouts looked at every second', [], async ({ merchant, time }) => {
  const bad = await merchant.payout({ recipient: { accountNumber: FAILING } });
  const good = await merchant.payout();
  const seen = { bad: [bad.exchange], good: [good.exchange] };
  for (let second = 0; second < 12; second++) {
    seen.bad.push(await merchant.get(bad));
    if (second % 4 === 0) seen.good.push(await merchant.get(good));
    await time.wait(1, 'payouts settle');
  }
  return seen;
});

checks(
  ({ id }) => id,
  [
    { id: 'payout.failing-account', which: 'bad', never: 'succeeded' },
    { id: 'payout.succeeds', which: 'good', never: 'failed' },
  ] as const,
  ({ which, never }) => `a payout to ${which === 'bad' ? FAILING : 'another account'} is never seen ${never}`,
  async (context, { which, never }) => {
    const seen = (await watched(context))[which];

    expect(differentOf(seen, 'json.status'), 'statuses on the way').not.toContain(never);
  },
);

// "every other 10-digit account [...] succeeds": none is refused, whichever digits it has.
checks(
  ({ id }) => id,
  settlements.filter(({ fields }) => 'recipient' in fields),
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
