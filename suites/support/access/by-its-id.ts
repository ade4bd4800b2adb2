import {
  type Capability,
  type CheckContext,
  type Created,
  expect,
  NotExercised,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { expectUnknown, mayNameCheckout } from '../references/patterns.ts';

// A merchant reaches its own objects alone. An `id` may be unique over all merchants: a merchant that knows the `id` of another's object must not
// reach that object by it.

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
      const { id } = await make(context);
      const reference = String(id);
      const answer = await context.other.get({ kind, reference });

      expectUnknown(answer, kind, reference, `GET by the id of another merchant's ${kind}`);
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
      const paymentReference = String((await buyer.paid(merchant, { amount: 5_000 })).id);
      if (!mayNameCheckout(paymentReference))
        throw new NotExercised('no reference has the form of an id here: it may be refused as malformed');

      const refusal = await other.createRefund({ paymentReference, amount: 1_000 });

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
