import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  expect,
  type Merchant,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { reached } from '../support.ts';
import { gain, purse } from './money.ts';

// One wallet that is paid in several roles, by one release or by several: each payment has to be credited.

const FEE = 1_501;

interface Role {
  readonly amount: number;
  /** Whether another merchant makes this escrow. */
  readonly ofOther?: true;
  /** The wallet's role in this escrow. */
  readonly as: 'seller' | 'fee' | 'seller and fee';
}

interface Row {
  readonly what: string;
  readonly escrows: readonly Role[];
  readonly by: 'the merchant, at once' | 'the merchant, in turn' | 'the buyer' | 'time';
}

const rows: readonly Row[] = [
  {
    what: 'seller and fee of one escrow',
    escrows: [{ amount: 50_003, as: 'seller and fee' }],
    by: 'the merchant, in turn',
  },
  { what: 'seller and fee of one escrow', escrows: [{ amount: 20_011, as: 'seller and fee' }], by: 'the buyer' },
  { what: 'seller and fee of one escrow', escrows: [{ amount: 20_011, as: 'seller and fee' }], by: 'time' },
  ...(['the merchant, at once', 'the merchant, in turn', 'time'] as const).map((by) => ({
    what: 'seller of one, fee of another',
    escrows: [
      { amount: 20_011, as: 'seller' as const },
      { amount: 30_013, as: 'fee' as const },
    ],
    by,
  })),
  {
    what: "seller of one, fee of another merchant's",
    escrows: [
      { amount: 20_011, as: 'seller' },
      { amount: 30_013, as: 'fee', ofOther: true },
    ],
    by: 'the merchant, in turn',
  },
  {
    what: 'fee of three',
    escrows: [20_011, 20_011, 30_013].map((amount) => ({ amount, as: 'fee' as const })),
    by: 'the merchant, at once',
  },
];

const needsOf = ({ by, escrows }: Row): Capability[] => [
  'wallets',
  'escrow-buyer',
  ...(escrows.some(({ ofOther }) => ofOther) ? (['other-merchant'] as const) : []),
  ...(by === 'the buyer' ? (['escrow-buyer-release'] as const) : []),
];

const dueOf = ({ amount, as }: Role) => (as === 'fee' ? FEE : as === 'seller' ? amount - FEE : amount);

const paid = new Map(
  rows.map((row) => [
    row,
    shared(`one wallet in several roles: ${row.what}, by ${row.by}`, needsOf(row), async (context) => {
      const [one, another] = [await purse(context), await purse(context)];
      const opened: Opened[] = [];
      for (const { amount, as, ofOther } of row.escrows) {
        const merchant = ofOther ? context.other : context.merchant;
        const answer = await merchant.createEscrow({
          amount,
          autoReleaseHours: 1,
          seller: { walletId: as === 'fee' ? another.walletId : one.walletId },
          feeAmount: FEE,
          feeWalletId: as === 'seller' ? another.walletId : one.walletId,
        });
        // Which wallets `feeWalletId` may name, beyond "the merchant's own", is not shown.
        if (answer.status >= 400 && answer.status < 500) return { refusal: answer };
        opened.push({ merchant, escrow: created('escrow', answer) });
      }
      for (const { merchant, escrow } of opened) await context.buyer.funds(merchant, escrow);
      await release(context, row, opened);
      const due = row.escrows.reduce((sum, role) => sum + dueOf(role), 0);
      return { refusal: null, due, gained: await gain(context, one, due) };
    }),
  ]),
);

interface Opened {
  readonly merchant: Merchant;
  readonly escrow: Created;
}

async function release({ buyer, time }: CheckContext, { by }: Row, escrows: readonly Opened[]): Promise<void> {
  if (by === 'the merchant, at once')
    await Promise.all(escrows.map(({ merchant, escrow }) => merchant.api.releaseEscrow(escrow.reference)));
  for (const { merchant, escrow } of escrows) {
    if (by === 'the merchant, in turn') await merchant.api.releaseEscrow(escrow.reference);
    if (by === 'the buyer') await buyer.releases(merchant, escrow);
  }
  if (by === 'time') await time.wait(3_600, 'escrows are released by themselves');
  for (const { merchant, escrow } of escrows) await reached(merchant, escrow, 'released', 600);
}

/** The requirements of what goes to the seller and to the fee wallet: one sum shows both. */
const idsOf = ({ by }: Row): readonly RequirementId[] => {
  if (by === 'time') return ['escrow.auto-release-pays-fee', 'escrow.auto-release-pays-seller'];
  return by === 'the buyer' ? ['escrow.buyer-release-pays'] : ['escrow.release-pays-fee', 'escrow.release-pays-seller'];
};

checks(
  ({ id }) => id,
  rows.flatMap((row) => idsOf(row).map((id) => ({ id, row }))),
  ({ row: { what, by } }) => `one wallet is ${what}, released by ${by}: it has the sum of all`,
  async (context, { row }) => {
    const seen = await paid.get(row)?.(context);
    if (seen === undefined) throw new Blocked('suite fault: there is no such row');
    // Refused because of its wallets: nothing is due.
    if (seen.refusal !== null) return expect(seen.refusal).toBeRefused();

    expect(seen.gained, 'kobo that the wallet has gained').toBe(seen.due);
  },
  ({ row }) => ({ needs: needsOf(row), ...(row.by === 'time' && { waits: '1h' as const }), drawn: 2 }),
);
