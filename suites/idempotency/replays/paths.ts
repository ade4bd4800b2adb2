import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  type RequirementId,
  summary,
} from '../../../lib/interface/index.ts';
import {
  type Repeatable,
  repeatableCheckout,
  repeatableEscrow,
  repeatablePayout,
  repeatableRefund,
} from '../support.ts';

/** What happens to an object between a create and its repetition. */
export interface Path {
  readonly id: RequirementId;
  readonly kind: Created['kind'];
  /** The object's transitions; after each, the create is sent again. */
  readonly steps: readonly Step[];
  readonly needs?: readonly Capability[];
  readonly create?: (context: CheckContext) => Promise<Repeatable>;
  /** Nothing on the way is of the sandbox alone. */
  readonly alsoInLive?: true;
}

export interface Step {
  readonly words: string;
  run(context: CheckContext, created: Created): Promise<unknown>;
  /** Its key may be forgotten by then. */
  readonly late?: true;
}

const step = (words: string, run: Step['run']): Step => ({ words, run });
const paid = step('paid', ({ merchant, buyer }, checkout) => buyer.pays(merchant, checkout));
const failed = step('failed', ({ merchant, buyer }, checkout) => buyer.fails(merchant, checkout));
const refunded = step('refunded', ({ merchant }, checkout) => merchant.refundSettles(checkout, { amount: 5_000 }));
const settled = step('settled', ({ merchant }, created) => merchant.settles(created));
const settledBadly = step('settled as failed', ({ merchant }, created) => merchant.settles(created, 'failed'));
const funded = step('funded', ({ merchant, buyer }, escrow) => buyer.funds(merchant, escrow));
const disputed = step('disputed', ({ merchant, buyer }, escrow) => buyer.disputes(merchant, escrow));
const aWhile: Step = {
  ...step('a minute older', ({ time }) => time.wait(60, 'the object grows older')),
  late: true,
};

function acted(words: string, action: 'release' | 'refund' | 'cancel'): Step {
  return step(words, async ({ merchant }, { reference }) => {
    const path = `/v1/escrows/${reference}/${action}`;
    const answer = await merchant.api.request({ method: 'POST', path, ...(action === 'refund' && { body: {} }) });
    if (answer.status !== 200) throw new Blocked(`the escrow should have taken ${action}: ${summary(answer)}`);
  });
}

async function refusedForItsAmount({ merchant }: CheckContext, refund: Created): Promise<void> {
  const { paymentReference } = JSON.parse(refund.exchange.sent.body ?? '{}') as { paymentReference?: string };
  await merchant.createRefund({ paymentReference, amount: 1 });
}

const everyText = {
  description: 'Ọlá’s order – “rice”',
  metadata: { order: { code: 'A-17' } },
  returnUrl: 'https://shop.example.com/r?a=1',
};

export const paths: readonly Path[] = [
  {
    id: 'idempotency.checkout-replay-after-payment',
    kind: 'checkout',
    steps: [paid, refunded, aWhile],
    needs: ['buyer'],
  },
  {
    id: 'idempotency.checkout-replay-after-payment',
    kind: 'checkout',
    steps: [paid, aWhile],
    needs: ['buyer'],
    alsoInLive: true,
  },
  {
    id: 'idempotency.refund-replay',
    kind: 'refund',
    steps: [step('another refused', refusedForItsAmount), aWhile],
    needs: ['buyer'],
    create: async (context) =>
      repeatableRefund(context, await context.buyer.paid(context.merchant, { amount: 4_004 }), { amount: 4_004 }),
    alsoInLive: true,
  },
  { id: 'idempotency.checkout-replay', kind: 'checkout', steps: [failed], needs: ['payment-failure'] },
  { id: 'idempotency.refund-replay', kind: 'refund', steps: [settled, aWhile] },
  {
    id: 'idempotency.refund-replay',
    kind: 'refund',
    steps: [settledBadly],
    create: async (context) =>
      repeatableRefund(context, await context.buyer.paid(context.merchant), { reason: 'sandbox_fail' }),
  },
  {
    // Nothing is left to refund, so the same request with a new key would be refused.
    id: 'idempotency.refund-replay',
    kind: 'refund',
    steps: [settled, step('another refused', refusedForItsAmount)],
    create: async (context) => {
      const payment = await context.buyer.paid(context.merchant, { amount: 7_007 });
      await context.merchant.refundSettles(payment, { amount: 3_003 });
      return repeatableRefund(context, payment, { amount: 4_004 });
    },
  },
  { id: 'idempotency.payout-replay', kind: 'payout', steps: [settled, aWhile] },
  {
    id: 'idempotency.payout-replay',
    kind: 'payout',
    steps: [settledBadly, aWhile],
    create: async (context) =>
      repeatablePayout(context, { recipient: { accountName: 'Ada Obi', accountNumber: '0000000000' } }),
  },
  { id: 'idempotency.escrow-replay', kind: 'escrow', steps: [acted('cancelled', 'cancel'), aWhile], alsoInLive: true },
  {
    id: 'idempotency.escrow-replay',
    kind: 'escrow',
    steps: [funded, disputed, aWhile],
    needs: ['escrow-buyer', 'escrow-dispute'],
    alsoInLive: true,
  },
  {
    id: 'idempotency.escrow-replay',
    kind: 'escrow',
    steps: [funded, acted('refunded', 'refund'), aWhile],
    needs: ['escrow-buyer'],
    alsoInLive: true,
  },
  {
    // With all fields that a create may have.
    id: 'idempotency.escrow-replay',
    kind: 'escrow',
    steps: [funded, aWhile, acted('released', 'release')],
    needs: ['escrow-buyer'],
    create: async (context) => repeatableEscrow(context, { ...everyText, conditions: 'Whole', autoReleaseHours: 24 }),
  },
  {
    id: 'idempotency.checkout-replay-after-payment',
    kind: 'checkout',
    steps: [paid, refunded],
    needs: ['buyer'],
    create: async (context) => repeatableCheckout(context, undefined, everyText),
  },
  {
    id: 'idempotency.payout-replay',
    kind: 'payout',
    steps: [settled],
    create: async (context) => repeatablePayout(context, { narration: 'Ọjà – “week 47”' }),
  },
  {
    id: 'idempotency.escrow-replay',
    kind: 'escrow',
    steps: [funded, acted('released', 'release')],
    needs: ['escrow-buyer'],
  },
  {
    id: 'idempotency.escrow-replay',
    kind: 'escrow',
    steps: [funded, disputed, acted('refunded', 'refund')],
    needs: ['escrow-buyer', 'escrow-dispute'],
  },
];

export const creates: Readonly<Record<Created['kind'], (context: CheckContext) => Promise<Repeatable>>> = {
  checkout: async (context) => repeatableCheckout(context),
  refund: async (context) => repeatableRefund(context, await context.buyer.paid(context.merchant)),
  payout: async (context) => repeatablePayout(context),
  escrow: async (context) => repeatableEscrow(context),
};
