import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  created,
  expect,
  field,
  NotExercised,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { gain, type Purse, purse, purseOf } from './money.ts';

// A wallet is named by its id: seller and fee wallet are paid what is due also where their holders have other names than when the escrow was
// made.

const AMOUNT = 50_021;
const FEE = 1_511;
const BACK = 20_011;

type Act = (context: CheckContext, escrow: Created) => Promise<unknown>;
const releases: Act = ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference);
const refundsInPart: Act = ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, { amount: BACK });

interface End {
  readonly what: string;
  readonly leads: RequirementId;
  readonly status: 'released' | 'refunded';
  readonly pays: RequirementId;
  /** Null where whether a fee is taken is not shown. */
  readonly paysFee: RequirementId | null;
  /** Whether the escrow is paid before the holders are renamed. */
  readonly paidBefore: boolean;
  readonly waits?: '1h';
  readonly needs?: readonly Capability[];
  readonly act: Act;
}

const ends: readonly End[] = [
  {
    what: 'renamed before it was paid, then released by the merchant',
    leads: 'escrow.released',
    status: 'released',
    pays: 'escrow.release-pays-seller',
    paysFee: 'escrow.release-pays-fee',
    paidBefore: false,
    act: releases,
  },
  {
    what: 'renamed while it was funded, then released by time',
    leads: 'escrow.releases-by-itself',
    status: 'released',
    pays: 'escrow.auto-release-pays-seller',
    paysFee: 'escrow.auto-release-pays-fee',
    paidBefore: true,
    waits: '1h',
    act: ({ time }) => time.wait(3_600, 'an escrow is released by itself'),
  },
  {
    what: 'renamed before it was paid, then refunded in part',
    leads: 'escrow.refunded',
    status: 'refunded',
    pays: 'escrow.refund-pays-remainder',
    paysFee: null,
    paidBefore: false,
    act: refundsInPart,
  },
  {
    what: 'renamed while it was funded, then released by the merchant',
    leads: 'escrow.released',
    status: 'released',
    pays: 'escrow.release-pays-seller',
    paysFee: 'escrow.release-pays-fee',
    paidBefore: true,
    act: releases,
  },
  {
    what: 'renamed while it was funded, then released by the buyer',
    leads: 'escrow.released-by-buyer',
    status: 'released',
    pays: 'escrow.buyer-release-pays',
    paysFee: null,
    paidBefore: true,
    needs: ['escrow-buyer-release'],
    act: ({ merchant, buyer }, escrow) => buyer.releases(merchant, escrow),
  },
  {
    what: 'renamed while it was funded, then refunded in part',
    leads: 'escrow.refunded',
    status: 'refunded',
    pays: 'escrow.refund-pays-remainder',
    paysFee: null,
    paidBefore: true,
    act: refundsInPart,
  },
];

/** A step: the wallet's holder has another name. The balance is read again: whether what control sets it to includes money that is held is not shown. */
async function renamed(context: CheckContext, { walletId, before }: Purse): Promise<Purse> {
  const holderName = 'Ngozi Eze-Obi';
  await context.wallets.make({ walletId, holderName, balanceMinor: before.value });
  return await purseOf(context, { walletId, holderName });
}

async function lived(context: CheckContext, { status, paysFee, paidBefore, act }: End) {
  const { merchant, buyer } = context;
  let seller = await purse(context);
  const ours = paysFee === null ? null : await purse(context);
  const fields = { amount: AMOUNT, autoReleaseHours: 1, seller: { walletId: seller.walletId } };
  const withFee = ours && (await merchant.createEscrow({ ...fields, feeAmount: FEE, feeWalletId: ours.walletId }));
  // Which wallets feeWalletId may name is not shown.
  let fee = withFee?.status === 201 ? ours : null;
  const escrow = withFee !== null && fee !== null ? created('escrow', withFee) : await merchant.escrow(fields);
  if (paidBefore) await buyer.funds(merchant, escrow);
  seller = await renamed(context, seller);
  fee &&= await renamed(context, fee);
  if (!paidBefore) await buyer.funds(merchant, escrow);
  await act(context, escrow);
  const record = await merchant.becomes(escrow, status, 600);
  const due = status === 'refunded' ? AMOUNT - BACK : AMOUNT - (fee === null ? 0 : FEE);
  return { record, seller: await gain(context, seller, due), due, fee: fee && (await gain(context, fee, FEE)) };
}

const rows = ends.map((end) => ({
  ...end,
  life: shared(
    `an escrow whose wallets have holders ${end.what}`,
    ['wallets', 'escrow-buyer', ...(end.needs ?? [])],
    (context) => lived(context, end),
  ),
}));

const optionsOf = ({ needs = [], waits }: End) => ({ needs: ['wallets', ...needs] as const, ...(waits && { waits }) });

checks(
  ({ leads }) => leads,
  rows,
  ({ what }) => `where the holders of its wallets were ${what}`,
  async (context, { life, status }) => {
    expect((await life(context)).record).toHaveField('status', status);
  },
  optionsOf,
);

checks(
  ({ pays }) => pays,
  rows,
  ({ what }) => `to a wallet whose holder was ${what}`,
  async (context, { life, status }) => {
    const { record, seller, due } = await life(context);
    if (field(record.json, 'status') !== status) throw new Blocked(`the escrow should be ${status}`);

    expect(seller, 'kobo that the seller has gained').toBe(due);
  },
  optionsOf,
);

checks(
  ({ paysFee }) => paysFee,
  rows.flatMap((row) => (row.paysFee === null ? [] : [{ ...row, paysFee: row.paysFee }])),
  ({ what }) => `to a fee wallet whose holder was ${what}`,
  async (context, { life }) => {
    const { record, fee } = await life(context);
    if (field(record.json, 'status') !== 'released') throw new Blocked('the escrow should be released');
    if (fee === null) throw new NotExercised('the wallet is not taken as feeWalletId');

    expect(fee, 'kobo that the fee wallet has gained').toBe(FEE);
  },
  optionsOf,
);
