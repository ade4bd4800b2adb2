import {
  type Body,
  type CheckContext,
  type Created,
  type Exchange,
  expect,
  of,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { expectBetween, expectSame, type Moment } from '../attempts.ts';
import { PAST } from './own-fields-of-links.ts';

// What each kind of record has and its request has not, and what must be seen of it where a request has it nevertheless.

export interface Asked {
  readonly answer: Exchange;
  readonly before: Moment | null;
  readonly after: Moment | null;
  /** Where it was created: the record at once, and once it was paid or has settled. */
  readonly atOnce: Exchange;
  readonly later: Exchange;
  /** Around the payment of a checkout. */
  readonly paid: readonly [Moment | null, Moment | null];
  /** The answer to a refund of a checkout that is not paid. */
  readonly refund: Exchange | null;
  /** What is looked at besides: an object of the merchant that was there before, first and last. */
  readonly beside: readonly [Exchange, Exchange];
  readonly besides: Created;
}

interface Look {
  readonly id: RequirementId;
  readonly what: string;
  look(asked: Asked): void;
}

export interface Kind {
  readonly kind: Created['kind'];
  readonly what: string;
  readonly needs: Row['needs'];
  /** A step: an object of the merchant that is there before. */
  beside(context: CheckContext): Promise<Created>;
  send(context: CheckContext, beside: Created, fields: Body): Promise<Exchange>;
  /** Brings it on; a refusal shows in the status. */
  moves?(context: CheckContext, object: Created): Promise<unknown>;
  readonly becomes: string;
  /** What the request has besides, of which `status` is also sent alone. */
  own(beside: Created): Body & { readonly status: string };
  readonly looks: readonly Look[];
}

const kept = ['id', 'reference', 'amount', 'currency', 'createdAt'];

export const becomes = (id: RequirementId, status: string): Look => ({
  id,
  what: `it becomes ${status}`,
  look: ({ later }) => expect(later).toHaveField('status', status),
});
export const madeNow = (id: RequirementId): Look => ({
  id,
  what: 'createdAt is the time of the request',
  look: ({ atOnce, before, after }) => expectBetween(atOnce, 'createdAt', before, after),
});
export const besideStays = (id: RequirementId): Look => ({
  id,
  what: 'what was there before is as it was',
  look: ({ beside: [first, last] }) => expectSame(last, first, kept),
});

export const checkout: Kind = {
  kind: 'checkout',
  what: 'a checkout',
  needs: ['buyer'],
  beside: ({ merchant }) => merchant.checkout({ amount: 7_001 }),
  send: ({ merchant }, _, fields) => merchant.createCheckout({ amount: 7_003, ...fields }),
  moves: ({ merchant, buyer }, object) => buyer.tries(merchant, object, 'succeeded'),
  becomes: 'succeeded',
  own: ({ id, url }) => ({
    status: 'succeeded',
    paidAt: PAST,
    createdAt: PAST,
    failureReason: 'expired',
    refundedAmount: 1_000,
    checkoutUrl: url,
    id,
  }),
  looks: [
    {
      id: 'checkout.created',
      what: 'it is answered as pending',
      look: ({ answer }) => expect(answer).toHaveField('status', 'pending'),
    },
    {
      id: 'checkout.record-unpaid',
      what: 'its record is that of a new one',
      look({ atOnce }) {
        for (const [name, value] of Object.entries({ status: 'pending', refundedAmount: 0 }))
          expect(atOnce).toHaveField(name, value);
        for (const name of ['failureReason', 'paidAt']) expect(atOnce).toHaveField(name, null);
      },
    },
    {
      id: 'checkout.url',
      what: 'its checkoutUrl is its own',
      look: ({ answer, besides }) => expect(of(answer, 'checkoutUrl')).not.toBe(besides.url),
    },
    {
      id: 'refund.pending-payment',
      what: 'nothing is refunded of it before it is paid',
      look: ({ refund }) => expect(refund).toBeRefusedWith(409, 'payment_not_paid'),
    },
    becomes('checkout.paid', 'succeeded'),
    {
      id: 'checkout.paid-at-true',
      what: 'paidAt is the time of its payment',
      look: ({ later, paid }) => expectBetween(later, 'paidAt', ...paid),
    },
    {
      id: 'checkout.nothing-refunded',
      what: 'nothing is refunded of it once it is paid',
      look: ({ later }) => expect(later).toHaveField('refundedAmount', 0),
    },
    madeNow('checkout.created-at-true'),
    besideStays('checkout.record-stays'),
  ],
};

export const refund: Kind = {
  kind: 'refund',
  what: 'a refund',
  needs: ['buyer'],
  beside: ({ merchant, buyer }) => buyer.paid(merchant, { amount: 7_001 }),
  send: ({ merchant }, { reference: paymentReference }, fields) =>
    merchant.createRefund({ paymentReference, amount: 1_003, ...fields }),
  becomes: 'succeeded',
  own: () => ({ status: 'failed', failureReason: 'declined', currency: 'USD', createdAt: PAST, id: 'rf-1' }),
  looks: [
    becomes('refund.settles', 'succeeded'),
    {
      id: 'refund.record-nulls',
      what: 'it has no failureReason',
      look: ({ later }) => expect(later).toHaveField('failureReason', null),
    },
    {
      id: 'refund.record-as-sent',
      what: 'its currency is NGN',
      look: ({ later }) => expect(later).toHaveField('currency', 'NGN'),
    },
    madeNow('refund.created-at-true'),
    besideStays('checkout.record-stays'),
  ],
};
