import {
  Blocked,
  banksIn,
  checks,
  type Exchange,
  expect,
  field,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';

// The sandbox treats an account the same whatever its bank.

/** Banks from both ends and the middle of the list, and with the shortest and longest codes. */
const listed = shared('banks of the list, of each kind', [], async ({ merchant }) => {
  const list = await merchant.api.listBanks();
  const banks = banksIn(list.json).flatMap((bank) => {
    const name = Object.entries(bank).find(([key, value]) => key !== 'code' && typeof value === 'string')?.[1];
    return typeof name === 'string' ? [{ code: String(bank.code), name }] : [];
  });
  if (list.status !== 200) throw new Blocked('there should be a list of banks');
  // The form of the list is not shown.
  if (banks.length === 0) throw new NotExercised('the list of banks has no names to pay out to');
  const byLength = banks.toSorted((a, b) => a.code.length - b.code.length);
  return {
    first: banks[0],
    last: banks.at(-1),
    middle: banks[Math.floor(banks.length / 2)],
    shortest: byLength[0],
    longest: byLength.at(-1),
  };
});

const which = {
  'with the longest code': 'longest',
  'with the shortest code': 'shortest',
  'that is listed last': 'last',
  'that is listed first': 'first',
  'in the middle of the list': 'middle',
} as const;
type Which = keyof typeof which;

const ends = { '0000000000': 'failed', '3012345678': 'succeeded' } as const;
type Account = keyof typeof ends;

checks(
  ({ account }) => (ends[account] === 'failed' ? 'payout.failing-account' : 'payout.succeeds'),
  (Object.keys(which) as Which[]).flatMap((bank) =>
    (Object.keys(ends) as Account[]).map((account) => ({ bank, account })),
  ),
  ({ bank, account }) => `account ${account} at the bank ${bank}: the payout has ${ends[account]}`,
  async (context, { bank, account }) => {
    const { merchant } = context;
    const chosen = (await listed(context))[which[bank]];
    if (chosen === undefined) throw new Blocked('there should be a bank in the list');
    const payout = await merchant.payout({ recipient: { bankName: chosen.name, accountNumber: account } });
    const record: Exchange = await merchant.becomes(payout, ends[account]);
    // Which of several banks a name is matched to is not shown.
    if (field(record.json, 'recipient.bankCode') !== chosen.code) context.note(`not matched to ${chosen.code}`);

    expect(record).toHaveField('status', ends[account]);
  },
  { drawn: 1 },
);
