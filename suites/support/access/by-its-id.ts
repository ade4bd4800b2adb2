import {
  type Capability,
  type CheckContext,
  type Created,
  expect,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';

// Records are found by their merchant's references. An `id` may be unique over all merchants: whoever knows it, or guesses it, gets no nearer to
// what is another merchant's.

interface Owned {
  readonly kind: Created['kind'];
  readonly id: RequirementId;
  readonly needs: readonly Capability[];
  make(context: CheckContext): Promise<Created>;
}

const owned: readonly Owned[] = [
  {
    kind: 'checkout',
    id: 'checkout.other-merchant-sees-nothing',
    needs: [],
    make: ({ merchant }) => merchant.checkout(),
  },
  {
    kind: 'refund',
    id: 'refund.other-merchant-sees-nothing',
    needs: ['buyer'],
    make: async ({ merchant, buyer }) => merchant.refund(await buyer.paid(merchant), { amount: 1_001 }),
  },
  { kind: 'payout', id: 'payout.other-merchant-sees-nothing', needs: [], make: ({ merchant }) => merchant.payout() },
  { kind: 'escrow', id: 'escrow.other-merchant', needs: [], make: ({ merchant }) => merchant.escrow() },
];

const reads = owned.map(
  ({ kind, id, needs, make }): Row => ({
    id,
    title: `a ${kind} is not found by its id by another merchant`,
    needs: ['other-merchant', ...needs],
    async check(context) {
      const { id: reference } = await make(context);
      expect(await context.other.get({ kind, reference: String(reference) })).toHaveStatus(404);
    },
  }),
);

const actions = [
  { action: 'cancel', status: 'pending_payment', needs: [] },
  { action: 'release', status: 'funded', needs: ['escrow-buyer'] },
  { action: 'refund', status: 'funded', needs: ['escrow-buyer'] },
] as const;

/** Checks for several chapters: see `table`. */
export const byItsId: readonly Row[] = [
  ...reads,
  {
    id: 'refund.other-merchants-payment',
    title: "another merchant's paid checkout is not refunded by its id",
    needs: ['other-merchant', 'buyer'],
    async check({ merchant, other, buyer }) {
      const { id } = await buyer.paid(merchant, { amount: 5_000 });

      const refusal = await other.createRefund({ paymentReference: String(id), amount: 1_000 });

      expect(refusal).toBeRefusedWith(404, 'payment_not_found');
    },
  },
  ...actions.map(
    ({ action, status, needs }): Row => ({
      id: 'escrow.other-merchant-cannot-act',
      title: `${action} by another merchant, by the id of an escrow that is ${status}`,
      needs: ['other-merchant', ...needs],
      async check({ merchant, other, buyer }) {
        const escrow = status === 'funded' ? await buyer.funded(merchant) : await merchant.escrow();
        const id = String(escrow.id);
        const acts = {
          cancel: () => other.api.cancelEscrow(id),
          release: () => other.api.releaseEscrow(id),
          refund: () => other.api.refundEscrow(id, {}),
        };

        expect(await acts[action]()).toBeRefused();
        expect(await merchant.get(escrow)).toHaveField('status', status);
      },
    }),
  ),
];
