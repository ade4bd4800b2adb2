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
    const texts = Object.entries(bank).filter(([key, value]) => key !== 'code' && typeof value === 'string');
    const [, name] = texts.find(([key]) => /name/i.test(key)) ?? texts[0] ?? [];
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

/** For each of these banks: a usual payout, the smallest one, and account numbers of other lengths. */
const asked = shared('payouts to banks of the list, of each kind', [], async (context) => {
  const { merchant } = context;
  const banks = await listed(context);
  const answers = new Map<Which, Map<Asked, Exchange>>();
  for (const [bank, place] of Object.entries(which) as [Which, keyof typeof banks][]) {
    const bankName = banks[place]?.name;
    const each = new Map<Asked, Exchange>();
    for (const [what, amount, accountNumber] of askedOf) {
      each.set(what, await merchant.createPayout({ amount, recipient: { bankName, accountNumber } }));
    }
    answers.set(bank, each);
  }
  return answers;
});

type Asked = (typeof askedOf)[number][0];
const askedOf = [
  ['50,000 kobo', 50_000, '3012345678'],
  ['10,000 kobo', 10_000, '3012345678'],
  ['9 digits', 50_000, '301234567'],
  ['7 digits', 50_000, '3012345'],
  ['11 digits', 50_000, '30123456789'],
] as const;

checks(
  ({ id }) => id,
  (Object.keys(which) as Which[]).flatMap((bank) => [
    { bank, id: 'payout.amount-smallest' as const, whats: ['10,000 kobo'] as const },
    { bank, id: 'payout.account-number-too-short' as const, whats: ['9 digits', '7 digits'] as const },
    { bank, id: 'payout.account-number-too-long' as const, whats: ['11 digits'] as const },
  ]),
  ({ bank, whats }) => `of ${whats.join(' or ')} to the bank ${bank}`,
  async (context, { bank, id, whats }) => {
    const answers = (await asked(context)).get(bank);
    // That a bank of the list is accepted is another requirement.
    if (answers?.get('50,000 kobo')?.status !== 201) throw new NotExercised('no payout to this bank is accepted');
    for (const what of whats) {
      const answer = answers.get(what);
      if (id === 'payout.amount-smallest') expect(answer).toHaveStatus(201);
      else expect(answer, what).toBeRefusedWith(400, 'invalid_request');
    }
  },
  { drawn: 1 },
);
