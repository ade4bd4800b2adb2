import {
  type Body,
  type CheckContext,
  type CheckOptions,
  type Created,
  checks,
  created,
  expect,
  of,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { mayRefuse } from '../../support/attempts.ts';
import { reached } from '../support.ts';
import { escrowWithFee, gain, gainInTheEnd, type Purse, purse } from './money.ts';

// The exact amounts paid to the seller and the fee wallet: odd ones and ones above 32 bits, for each way in which money leaves an escrow.

interface Sum {
  readonly id: RequirementId;
  readonly amount: number;
  readonly fee: number | null;
  readonly by: 'the merchant' | 'the buyer' | 'time' | 'a refund' | 'a refund after a dispute';
  /** The amount of the refund; null: a refund without `amount`. */
  readonly back?: number | null;
}

const released = 'escrow.release-pays-seller';
const refunded = 'escrow.refund-pays-remainder';
const disputed = 'escrow.dispute-refund-pays-remainder';

const sums: readonly Sum[] = [
  { id: released, amount: 50_000, fee: null, by: 'the merchant' },
  { id: released, amount: 10_000, fee: null, by: 'the merchant' },
  { id: released, amount: 12_345_679, fee: null, by: 'the merchant' },
  { id: 'escrow.release-pays-large', amount: 2 ** 31 + 7, fee: null, by: 'the merchant' },
  { id: 'escrow.release-pays-large', amount: 2 ** 32 + 10_001, fee: null, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 50_000, fee: 1_500, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 10_001, fee: 333, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 10_007, fee: 1, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 10_000, fee: 9_999, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 2 ** 32 + 11_111, fee: 2 ** 31 + 13, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 100_003, fee: 50_003, by: 'the merchant' },
  { id: 'escrow.release-pays-fee', amount: 99_999, fee: 2_879, by: 'the merchant' },
  { id: 'escrow.buyer-release-pays', amount: 33_331, fee: 777, by: 'the buyer' },
  { id: 'escrow.buyer-release-pays', amount: 10_002, fee: 10_001, by: 'the buyer' },
  { id: 'escrow.buyer-release-pays', amount: 44_447, fee: null, by: 'the buyer' },
  { id: 'escrow.auto-release-pays-seller', amount: 77_773, fee: null, by: 'time' },
  { id: 'escrow.auto-release-pays-fee', amount: 77_773, fee: 1_111, by: 'time' },
  { id: 'escrow.auto-release-pays-fee', amount: 10_004, fee: 10_003, by: 'time' },
  { id: refunded, amount: 10_001, fee: null, by: 'a refund', back: 1 },
  { id: refunded, amount: 50_003, fee: null, by: 'a refund', back: 50_002 },
  { id: refunded, amount: 50_003, fee: null, by: 'a refund', back: 50_003 },
  { id: refunded, amount: 100_003, fee: null, by: 'a refund', back: 28_999 },
  { id: refunded, amount: 49_999, fee: null, by: 'a refund', back: 12_345 },
  { id: refunded, amount: 33_331, fee: null, by: 'a refund', back: 33_330 },
  { id: 'escrow.full-refund-takes-no-fee', amount: 50_001, fee: 1_501, by: 'a refund', back: null },
  { id: 'escrow.full-refund-takes-no-fee', amount: 50_009, fee: 1_503, by: 'a refund', back: 50_009 },
  { id: 'escrow.full-refund-takes-no-fee', amount: 50_021, fee: 2_003, by: 'a refund after a dispute', back: null },
  { id: 'escrow.full-refund-takes-no-fee', amount: 50_023, fee: 2_011, by: 'a refund after a dispute', back: 50_023 },
  { id: disputed, amount: 44_449, fee: null, by: 'a refund after a dispute', back: 11_113 },
  { id: disputed, amount: 44_449, fee: null, by: 'a refund after a dispute', back: null },
];

/** The amount left for the seller's side. */
const leftOf = ({ amount, back }: Sum) => (back === undefined ? amount : amount - (back ?? amount));

function title({ amount, fee, by, back }: Sum): string {
  const ended = back === undefined ? `released by ${by}` : `${by} of ${back ?? 'all'}`;
  return `${amount} kobo ${fee === null ? 'without a fee' : `with a fee of ${fee}`}, ${ended}`;
}

const preparations = new Map(
  sums.map((sum) => [sum, shared(`money: ${title(sum)}`, ['wallets'], (c) => prepare(c, sum))]),
);

async function prepare(context: CheckContext, sum: Sum) {
  const { merchant, buyer } = context;
  const [seller, ours] = [await purse(context), sum.fee === null ? null : await purse(context)];
  const escrow = await opened(context, {
    amount: sum.amount,
    seller: { walletId: seller.walletId },
    autoReleaseHours: 1,
    ...(ours && { feeAmount: sum.fee, feeWalletId: ours.walletId }),
  });
  await buyer.funds(merchant, escrow);
  await ends(context, escrow, sum);
  await reached(merchant, escrow, sum.back === undefined ? 'released' : 'refunded', 600);
  const fee = sum.back === undefined ? (sum.fee ?? 0) : 0;
  return {
    merchant,
    escrow,
    seller: await gainOf(context, seller, leftOf(sum) - fee),
    fee: ours && (await gainOf(context, ours, fee)),
    due: { seller: leftOf(sum) - fee, fee },
  };
}

async function gainOf(context: CheckContext, wallet: Purse, due: number) {
  return due === 0 ? await gainInTheEnd(context, wallet) : await gain(context, wallet, due);
}

/** A step: no maximum of an escrow is shown, so a target may have one. */
async function opened(context: CheckContext, body: Body): Promise<Created> {
  if ('feeAmount' in body) return await escrowWithFee(context, body);
  const answer = await context.merchant.createEscrow(body);
  const { amount } = body;
  if (Number(amount) > 2_000_000_000) mayRefuse(answer, `no escrow of ${amount} kobo is taken`);
  return created('escrow', answer);
}

async function ends({ merchant, buyer, time }: CheckContext, escrow: Created, sum: Sum): Promise<void> {
  const { reference } = escrow;
  if (sum.by === 'a refund after a dispute') {
    await buyer.disputes(merchant, escrow);
    await reached(merchant, escrow, 'disputed');
  }
  if (sum.by === 'the merchant') await merchant.api.releaseEscrow(reference);
  else if (sum.by === 'the buyer') await buyer.releases(merchant, escrow);
  else if (sum.by === 'time') await time.wait(3_600, 'an escrow is released by itself');
  else await merchant.api.refundEscrow(reference, sum.back === null ? {} : { amount: sum.back });
}

function optionsOf({ by }: Sum): CheckOptions {
  if (by === 'the buyer') return { needs: ['wallets', 'escrow-buyer-release'] };
  if (by === 'a refund after a dispute') return { needs: ['wallets', 'escrow-dispute'] };
  return { needs: ['wallets'], ...(by === 'time' && { waits: '1h' }) };
}

/** A wrong fee also shows in the seller's amount, so these rows also test the requirement about the seller. */
const sellers: Readonly<Partial<Record<RequirementId, RequirementId>>> = {
  'escrow.release-pays-fee': released,
  'escrow.auto-release-pays-fee': 'escrow.auto-release-pays-seller',
};

for (const id of new Set(sums.map((sum) => sum.id))) {
  checks(
    id,
    sums.filter((sum) => sum.id === id || sellers[sum.id] === id),
    title,
    async (context, sum) => {
      const { seller, fee, due } = await storyOf(context, sum);

      expect(seller, 'kobo that the seller has gained').toBe(due.seller);
      if (fee !== null) expect(fee, 'kobo that the fee wallet has gained').toBe(due.fee);
    },
    optionsOf,
  );
}

for (const [id, withFee] of [
  ['escrow.event-amounts', false],
  ['escrow.event-amounts-with-fee', true],
] as const) {
  checks(
    id,
    sums.filter(({ fee }) => (fee !== null) === withFee),
    (sum) => `${title(sum)}: ${sum.back === undefined ? 'amountMinor before the fee' : 'what the buyer got'}`,
    async (context, sum) => {
      const { merchant, escrow } = await storyOf(context, sum);
      const isRelease = sum.back === undefined;
      const event = await merchant.webhooks.given(isRelease ? 'escrow.released' : 'escrow.refunded', escrow.reference);

      expect(of(event, 'amountMinor')).toBe(isRelease ? sum.amount : (sum.back ?? sum.amount));
    },
    (sum) => ({ needs: [...(optionsOf(sum).needs ?? []), 'webhooks'] }),
  );
}

async function storyOf(context: CheckContext, sum: Sum) {
  const tell = preparations.get(sum);
  if (tell === undefined) throw new Error(`no preparation of ${title(sum)}`);
  return await tell(context);
}
