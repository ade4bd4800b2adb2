import {
  type Body,
  type CheckContext,
  type Created,
  created,
  expect,
  of,
  shared,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';
import { attempt, moment } from '../attempts.ts';
import { type Asked, becomes, besideStays, checkout, type Kind, madeNow, refund } from './own-field-kinds.ts';
import { accepted, linkRows, PAST } from './own-fields-of-links.ts';

// A record has fields that no request has: the service alone sets them, by the state tables. Whether a create that has them as well is refused is
// not shown. Where it is accepted, they are what they are without: a row that is made of the whole body takes them.

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
  const later = await merchant.confirms(object, kind.becomes);
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
