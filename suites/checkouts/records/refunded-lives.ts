import {
  type CheckContext,
  type Created,
  type Exchange,
  field,
  type Merchant,
  shared,
} from '../../../lib/interface/index.ts';
import { HOUR, moment } from '../../support/attempts.ts';

// The refunds of a checkout, and its record after each: every way to refund it, in full and in parts.

/** Fields that refunds must not change. */
export const paidFields = [
  'id',
  'reference',
  'status',
  'amount',
  'currency',
  'description',
  'customer',
  'metadata',
  'failureReason',
  'paidAt',
  'createdAt',
];

const PAID = 9_001;

/** The amounts of successive refunds; a negative amount is that of a refund that fails. */
const ways = [
  { what: 'refunded as a whole at once', amounts: [PAID] },
  { what: 'refunded in two parts', amounts: [4_000, PAID - 4_000] },
  { what: 'whose refund of the whole failed', amounts: [-PAID] },
  { what: 'refunded as a whole after a refund of it failed', amounts: [-PAID, PAID] },
  { what: 'refunded in five steps, of which two failed', amounts: [1, -4_001, 4_001, -1_003, 2_002] },
] as const;

export interface RefundedLife {
  readonly merchant: Merchant;
  /** The record right after the payment, and the target's time before and after the payment. */
  readonly paid: Exchange;
  readonly times: readonly [Awaited<ReturnType<typeof moment>>, Awaited<ReturnType<typeof moment>>];
  readonly records: readonly { readonly when: string; readonly record: Exchange }[];
  /** Each refund: its record right after it ended, and again after each later refund was requested and had ended. */
  readonly refunds: readonly {
    readonly refund: Created;
    readonly ended: Exchange;
    readonly later: readonly Exchange[];
  }[];
  /** The answer to a create with the reference of the checkout, after all that. */
  readonly duplicate: Exchange;
}

export const refundedLives = ways.map(({ what, amounts }) => ({
  what,
  life: shared(`a checkout ${what}`, ['buyer'], (context) => refunded(context, amounts)),
}));

async function refunded(context: CheckContext, amounts: readonly number[]): Promise<RefundedLife> {
  const { merchant, buyer, time } = context;
  const checkout = await merchant.checkout({ amount: PAID, description: 'Rice', metadata: { order: { code: 17 } } });
  const before = await moment(context, "the target's time before a checkout was paid");
  const payment = await buyer.pays(merchant, checkout);
  const after = await moment(context, "the target's time after a checkout was paid");
  await time.wait(60, 'the merchant takes a while');
  const records: { when: string; record: Exchange }[] = [];
  const refunds: { refund: Created; ended: Exchange; later: Exchange[] }[] = [];
  const look = async (when: string) => {
    records.push({ when, record: await merchant.get(payment) });
    for (const { refund, later } of refunds) later.push(await merchant.get(refund));
  };
  for (const [at, amount] of amounts.entries()) {
    const wish = { amount: Math.abs(amount), ...(amount < 0 && { reason: 'sandbox_fail' }) };
    const refund = await merchant.refund(payment, wish);
    if (refunds.length > 0) await look(`when refund ${at + 1} was asked for`);
    const settled = await merchant.settles(refund, amount < 0 ? 'failed' : 'succeeded');
    await look(`when refund ${at + 1} was ${String(field(settled.exchange.json, 'status'))}`);
    refunds.push({ refund, ended: settled.exchange, later: [] });
  }
  await time.wait(HOUR, 'a refunded checkout stays as it is');
  await look('an hour later');
  const duplicate = await merchant.createCheckout({ reference: payment.reference, amount: PAID });
  return { duplicate, merchant, paid: payment.exchange, times: [before, after], records, refunds };
}
