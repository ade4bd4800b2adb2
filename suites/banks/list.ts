import { banksIn, derivation, expect, field, observation, of, requirement, shared } from '../../lib/harness/index.ts';

const list = shared('the bank list', [], ({ merchant }) => merchant.api.listBanks());

const banks = derivation('banks in a list', banksIn);

/** Of a list that holds a bank, every member should be one. */
const banksWithoutCode = derivation('banks without a code', (json: unknown) =>
  [...banksIn(json), ...besideBanks(json)].filter((bank) => {
    const code = field(bank, 'code');
    return typeof code !== 'number' && !(typeof code === 'string' && /\S/.test(code));
  }),
);

requirement('bank.has-code', 'GET of the banks is answered', async (given) => {
  expect(await list(given)).toHaveStatus(200);
});

requirement('bank.has-code', 'the answer lists at least one bank with a code', async (given) => {
  expect(banks(of(await list(given))), 'objects with a code').not.toBeEmpty();
});

requirement('bank.has-code', 'no bank of the list lacks a code', async (given) => {
  expect(banksWithoutCode(of(await list(given))), 'banks without a code that is not empty').toEqual([]);
});

observation('bank.list-shape', async (given) => {
  const { json } = await list(given);
  const banks = banksIn(json);
  const shape = Array.isArray(json) ? 'a bare list' : `an object with ${Object.keys(Object(json)).join(', ')}`;
  const fields = [...new Set(banks.flatMap((bank) => Object.keys(bank)))];
  return `${shape}; ${banks.length} banks; each with ${fields.join(', ')}`;
});

/** The members of every list that holds a bank: each should be one. */
function besideBanks(json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  const isBank = (member: unknown) => typeof member === 'object' && member !== null && 'code' in member;
  const members: unknown[] = Object.values(json);
  return [...(Array.isArray(json) && members.some(isBank) ? members : []), ...members.flatMap(besideBanks)];
}
