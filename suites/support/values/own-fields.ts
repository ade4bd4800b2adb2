import {
  type Body,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  expect,
  of,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { attempt, expectBetween, expectSame, type Moment, moment } from '../attempts.ts';
import { accepted, linkRows, PAST } from './own-fields-of-links.ts';

// A record has fields that no request has: the service alone sets them, by the state tables. Whether a create that has them as well is refused is
// not shown. Where it is accepted, they are what they are without: a row that is made of the whole body takes them.

interface Asked {
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

interface Kind {
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

const becomes = (id: RequirementId, status: string): Look => ({
  id,
  what: `it becomes ${status}`,
  look: ({ later }) => expect(later).toHaveField('status', status),
});
const madeNow = (id: RequirementId): Look => ({
  id,
  what: 'createdAt is the time of the request',
  look: ({ atOnce, before, after }) => expectBetween(atOnce, 'createdAt', before, after),
});
const besideStays = (id: RequirementId): Look => ({
  id,
  what: 'what was there before is as it was',
  look: ({ beside: [first, last] }) => expectSame(last, first, kept),
});

const checkout: Kind = {
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
    paymentMethod: 'barter',
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
    {
      id: 'checkout.record-payment-method',
      what: 'once it is paid, paymentMethod says how',
      look: ({ later }) => expect(of(later, 'paymentMethod')).not.toBe('barter'),
    },
    madeNow('checkout.created-at-true'),
    besideStays('checkout.record-stays'),
  ],
};

const refund: Kind = {
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

const payoutTo = (accountNumber: string, to: 'succeeded' | 'failed', status: string): Kind => ({
  kind: 'payout',
  what: `a payout to ${accountNumber}`,
  needs: [],
  beside: ({ merchant }) => merchant.payout({ amount: 10_001 }),
  send: ({ merchant }, _, fields) => merchant.createPayout({ recipient: { accountNumber }, ...fields }),
  becomes: to,
  own: ({ id }) => ({ status, failureReason: 'declined', createdAt: PAST, id }),
  looks: [
    becomes(to === 'failed' ? 'payout.failing-account' : 'payout.succeeds', to),
    madeNow('payout.created-at-true'),
    besideStays('payout.record-stays'),
  ],
});

const escrow: Kind = {
  kind: 'escrow',
  what: 'an escrow',
  needs: ['escrow-buyer'],
  beside: ({ merchant }) => merchant.escrow({ amount: 30_001 }),
  send: ({ merchant }, _, fields) => merchant.createEscrow({ amount: 30_011, ...fields }),
  moves: ({ merchant, buyer }, object) => buyer.paysEscrow(merchant, object),
  becomes: 'funded',
  own: ({ id, url }) => ({
    status: 'funded',
    payUrl: url,
    createdAt: PAST,
    paidAt: PAST,
    paidBy: 'ada.obi@example.com',
    refundedAmount: 10_000,
    id,
  }),
  looks: [
    {
      id: 'escrow.created',
      what: 'it is answered as pending_payment',
      look: ({ answer }) => expect(answer).toHaveField('status', 'pending_payment'),
    },
    {
      id: 'escrow.stays-until-its-turn',
      what: 'it is pending_payment until it is paid',
      look: ({ atOnce }) => expect(atOnce).toHaveField('status', 'pending_payment'),
    },
    {
      id: 'escrow.pay-url',
      what: 'its payUrl is its own',
      look: ({ answer, besides }) => expect(of(answer, 'payUrl')).not.toBe(besides.url),
    },
    becomes('escrow.funded', 'funded'),
  ],
};

const kinds = [checkout, refund, payoutTo('0123456789', 'succeeded', 'failed'), escrow];

async function asked(context: CheckContext, kind: Kind, fields: (beside: Created) => Body): Promise<Asked> {
  const { merchant } = context;
  const besides = await kind.beside(context);
  const first = await merchant.get(besides);
  const before = await moment(context, "the target's time before");
  const answer = accepted(await kind.send(context, besides, fields(besides)));
  const after = await moment(context, "the target's time after");
  const object = created(kind.kind, answer);
  const atOnce = await merchant.get(object);
  const isCheckout = kind.kind === 'checkout';
  const tried = isCheckout ? await merchant.createRefund({ paymentReference: object.reference, amount: 1_001 }) : null;
  const due = isCheckout ? await moment(context, "the target's time before the payment") : null;
  if (kind.moves) await attempt(kind.moves(context, object));
  const later = await merchant.becomes(object, kind.becomes);
  const paid = [due, isCheckout ? await moment(context, "the target's time after the payment") : null] as const;
  const beside = [first, await merchant.get(besides)] as const;
  return { answer, before, after, atOnce, later, paid, refund: tried, beside, besides };
}

const ofKinds = kinds.flatMap((kind) =>
  [
    { with: 'all that only its record has', fields: kind.own },
    { with: 'a status', fields: (beside: Created) => ({ status: kind.own(beside).status }) },
  ].flatMap((body, index): Row[] => {
    const words = `${kind.what}, asked for with ${body.with}`;
    const run = shared(words, kind.needs, (context) => asked(context, kind, body.fields));
    // With the status alone, only what the status decides.
    const looks = kind.looks.filter(({ what }) => index === 0 || /pending|becomes|before/.test(what));
    return looks.map(({ id, what, look }) => ({
      id,
      title: `${words}: ${what}`,
      needs: kind.needs,
      check: async (context) => look(await run(context)),
    }));
  }),
);

const failing = payoutTo('0000000000', 'failed', 'succeeded');
const failingRun = shared(`${failing.what}, asked for as succeeded`, [], (context) =>
  asked(context, failing, () => ({ status: 'succeeded' })),
);

/** Checks for several chapters: see `table`. */
export const ownFields: readonly Row[] = [
  ...ofKinds,
  ...linkRows,
  {
    id: 'payout.failing-account',
    title: `${failing.what}, asked for as succeeded: it becomes failed`,
    needs: [],
    check: async (context) => expect((await failingRun(context)).later).toHaveField('status', 'failed'),
  },
];
