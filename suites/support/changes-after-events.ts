import {
  type Capability,
  type CheckContext,
  created,
  type EventKind,
  type Exchange,
  type Merchant,
  type RequirementId,
} from '../../lib/interface/index.ts';

// What may become of an object as soon as something has happened to it, whether or not its merchant has been told.

/** An object, its event, and how the object changes while the event is being delivered. */
export interface Row {
  readonly id: RequirementId;
  /** Tested by the change, which must not wait for the acknowledgement. */
  readonly possible: RequirementId;
  /** Its `status` after the change, where that says whether it was made. */
  readonly becomes?: string;
  readonly chapter: 'refund' | 'escrow' | 'wallet-link';
  readonly event: EventKind;
  readonly what: string;
  readonly needs: readonly Capability[];
  readonly fields: readonly string[];
  /** Creates the object, up to the point before its event. */
  begins(context: CheckContext): Promise<Subject>;
}

interface Subject {
  readonly reference: string;
  /** Causes the event. */
  happens(): Promise<unknown>;
  /** Returns the answer to each of its requests. */
  changes(): Promise<readonly Exchange[]>;
  look(): Promise<Exchange>;
}

const paidAndRefunded = (what: string, amounts: readonly number[]): Row => ({
  id: 'refund.adds-to-refunded-amount',
  possible: 'refund.created',
  chapter: 'refund',
  event: 'payment.succeeded',
  what: `a checkout ${what}`,
  needs: ['buyer'],
  fields: ['status', 'refundedAmount', 'paidAt', 'failureReason', 'paymentMethod'],
  begins: async ({ merchant, buyer }) => {
    const checkout = await merchant.checkout({ amount: 9_001 });
    return {
      reference: checkout.reference,
      happens: () => buyer.pays(merchant, checkout),
      changes: async () => {
        const answers: Exchange[] = [];
        for (const amount of amounts) {
          const answer = await merchant.createRefund({ paymentReference: checkout.reference, amount });
          answers.push(answer);
          if (answer.status === 201) await merchant.becomes(created('refund', answer), 'succeeded');
        }
        return answers;
      },
      look: () => merchant.get(checkout),
    };
  },
});

/** One refund's event, while another refund of the checkout is made. */
const refundedOnce: Row = {
  id: 'refund.adds-to-refunded-amount',
  possible: 'refund.created',
  chapter: 'refund',
  event: 'refund.succeeded',
  what: 'a checkout of which a part is refunded, then another',
  needs: ['buyer'],
  fields: ['status', 'refundedAmount', 'paidAt', 'failureReason', 'paymentMethod'],
  begins: async ({ merchant, buyer, data }) => {
    const checkout = await buyer.paid(merchant, { amount: 9_001 });
    const [reference, paymentReference] = [data.reference('rfd'), checkout.reference];
    return {
      reference,
      happens: () => merchant.refundSettles(checkout, { reference, amount: 2_003 }),
      changes: async () => {
        const answer = await merchant.createRefund({ paymentReference, amount: 3_001 });
        if (answer.status === 201) await merchant.becomes(created('refund', answer), 'succeeded');
        return [answer];
      },
      look: () => merchant.get(checkout),
    };
  },
};

const escrow = (id: RequirementId, event: 'escrow.funded' | 'escrow.disputed', becomes: Become): Row => ({
  id,
  possible: event === 'escrow.disputed' ? 'escrow.disputed-refunded' : `escrow.${becomes}`,
  becomes,
  chapter: 'escrow',
  event,
  what: `an escrow that is ${event.slice(7)}, then ${becomes}`,
  needs: [
    'escrow-buyer',
    ...(event === 'escrow.disputed' || becomes === 'disputed' ? (['escrow-dispute'] as const) : []),
  ],
  fields: ['status'],
  begins: async ({ merchant, buyer }) => {
    const made = await merchant.escrow();
    const disputes = () => buyer.disputes(merchant, made);
    if (event === 'escrow.disputed') await buyer.funds(merchant, made);
    return {
      reference: made.reference,
      happens: () => (event === 'escrow.disputed' ? disputes() : buyer.funds(merchant, made)),
      changes: async () => {
        if (becomes !== 'disputed') return [await acts(merchant, made.reference, becomes)];
        await disputes();
        return [];
      },
      look: () => merchant.get(made),
    };
  },
});
type Become = 'released' | 'refunded' | 'disputed';

const acts = ({ api }: Merchant, reference: string, becomes: 'released' | 'refunded') =>
  becomes === 'released' ? api.releaseEscrow(reference) : api.refundEscrow(reference, {});

const revoked: Row = {
  id: 'wallet-link.revoked-is-final',
  possible: 'wallet-link.revoked',
  becomes: 'REVOKED',
  chapter: 'wallet-link',
  event: 'wallet.link.approved',
  what: 'a link that is approved, then unlinked',
  needs: ['wallets'],
  fields: ['status'],
  begins: async ({ merchant, wallets }) => {
    const { linkId } = await wallets.link(merchant, await wallets.make());
    return {
      reference: linkId,
      happens: () => merchant.api.approveWalletLink(linkId),
      changes: async () => [await merchant.api.deleteWalletLink(linkId)],
      look: () => merchant.api.getWalletLink(linkId),
    };
  },
};

export const rows: readonly Row[] = [
  paidAndRefunded('that is refunded in part', [2_003]),
  paidAndRefunded('that is refunded as a whole in two parts', [4_000, 5_001]),
  refundedOnce,
  escrow('escrow.released-is-final', 'escrow.funded', 'released'),
  escrow('escrow.refunded-is-final', 'escrow.funded', 'refunded'),
  escrow('escrow.disputed', 'escrow.funded', 'disputed'),
  escrow('escrow.refunded-is-final', 'escrow.disputed', 'refunded'),
  revoked,
];
