import type { CheckContext, Created } from '../../../lib/interface/index.ts';
import { escrow, type Look, lookAt, paid, type Settlement, settled } from './tied.ts';

const PAID = 9_001;

/** A negative amount is that of a refund that fails. */
function refund(what: string, earlier: readonly number[], amount: number, alsoLater?: true): Settlement {
  const left = [...earlier, amount].filter((each) => each > 0).reduce((sum, each) => sum + each, 0);
  const ends = earlier.map((each) => settled('refund', each > 0 ? 'succeeded' : 'failed'));
  const checkout = paid('the checkout', left);
  return {
    what,
    needs: ['buyer'],
    tied: [checkout, ...ends],
    ...(alsoLater && { alsoLater }),
    async begin(context) {
      const { merchant, buyer } = context;
      const payment = await buyer.paid(merchant, { amount: PAID, description: 'Rice', metadata: { order: 'A-17' } });
      const settles = async (of: number) =>
        merchant.settles(
          await merchant.refund(payment, { amount: Math.abs(of), ...(of < 0 && { reason: 'sandbox_fail' }) }),
          of < 0 ? 'failed' : 'succeeded',
        );
      const looks = new Map([[checkout, lookAt(context, payment)]]);
      for (const [at, tied] of ends.entries()) {
        const one = await settles(earlier[at] ?? 0);
        looks.set(tied, lookAt(context, one));
      }
      return { looks, settles: () => settles(amount) };
    },
  };
}

/** What failed before went to the failing account, and has all other fields in common. */
function payout(end: 'succeeded' | 'failed'): Settlement {
  const [good, failed, payment] = [
    settled('payout', 'succeeded'),
    settled('payout', 'failed'),
    paid('the checkout that brought the money'),
  ];
  return {
    what: end === 'succeeded' ? 'a payout' : 'a payout that fails',
    needs: ['buyer'],
    tied: [good, failed, payment],
    async begin(context) {
      const { merchant, buyer } = context;
      const fields = { amount: 12_003, narration: 'Week 12' };
      const recipient = (fails: boolean) => ({
        accountName: 'Ada Obi',
        accountNumber: fails ? '0000000000' : '3012345678',
      });
      const settles = async (which: 'succeeded' | 'failed') =>
        merchant.settles(await merchant.payout({ ...fields, recipient: recipient(which === 'failed') }), which);
      const checkout = await buyer.paid(merchant, { amount: 24_007 });
      const [first, second] = [await settles('succeeded'), await settles('failed')];
      return {
        looks: new Map([
          [good, lookAt(context, first)],
          [failed, lookAt(context, second)],
          [payment, lookAt(context, checkout)],
        ]),
        settles: () => settles(end),
      };
    },
  };
}

type End = (context: CheckContext, escrow: Created) => Promise<unknown>;

/** Of other escrows of one seller: each is where it was. */
function ofSeller(what: string, act: End): Settlement {
  const [funded, released, refunded, payment] = [
    escrow('another paid escrow of the seller', 'escrow.stays-until-its-turn'),
    escrow('an escrow of the seller that was released', 'escrow.released-is-final'),
    escrow('an escrow of the seller that was refunded in part', 'escrow.refunded-is-final'),
    paid('a paid checkout of the same amount'),
  ];
  return {
    what,
    needs: ['buyer', 'escrow-buyer'],
    tied: [funded, released, refunded, payment],
    async begin(context) {
      const { merchant, buyer, data } = context;
      const alike = { amount: 30_011, seller: { walletId: data.walletId() }, autoReleaseHours: 720 };
      const [one, two, three, four] = [
        await buyer.funded(merchant, alike),
        await buyer.funded(merchant, alike),
        await buyer.funded(merchant, alike),
        await buyer.funded(merchant, alike),
      ];
      const checkout = await buyer.paid(merchant, { amount: alike.amount });
      await merchant.api.releaseEscrow(two.reference);
      await merchant.api.refundEscrow(three.reference, { amount: 10_007 });
      const ended = async (one: Created): Promise<Look> => ({
        before: await merchant.get(one),
        now: () => merchant.get(one),
      });
      return {
        looks: new Map([
          [funded, lookAt(context, one)],
          [released, await ended(two)],
          [refunded, await ended(three)],
          [payment, lookAt(context, checkout)],
        ]),
        settles: () => act(context, four),
      };
    },
  };
}

export const settlements: readonly Settlement[] = [
  refund('a refund of the whole', [], PAID, true),
  refund('a refund of the whole that fails', [], -PAID, true),
  refund('a refund of the whole after one that failed', [-PAID], PAID),
  refund('a first refund of a part', [], 4_000),
  refund('a first refund of a part that fails', [], -4_000),
  refund('a refund of the rest', [4_000, -1_003], PAID - 4_000, true),
  refund('a refund of the rest that fails', [4_000], -(PAID - 4_000)),
  payout('succeeded'),
  payout('failed'),
  ofSeller('a release of an escrow', ({ merchant }, { reference }) => merchant.api.releaseEscrow(reference)),
  ofSeller('a refund of an escrow', ({ merchant }, { reference }) => merchant.api.refundEscrow(reference, {})),
];
