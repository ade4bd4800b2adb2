import {
  type Body,
  type Capability,
  type CheckContext,
  type CheckOptions,
  type Created,
  created,
  shared,
} from '../../../lib/interface/index.ts';
import { mayBeTooLarge, reached } from '../support.ts';
import { escrowWithFee, gain, gainInTheEnd, gainNow, type Purse, purse } from './money.ts';
import { leftOf, type Sum, sums, title } from './sum-rows.ts';

// An escrow of each sum, from its creation to its end, and what its seller and the fee wallet have gained.

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

const HALF_A_DAY = 12 * 3_600;

async function prepare(context: CheckContext, sum: Sum) {
  const { merchant, buyer, time } = context;
  const [seller, ours] = [await purse(context), sum.fee === null ? null : await purse(context)];
  const escrow = await opened(context, {
    amount: sum.amount,
    seller: { walletId: seller.walletId },
    autoReleaseHours: sum.held ? 72 : 1,
    ...(ours && { feeAmount: sum.fee, feeWalletId: ours.walletId }),
  });
  await buyer.funds(merchant, escrow);
  const held = sum.live ? await gainNow(context, seller) : null;
  const isHeld = async () => void (sum.held && (await time.wait(HALF_A_DAY, 'the money of an escrow is held')));
  await isHeld();
  if (sum.by === 'a refund after a dispute') {
    await buyer.disputes(merchant, escrow);
    await reached(merchant, escrow, 'disputed');
  }
  await isHeld();
  const feeHeld = ours && (await gainNow(context, ours));
  await ends(context, escrow, sum);
  await reached(merchant, escrow, sum.back === undefined ? 'released' : 'refunded', 600);
  const fee = sum.back === undefined ? (sum.fee ?? 0) : 0;
  return {
    merchant,
    escrow,
    held,
    feeHeld,
    seller: await gainOf(context, seller, leftOf(sum) - fee),
    fee: ours && (await gainOf(context, ours, fee)),
    due: { seller: leftOf(sum) - fee, fee },
  };
}

async function gainOf(context: CheckContext, wallet: Purse, due: number) {
  return due === 0 ? await gainInTheEnd(context, wallet) : await gain(context, wallet, due);
}

async function opened(context: CheckContext, body: Body): Promise<Created> {
  if ('feeAmount' in body) return await escrowWithFee(context, body);
  const answer = await context.merchant.createEscrow(body);
  mayBeTooLarge(answer, body.amount);
  return created('escrow', answer);
}

async function ends({ merchant, buyer, time }: CheckContext, escrow: Created, sum: Sum): Promise<void> {
  const { reference } = escrow;
  if (sum.by === 'the merchant') await merchant.api.releaseEscrow(reference);
  else if (sum.by === 'the buyer') await buyer.releases(merchant, escrow);
  else if (sum.by === 'time') await time.wait(3_600, 'an escrow is released by itself');
  else await merchant.api.refundEscrow(reference, sum.back === null ? {} : { amount: sum.back });
}

export function optionsOf({ by, live, held }: Sum): CheckOptions & { readonly needs: readonly Capability[] } {
  const needs: Capability[] = ['wallets', ...(live ? inLive : [])];
  const waits = held ? ({ waits: '25h' } as const) : by === 'time' ? ({ waits: '1h' } as const) : {};
  if (by === 'the buyer') return { needs: [...needs, 'escrow-buyer-release'] };
  if (by === 'a refund after a dispute') return { needs: [...needs, 'escrow-dispute'], ...waits };
  return { needs, ...waits };
}

export async function storyOf(context: CheckContext, sum: Sum) {
  const tell = preparations.get(sum);
  if (tell === undefined) throw new Error(`no preparation of ${title(sum)}`);
  return await tell(context);
}
