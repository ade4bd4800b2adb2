import { type CheckContext, checks, created, expect, shared } from '../../../lib/interface/index.ts';
import { linkedNearby, linkedRows, oneOf } from '../../support/nearby-wallets.ts';
import { availableIn, gain, type Purse } from './money.ts';

// Wallets that have much in common, each with an approved link: each shows its own money, and each gets what is released to it itself.

const amount = (at: number) => 20_011 + at * 10_007;
const fee = (at: number) => 1_501 + at * 113;

const paid = shared(
  'escrows of sellers whose wallets have much in common',
  ['wallets', 'escrow-buyer'],
  async (context) => {
    const { merchant, all, balances } = await linkedNearby(context);
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
  'escrow.release-pays-seller',
  linkedRows,
  ({ what }) =>
    `of several sellers whose wallets have much in common ${what} has what was released to it, and the fee that goes there`,
  async (context, { at }) => {
    const { seen, due } = oneOf(await paid(context), at);

    expect(seen, 'kobo that the wallet has gained').toBe(due);
  },
  { needs: ['wallets'], drawn: 1 },
);
