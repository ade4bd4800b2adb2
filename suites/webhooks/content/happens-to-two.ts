import {
  type Capability,
  type CheckContext,
  created,
  type EventKind,
  type Exchange,
  field,
  type Merchant,
  NotExercised,
} from '../../../lib/interface/index.ts';

// What can happen to two merchants alike, to an object of one reference.

/** References are "unique per merchant" of checkouts; whether two merchants can have one of the other kinds is not shown. */
export function given(kind: 'payout' | 'escrow' | 'checkout', answer: Exchange) {
  if (answer.status === 409 && field(answer.json, 'error.code') === 'duplicate_reference')
    throw new NotExercised('two merchants cannot have one reference here');
  return created(kind, answer);
}

export const alike: readonly {
  readonly event: EventKind;
  readonly needs: readonly Capability[];
  act(context: CheckContext, as: Merchant, reference: string): Promise<unknown>;
}[] = [
  {
    event: 'payout.succeeded',
    needs: [],
    act: async (_, as, reference) => given('payout', await as.createPayout({ reference })),
  },
  {
    event: 'escrow.cancelled',
    needs: [],
    async act(_, as, reference) {
      given('escrow', await as.createEscrow({ reference }));
      await as.api.cancelEscrow(reference);
    },
  },
  {
    event: 'payment.succeeded',
    needs: ['buyer'],
    act: async ({ buyer }, as, reference) =>
      buyer.pays(as, given('checkout', await as.createCheckout({ reference, amount: 9_001 }))),
  },
  {
    event: 'escrow.funded',
    needs: ['escrow-buyer'],
    act: async ({ buyer }, as, reference) =>
      buyer.funds(as, given('escrow', await as.createEscrow({ reference, amount: 30_011 }))),
  },
];
