import {
  Blocked,
  banksIn,
  check,
  checks,
  derivation,
  type Exchange,
  expect,
  field,
  observation,
  of,
  shared,
  summary,
  unknownBank,
} from '../../lib/interface/index.ts';
import { LATER, later, looksLater } from '../support/often/looks-later.ts';

const list = shared('the bank list', [], ({ merchant }) => merchant.api.listBanks());

const liveList = shared('the bank list of live', ['live'], ({ live }) => live.api.listBanks());

const banks = derivation('banks in a list', banksIn);

/** If a list contains a bank, every member has to be one. */
const banksWithoutCode = derivation('banks without a code', (json: unknown) =>
  [...banksIn(json), ...besideBanks(json)].filter((bank) => {
    const code = field(bank, 'code');
    return typeof code !== 'number' && !(typeof code === 'string' && /\S/.test(code));
  }),
);

check('bank.has-code', 'GET of the banks is answered', async (context) => {
  expect(await list(context)).toHaveStatus(200);
});

check('bank.has-code', 'the answer lists at least one bank with a code', async (context) => {
  expect(banks(of(await list(context))), 'objects with a code').not.toBeEmpty();
});

check('bank.has-code', 'no bank of the list lacks a code', async (context) => {
  expect(banksWithoutCode(of(await list(context))), 'banks without a code that is not empty').toEqual([]);
});

checks(
  ({ id }) => id,
  [
    { id: 'bank.has-code', what: 'banks, each with a code' },
    { id: 'bank.codes-differ', what: 'each bank with a code of its own' },
  ] as const,
  ({ what }) => `the list of live has ${what}`,
  async (context, { id }) => {
    const answer = await liveList(context);
    if (id === 'bank.codes-differ') return expectOwnCodes(answer);
    expect(answer).toHaveStatus(200);
    expect(banks(of(answer)), 'objects with a code').not.toBeEmpty();
    expect(banksWithoutCode(of(answer)), 'banks without a code that is not empty').toEqual([]);
  },
  { needs: ['live'], drawn: 2 },
);

/** The list once payouts were asked for to names that no bank has, and in sandbox to a bank of it. */
const listAfterPayouts = shared('the bank list after payouts', [], async ({ merchant, environment, data }) => {
  const names = [unknownBank, `Xqzwv ${data.reference('jkpt')}`];
  for (const bankName of names) await merchant.createPayout({ amount: 10_000, recipient: { bankName } });
  // In live this would move money that other checks observe.
  if (environment === 'sandbox') await merchant.createPayout({ amount: 10_000 });
  return await merchant.api.listBanks();
});

checks(
  ({ id }) => id,
  [
    { id: 'bank.has-code', what: 'banks, each with a code' },
    { id: 'bank.codes-differ', what: 'each bank with a code of its own' },
  ] as const,
  ({ what }) => `after payouts to banks, and to names that are none, the list has ${what}`,
  async (context, { id }) => {
    const answer = await listAfterPayouts(context);
    if (id === 'bank.codes-differ') return expectOwnCodes(answer);
    expect(answer).toHaveStatus(200);
    expect(banks(of(answer)), 'objects with a code').not.toBeEmpty();
    expect(banksWithoutCode(of(answer)), 'banks without a code that is not empty').toEqual([]);
  },
  { alsoInLive: true },
);

/** Codes that more than one bank has. The same entry may occur twice: it is one bank. */
const sharedCodes = derivation('codes of several banks', (json: unknown) => {
  const entries = [...new Set(banksIn(json).map((bank) => JSON.stringify(bank)))];
  const codes = entries.map((entry) => String(field(JSON.parse(entry), 'code')));
  return [...new Set(codes.filter((code, at) => codes.indexOf(code) !== at))];
});

check('bank.codes-differ', 'each bank has a code of its own', async (context) => {
  expectOwnCodes(await list(context));
});

const listsLater = shared('the bank list from a day to a month later', ['clock'], (context) =>
  looksLater(context, 'the bank list', () => context.merchant.api.listBanks()),
);

checks(
  ({ id }) => id,
  later.flatMap((row) => (['bank.codes-differ', 'bank.has-code'] as const).map((id) => ({ ...row, id }))),
  ({ words, id }) =>
    `${words} after it was first asked for, the list has ${id === 'bank.has-code' ? 'banks, each with a code' : 'each bank with a code of its own'}`,
  async (context, { days, id }) => {
    const answer = (await listsLater(context))(days);
    if (id === 'bank.codes-differ') return expectOwnCodes(answer);
    expect(answer).toHaveStatus(200);
    expect(banks(of(answer)), 'objects with a code').not.toBeEmpty();
    expect(banksWithoutCode(of(answer)), 'banks without a code that is not empty').toEqual([]);
  },
  { needs: ['clock'], waits: LATER },
);

function expectOwnCodes(answer: Exchange): void {
  // An error has a code as well. Whether there are banks is another requirement.
  if (answer.status !== 200 || banksIn(answer.json).length === 0)
    throw new Blocked(`there should be a list of banks; got ${summary(answer)}`);
  expect(sharedCodes(of(answer)), 'codes that several banks have').toEqual([]);
}

observation('bank.list-shape', async (context) => {
  const answer = await list(context);
  if (answer.status !== 200) return `no list: ${summary(answer)}`;
  const { json } = answer;
  const banks = banksIn(json);
  const shape = Array.isArray(json) ? 'a bare list' : `an object with ${Object.keys(Object(json)).join(', ')}`;
  const fields = [...new Set(banks.flatMap((bank) => Object.keys(bank)))];
  return `${shape}; ${banks.length} banks; each with ${fields.join(', ')}`;
});

/** The members of every list that contains a bank. */
function besideBanks(json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  const isBank = (member: unknown) => typeof member === 'object' && member !== null && 'code' in member;
  const members: unknown[] = Object.values(json);
  return [...(Array.isArray(json) && members.some(isBank) ? members : []), ...members.flatMap(besideBanks)];
}
