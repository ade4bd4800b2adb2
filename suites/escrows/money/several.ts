import { type CheckContext, type Created, check, checks, expect, shared } from '../../../lib/interface/index.ts';
import { gain, gainInTheEnd, purse } from './money.ts';

// Several escrows of one seller that end one after another: each pays its own amount and does not affect the others.

type Five = Readonly<Record<'small' | 'middle' | 'large' | 'one' | 'twin', Created>>;

interface Step {
  readonly what: string;
  /** The seller's total gain so far, in kobo. */
  readonly due: number;
  act(context: CheckContext, escrows: Five): Promise<unknown>;
}

const steps: readonly Step[] = [
  { what: 'all are funded', due: 0, act: async () => {} },
  {
    what: 'the second is released',
    due: 20_011,
    act: ({ merchant }, { middle }) => merchant.api.releaseEscrow(middle.reference),
  },
  {
    what: 'the third is refunded in full',
    due: 20_011,
    act: ({ merchant }, { large }) => merchant.api.refundEscrow(large.reference, {}),
  },
  {
    what: 'the first is released',
    due: 20_011 + 10_007,
    act: ({ merchant }, { small }) => merchant.api.releaseEscrow(small.reference),
  },
  {
    what: 'one of two of the same amount is refunded in part',
    due: 20_011 + 10_007 + 25_001,
    act: ({ merchant }, { one }) => merchant.api.refundEscrow(one.reference, { amount: 15_000 }),
  },
  {
    what: 'the other of the same amount is released',
    due: 20_011 + 10_007 + 25_001 + 40_001,
    act: ({ merchant }, { twin }) => merchant.api.releaseEscrow(twin.reference),
  },
];

const prepared = shared('five escrows of one seller', ['escrow-buyer', 'wallets'], async (context) => {
  const seller = await purse(context);
  const open = (amount: number) =>
    context.buyer.funded(context.merchant, { amount, seller: { walletId: seller.walletId } });
  const escrows = {
    small: await open(10_007),
    middle: await open(20_011),
    large: await open(30_013),
    one: await open(40_001),
    twin: await open(40_001),
  };
  const gains = [];
  let already = 0;
  for (const { due, act } of steps) {
    await act(context, escrows);
    gains.push(due === already ? await gainInTheEnd(context, seller) : await gain(context, seller, due, already));
    already = due;
  }
  return gains;
});

checks(
  'escrow.each-pays-its-own',
  steps.map((step, at) => ({ ...step, at })),
  ({ what }) => `of five escrows of one seller ${what}`,
  async (context, { at, due }) => {
    expect((await prepared(context))[at], 'kobo that the seller has gained').toBe(due);
  },
  { needs: ['wallets'], alsoInLive: true },
);

checks(
  'escrow.funding-is-held',
  steps.map((step, at) => ({ ...step, at })),
  ({ what }) => `of five escrows of one seller ${what}: no more than its money is the seller's to spend`,
  async (context, { at, due }) => {
    expect((await prepared(context))[at], 'kobo that the seller has gained').toBeLessThanOrEqual(due);
  },
  { needs: ['wallets'], alsoInLive: true },
);

const MINE = 31_007;
const THEIRS = 42_013;

const ofTwo = shared(
  'escrows of two merchants for one seller',
  ['escrow-buyer', 'wallets', 'other-merchant'],
  async (context) => {
    const { merchant, other, buyer } = context;
    const seller = await purse(context);
    const mine = await buyer.funded(merchant, { amount: MINE, seller: { walletId: seller.walletId } });
    const theirs = await buyer.funded(other, { amount: THEIRS, seller: { walletId: seller.walletId } });
    const held = await gainInTheEnd(context, seller);
    await merchant.api.releaseEscrow(mine.reference);
    const first = await gain(context, seller, MINE);
    await other.api.releaseEscrow(theirs.reference);
    return { held, first, both: await gain(context, seller, MINE + THEIRS, MINE) };
  },
);

check(
  'escrow.each-pays-its-own',
  'escrows of two merchants pay the same seller, each its own',
  async (context) => {
    const { first, both } = await ofTwo(context);

    expect(first, 'kobo after the first').toBe(MINE);
    expect(both, 'kobo after both').toBe(MINE + THEIRS);
  },
  { needs: ['wallets', 'other-merchant'] },
);

check(
  'escrow.funding-is-held',
  'while escrows of two merchants are funded their seller has no more to spend',
  async (context) => {
    expect((await ofTwo(context)).held, 'kobo that the seller has gained').toBeLessThanOrEqual(0);
  },
  { needs: ['wallets', 'other-merchant'] },
);

check(
  'escrow.release-pays-seller',
  'an escrow without a fee pays all, where others of its seller and amount have a fee',
  async (context) => {
    const { merchant, buyer } = context;
    const seller = await purse(context);
    const alike = { amount: 40_009, seller: { walletId: seller.walletId } };
    // Which wallets feeWalletId may name is not shown: where none of these is taken, nothing was agreed before.
    for (const feeWalletId of ['0000000001', '0000000002'])
      await merchant.createEscrow({ ...alike, feeAmount: 1_500, feeWalletId });
    const plain = await buyer.funded(merchant, alike);
    await merchant.api.releaseEscrow(plain.reference);

    expect(await gain(context, seller, alike.amount), 'kobo that the seller has gained').toBe(alike.amount);
  },
  { needs: ['escrow-buyer', 'wallets'] },
);
