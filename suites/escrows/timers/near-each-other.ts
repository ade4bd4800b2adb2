import { type CheckContext, type Created, check, checks, expect, of, shared } from '../../../lib/interface/index.ts';
import { HOUR } from '../../support/attempts.ts';
import { escrowWithFee, gain, purse } from '../money/money.ts';
import { reached } from '../support.ts';

// Escrows of one merchant for one seller that end within the same minute: each event tells of its own amount, and each fee is paid.

interface Row {
  readonly amount: number;
  readonly by: 'the merchant' | 'a refund' | 'time';
  /** The amount of a refund; undefined: a full one. */
  readonly back?: number;
}

const rows: readonly Row[] = [
  { amount: 10_007, by: 'the merchant' },
  { amount: 20_011, by: 'the merchant' },
  { amount: 30_013, by: 'a refund', back: 5_003 },
  { amount: 40_009, by: 'a refund' },
  { amount: 11_003, by: 'time' },
  { amount: 12_007, by: 'time' },
];

async function ends({ merchant }: CheckContext, { reference }: Created, { by, back }: Row): Promise<void> {
  if (by === 'the merchant') await merchant.api.releaseEscrow(reference);
  if (by === 'a refund') await merchant.api.refundEscrow(reference, back === undefined ? {} : { amount: back });
}

const nearEachOther = shared('escrows of one seller that end within a minute', ['escrow-buyer'], async (context) => {
  const { merchant, buyer, time } = context;
  const all = await Promise.all(
    rows.map(async (row) => ({ row, escrow: await merchant.escrow({ amount: row.amount, autoReleaseHours: 1 }) })),
  );
  await Promise.all(all.map(({ escrow }) => buyer.funds(merchant, escrow)));
  await Promise.all(all.map(({ row, escrow }) => ends(context, escrow, row)));
  await time.wait(HOUR, 'several escrows are released by themselves');
  return { merchant, escrows: new Map(all.map(({ row, escrow }) => [row, escrow])) };
});

checks(
  'escrow.event-amounts',
  rows,
  ({ amount, by, back }) =>
    `of several that end within a minute: ${by} ends one of ${amount} kobo${back === undefined ? '' : `, ${back} of them`}`,
  async (context, row) => {
    const { merchant, escrows } = await nearEachOther(context);
    const reference = escrows.get(row)?.reference ?? '';
    const event = await merchant.webhooks.given(
      row.by === 'a refund' ? 'escrow.refunded' : 'escrow.released',
      reference,
    );

    expect(of(event, 'amountMinor')).toBe(row.back ?? row.amount);
  },
  { waits: '1h', drawn: 2 },
);

const fees = [
  { amount: 13_009, feeAmount: 501, walletId: '0000000001' },
  { amount: 14_011, feeAmount: 702, walletId: '0000000002' },
  { amount: 15_013, feeAmount: 803, walletId: '0000000001' },
];

const allFees = fees.reduce((sum, { feeAmount }) => sum + feeAmount, 0);

const feesDue = shared('fees of releases due at once', ['escrow-buyer', 'wallets'], async (context) => {
  const { merchant, buyer, time } = context;
  const ours = await purse(context);
  const all: Created[] = [];
  for (const { walletId, ...fee } of fees)
    all.push(
      await escrowWithFee(context, { ...fee, feeWalletId: ours.walletId, seller: { walletId }, autoReleaseHours: 1 }),
    );
  await Promise.all(all.map((escrow) => buyer.funds(merchant, escrow)));
  await time.wait(HOUR, 'several escrows are released by themselves');
  for (const escrow of all) await reached(merchant, escrow, 'released', 600);
  return { merchant, all, gained: await gain(context, ours, allFees) };
});

check(
  'escrow.auto-release-pays-fee',
  'three with fees to one wallet, due at once: it has all of them',
  async (context) => {
    expect((await feesDue(context)).gained, 'kobo that the fee wallet has gained').toBe(allFees);
  },
  { needs: ['wallets'] },
);

checks(
  'escrow.event-amounts-with-fee',
  fees.map((fee, at) => ({ ...fee, at })),
  ({ amount, feeAmount }) => `of several due at once: ${amount} kobo, before a fee of ${feeAmount}`,
  async (context, { amount, at }) => {
    const { merchant, all } = await feesDue(context);
    const event = await merchant.webhooks.given('escrow.released', all[at]?.reference ?? '');

    expect(of(event, 'amountMinor')).toBe(amount);
  },
  { needs: ['wallets'], waits: '1h' },
);
