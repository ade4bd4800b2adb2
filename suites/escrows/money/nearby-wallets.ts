import {
  Blocked,
  type CheckContext,
  checks,
  created,
  type Exchange,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { LINKED_BALANCE, nearby } from '../../support/nearby-wallets.ts';
import { availableIn, gain, type Purse } from './money.ts';

// Wallets that have much in common, each with an approved link: each shows its own money, and each gets what is released to it itself.

/** Of the nearby wallets these are the likeliest to be taken for the first one. */
const likeliest = [
  'of the same holder',
  'of a name in capitals',
  'with another last digit',
  'whose number is the same in 32 bits',
];

const rows = [
  { what: 'the first of them', at: 0 },
  ...nearby
    .filter(({ what }) => likeliest.includes(what))
    .map(({ what, of }, at) => ({ what: `one ${what}`, of, at: at + 1 })),
];

const ownBalance = (at: number) => LINKED_BALANCE + at * 1_111;
const amount = (at: number) => 20_011 + at * 10_007;
const fee = (at: number) => 1_501 + at * 113;

const life = shared('wallets that have much in common', ['wallets'], async (context) => {
  const { merchant, wallets } = context;
  const first = await wallets.make({ holderName: 'Adaeze Okonkwo', balanceMinor: ownBalance(0) });
  const all = [first];
  for (const row of rows)
    if ('of' in row)
      all.push(await wallets.make({ holderName: 'Bola Umeh', ...row.of(first), balanceMinor: ownBalance(row.at) }));
  for (const wallet of all) await wallets.approvedLink(merchant, wallet);
  const balances: Exchange[] = [];
  for (const { walletId } of all) balances.push(await merchant.api.getWalletBalance(walletId));
  return { merchant, all, balances };
});

const paid = shared(
  'escrows of sellers whose wallets have much in common',
  ['wallets', 'escrow-buyer'],
  async (context) => {
    const { merchant, all, balances } = await life(context);
    const { buyer } = context;
    const purses: Purse[] = all.map(({ walletId }, at) => ({
      walletId,
      before: availableIn(oneOf(balances, at), walletId),
    }));
    const due = all.map((_, at) => amount(at));
    for (const [at, { walletId }] of all.entries()) {
      const next = (at + 1) % all.length;
      const fields = { amount: amount(at), seller: { walletId } };
      const withFee = { ...fields, feeAmount: fee(at), feeWalletId: oneOf(all, next).walletId };
      const answer = await merchant.createEscrow(withFee);
      // Which wallets feeWalletId may name is not shown.
      const escrow = answer.status === 201 ? created('escrow', answer) : await merchant.escrow(fields);
      if (answer.status === 201) {
        due[at] = oneOf(due, at) - fee(at);
        due[next] = oneOf(due, next) + fee(at);
      }
      await buyer.funds(merchant, escrow);
      await merchant.api.releaseEscrow(escrow.reference);
    }
    // The merchant to whom the wallets are linked.
    const reading: CheckContext = Object.create(context, { merchant: { value: merchant } });
    const gained = [];
    for (const [at, each] of purses.entries())
      gained.push({ seen: await gain(reading, each, oneOf(due, at)), due: oneOf(due, at) });
    return gained;
  },
);

checks(
  'wallet.balance-amount',
  rows,
  ({ what }) => `of several wallets that have much in common ${what} shows its own money`,
  async (context, { at }) => {
    expect(oneOf((await life(context)).balances, at)).toHaveField('availableMinor', ownBalance(at));
  },
  { needs: ['wallets'], drawn: 1 },
);

checks(
  'escrow.release-pays-seller',
  rows,
  ({ what }) =>
    `of several sellers whose wallets have much in common ${what} has what was released to it, and the fee that goes there`,
  async (context, { at }) => {
    const { seen, due } = oneOf(await paid(context), at);

    expect(seen, 'kobo that the wallet has gained').toBe(due);
  },
  { needs: ['wallets'], drawn: 1 },
);

function oneOf<Of>(all: readonly Of[], at: number): Of {
  const one = all[at];
  if (one === undefined) throw new Blocked('suite fault: there is no such wallet');
  return one;
}
