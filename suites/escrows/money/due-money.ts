import {
  type Capability,
  type CheckContext,
  type Created,
  checks,
  expect,
  shared,
} from '../../../lib/interface/index.ts';
import { reached } from '../support.ts';
import { escrowWithFee, gain, purse } from './money.ts';

// Automatic releases due at the same time to one wallet: its balance grows by their sum.

const HOUR = 3_600;
const FEE = 1_501;

interface Row {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly fee?: true;
  /** The amount of each in kobo, created in turn by the merchant and, if `merchants` is 2, by the other one. */
  readonly amounts: readonly number[];
  readonly merchants?: 2;
  /** What happens to the first of them before the hour ends. */
  first?(context: CheckContext, escrow: Created): Promise<unknown>;
  /** The amount due for the first one then; by default as for the others. */
  readonly forFirst?: number;
}

const sums: readonly Row[] = [
  { what: 'three of different amounts', needs: [], amounts: [10_007, 20_011, 30_013] },
  { what: 'three of one amount', needs: [], amounts: [20_011, 20_011, 20_011] },
  { what: 'three with fees to one wallet', needs: [], fee: true, amounts: [20_011, 20_011, 30_013] },
  { what: 'two of two merchants', needs: ['other-merchant'], merchants: 2, amounts: [20_011, 20_011] },
  {
    what: 'three, of which one is released before',
    needs: [],
    amounts: [10_007, 20_011, 20_011],
    first: ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference),
  },
  {
    what: 'three, of which one is refunded before',
    needs: [],
    amounts: [10_007, 20_011, 20_011],
    first: ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {}),
    forFirst: 0,
  },
  {
    what: 'three, of which one is disputed',
    needs: ['escrow-dispute'],
    amounts: [10_007, 20_011, 20_011],
    first: ({ merchant, buyer }, escrow) => buyer.disputes(merchant, escrow),
    forFirst: 0,
  },
];

const released = new Map(
  sums.map((sum) => [
    sum,
    shared(`releases due at once: ${sum.what}`, ['wallets', 'escrow-buyer', ...sum.needs], async (context) => {
      const { merchant, buyer, time } = context;
      const seller = await purse(context);
      const ours = sum.fee ? await purse(context) : null;
      const all = [];
      for (const [at, amount] of sum.amounts.entries()) {
        const as = sum.merchants === 2 && at % 2 === 1 ? context.other : merchant;
        const fields = { amount, seller: { walletId: seller.walletId }, autoReleaseHours: 1 };
        const escrow = ours
          ? await escrowWithFee(context, { ...fields, feeAmount: FEE, feeWalletId: ours.walletId })
          : await as.escrow(fields);
        all.push({ as, escrow });
      }
      await Promise.all(all.map(({ as, escrow }) => buyer.funds(as, escrow)));
      const [one, ...others] = all;
      if (one && sum.first) await sum.first(context, one.escrow);
      await time.wait(HOUR, 'several escrows are released by themselves');
      for (const { as, escrow } of sum.first ? others : all) await reached(as, escrow, 'released', 600);
      const fee = ours ? FEE : 0;
      const [first = 0, ...rest] = sum.amounts;
      const due = rest.reduce((so, amount) => so + amount - fee, sum.forFirst ?? first - fee);
      const fees = fee * sum.amounts.length;
      return {
        due,
        gained: await gain(context, seller, due),
        fees,
        taken: ours && (await gain(context, ours, fees)),
      };
    }),
  ]),
);

for (const id of ['escrow.each-pays-its-own', 'escrow.auto-release-pays-seller'] as const) {
  checks(
    id,
    sums,
    ({ what }) => `releases due at once to one seller: ${what}; the wallet has the sum of all`,
    async (context, sum) => {
      const seen = await released.get(sum)?.(context);

      expect(seen?.gained, 'kobo that the seller has gained').toBe(seen?.due);
      if (seen?.taken) expect(seen.taken, 'kobo that the fee wallet has gained').toBe(seen.fees);
    },
    ({ needs }) => ({ needs: ['wallets', ...needs], waits: '1h', drawn: 1 }),
  );
}
