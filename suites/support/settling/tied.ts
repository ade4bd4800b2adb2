import type { Capability, CheckContext, Created, Exchange, RequirementId } from '../../../lib/interface/index.ts';

/** Something that a settlement has to do with, such as the checkout of a refund, and what of it no settlement changes. */
export interface Tied {
  readonly what: string;
  readonly stays: readonly { readonly id: RequirementId; readonly fields: readonly string[] }[];
  /** `refundedAmount` of a checkout after the settlement. */
  readonly refunded?: number;
}

/** `before`: its record as soon as it was where it is, before anything else was settled. */
export interface Look {
  readonly before: Exchange;
  now(): Promise<Exchange>;
}
export type Looks = ReadonlyMap<Tied, Look>;

/** One settlement of one kind. */
export interface Settlement {
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly tied: readonly Tied[];
  /** Also made long after the payment. */
  readonly alsoLater?: true;
  /** A step: makes what it is tied to; `settles` is the settlement. */
  begin(context: CheckContext): Promise<{ looks: Looks; settles(): Promise<unknown> }>;
}

const END = ['status', 'failureReason'];
const money = ['id', 'reference', 'amount', 'currency', 'createdAt'];
const order = [...money, 'description', 'customer', 'metadata', 'paymentMethod'];

export const paid = (what: string, refunded?: number): Tied => ({
  what,
  stays: [
    {
      id: 'checkout.succeeded-is-final',
      fields: [...END, 'paidAt', ...(refunded === undefined ? ['refundedAmount'] : [])],
    },
    { id: 'checkout.record-stays', fields: order },
  ],
  ...(refunded !== undefined && { refunded }),
});
export const settled = (kind: 'refund' | 'payout', end: 'succeeded' | 'failed'): Tied => ({
  what: `an earlier ${kind} that ${end}`,
  stays: [
    { id: `${kind}.${end}-is-final`, fields: END },
    { id: `${kind}.record-stays`, fields: [...money, kind === 'refund' ? 'reason' : 'narration'] },
  ],
});
export const escrow = (what: string, id: RequirementId): Tied => ({ what, stays: [{ id, fields: ['status'] }] });

/** `exchange` of what a step has led to is the GET that showed it. */
export const lookAt = ({ merchant }: CheckContext, one: Created): Look => ({
  before: one.exchange,
  now: () => merchant.get(one),
});
