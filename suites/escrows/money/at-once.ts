import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  expect,
  type Merchant,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { reached } from '../support.ts';
import { escrowWithFee, gain, purse } from './money.ts';

// Several escrows of one seller that end at the same moment: each pays its own amount.

const FEE = 1_501;

interface Subject {
  readonly as: Merchant;
  readonly escrow: Created;
}

interface Act {
  readonly amount: number;
  readonly as?: 'other';
  readonly status: 'released' | 'refunded';
  /** The amount that goes to the seller's side, in kobo. */
  readonly pays: number;
  act(context: CheckContext, subject: Subject): Promise<unknown>;
}

interface Row {
  readonly what: string;
  readonly ids: readonly RequirementId[];
  readonly needs: readonly Capability[];
  readonly fee?: true;
  readonly acts: readonly Act[];
}

const release = (amount: number, as?: 'other'): Act => ({
  amount,
  ...(as && { as }),
  status: 'released',
  pays: amount,
  act: (_, { as, escrow }) => as.api.releaseEscrow(escrow.reference),
});

const buyerReleases = (amount: number): Act => ({
  ...release(amount),
  act: ({ buyer }, { as, escrow }) => buyer.releases(as, escrow),
});

const refund = (amount: number, back: number): Act => ({
  amount,
  status: 'refunded',
  pays: amount - back,
  act: (_, { as, escrow }) => as.api.refundEscrow(escrow.reference, { amount: back }),
});

const refundAll = (amount: number): Act => ({
  ...refund(amount, amount),
  act: (_, { as, escrow }) => as.api.refundEscrow(escrow.reference, {}),
});

const own = 'escrow.each-pays-its-own';

const rows: readonly Row[] = [
  {
    what: 'three are released by the merchant',
    ids: [own],
    needs: [],
    acts: [release(20_011), release(20_011), release(10_007)],
  },
  {
    what: 'one is released, and two are refunded in part',
    ids: [own],
    needs: [],
    acts: [release(20_011), refund(30_013, 10_001), refund(30_013, 10_001)],
  },
  {
    what: 'three with fees are released by their buyer',
    ids: [own, 'escrow.buyer-release-pays'],
    needs: ['escrow-buyer-release'],
    fee: true,
    acts: [buyerReleases(20_011), buyerReleases(20_011), buyerReleases(10_007)],
  },
  {
    what: 'of three with fees one is released, and two are refunded as a whole',
    ids: [own, 'escrow.full-refund-takes-no-fee'],
    needs: [],
    fee: true,
    acts: [release(20_011), refundAll(30_013), refundAll(20_011)],
  },
  {
    what: 'one of each of two merchants is released',
    ids: [own],
    needs: ['other-merchant'],
    acts: [release(20_011), release(20_011, 'other')],
  },
];

const ended = new Map(
  rows.map((row) => [
    row,
    shared(`ends of one seller at once: ${row.what}`, ['wallets', 'escrow-buyer', ...row.needs], async (context) => {
      const { merchant, buyer } = context;
      const [seller, ours] = [await purse(context), row.fee ? await purse(context) : null];
      const all = [];
      for (const { amount, as, act, status } of row.acts) {
        const whose = as === 'other' ? context.other : merchant;
        const fields = { amount, seller: { walletId: seller.walletId } };
        const escrow = ours
          ? await escrowWithFee(context, { ...fields, feeAmount: FEE, feeWalletId: ours.walletId })
          : await whose.escrow(fields);
        await buyer.funds(whose, escrow);
        all.push({ subject: { as: whose, escrow }, act, status });
      }
      await Promise.all(all.map(({ subject, act }) => act(context, subject)));
      for (const { subject, status } of all) await reached(subject.as, subject.escrow, status);
      const fee = ours ? FEE : 0;
      // A full refund takes no fee; whether one of a part does is not shown.
      const paying = row.acts.filter(({ pays }) => pays > 0);
      const due = paying.reduce((sum, { pays }) => sum + pays - fee, 0);
      const fees = fee * paying.length;
      return {
        due,
        gained: await gain(context, seller, due),
        fees,
        taken: ours && (await gain(context, ours, fees)),
      };
    }),
  ]),
);

checks(
  ({ id }) => id,
  rows.flatMap((row) => row.ids.map((id) => ({ ...row, row, id }))),
  ({ what }) => `at once ${what}; their seller has the sum of what is due`,
  async (context, { row }) => {
    const seen = await ended.get(row)?.(context);

    expect(seen?.gained, 'kobo that the seller has gained').toBe(seen?.due);
    if (seen?.taken) expect(seen.taken, 'kobo that the fee wallet has gained').toBe(seen.fees);
  },
  ({ needs }) => ({ needs: ['wallets', ...needs], drawn: 1.5 }),
);
