import {
  type Body,
  type Capability,
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
import { escrowWithFee, gain, gainInTheEnd, gainNow, type Purse, purse } from './money.ts';
import { leftOf, released, type Sum, sums, title } from './sum-rows.ts';

// The exact amounts paid to the seller and the fee wallet: odd ones and ones above 32 bits, for each way in which money leaves an escrow.

const inLive = ['live', 'wallet-owner'] as const;

const preparations = new Map(
  sums.map((sum) => [
    sum,
    shared(`money: ${title(sum)}`, ['wallets', ...(sum.live ? inLive : [])], (c) =>
      prepare(sum.live ? live(c) : c, sum),
    ),
  ]),
);

/** The context with a live merchant, live wallets and their owners. */
function live(context: CheckContext): CheckContext {
  const wallets = context.wallets.in('live');
  return Object.create(context, { merchant: { value: context.live }, wallets: { value: wallets } });
}

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
  const held = sum.live ? await gainNow(context, seller) : null;
  await ends(context, escrow, sum);
  await reached(merchant, escrow, sum.back === undefined ? 'released' : 'refunded', 600);
  const fee = sum.back === undefined ? (sum.fee ?? 0) : 0;
  return {
    merchant,
    escrow,
    held,
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

function optionsOf({ by, live }: Sum): CheckOptions & { readonly needs: readonly Capability[] } {
  const needs: Capability[] = ['wallets', ...(live ? inLive : [])];
  if (by === 'the buyer') return { needs: [...needs, 'escrow-buyer-release'] };
  if (by === 'a refund after a dispute') return { needs: [...needs, 'escrow-dispute'] };
  return { needs, ...(by === 'time' && { waits: '1h' }) };
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

checks(
  'escrow.funding-is-held',
  sums.filter((sum) => sum.live),
  (sum) => `${title(sum)}: before that the seller has no more to spend`,
  async (context, sum) => {
    expect((await storyOf(context, sum)).held, 'kobo that the seller has gained').toBeLessThanOrEqual(0);
  },
  optionsOf,
);

for (const [id, isRow] of [
  ['escrow.event-amounts', (sum: Sum) => sum.fee === null],
  ['escrow.event-amounts-with-fee', (sum: Sum) => sum.fee !== null],
  ['webhook.escrow-released-amount', (sum: Sum) => sum.back === undefined && sum.by !== 'the merchant'],
] as const) {
  checks(
    id,
    sums.filter(isRow),
    (sum) => `${title(sum)}: ${sum.back === undefined ? 'amountMinor before the fee' : 'what the buyer got'}`,
    async (context, sum) => {
      const { merchant, escrow } = await storyOf(context, sum);
      const isRelease = sum.back === undefined;
      const event = await merchant.webhooks.given(isRelease ? 'escrow.released' : 'escrow.refunded', escrow.reference);

      expect(of(event, 'amountMinor')).toBe(isRelease ? sum.amount : (sum.back ?? sum.amount));
    },
    (sum) => ({ needs: [...optionsOf(sum).needs, sum.live ? 'live-webhooks' : 'webhooks'] }),
  );
}

async function storyOf(context: CheckContext, sum: Sum) {
  const tell = preparations.get(sum);
  if (tell === undefined) throw new Error(`no preparation of ${title(sum)}`);
  return await tell(context);
}
