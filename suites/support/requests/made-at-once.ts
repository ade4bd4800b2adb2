import {
  Blocked,
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  created,
  type Exchange,
  expect,
  type Merchant,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { linkIdOf, there } from '../../wallet-links/support.ts';
import type { Row } from '../alike/groups.ts';

// Objects that two merchants create at the same moment are each that merchant's and get the values of their own request: nothing of one request
// or merchant gets into another's. Then all are read at the same moment, and each response shows the values of its own object.

interface Kind {
  readonly of: string;
  /** What its record shows to its own merchant, and that others do not see it. */
  readonly ids: { readonly own: RequirementId; readonly others: RequirementId };
  readonly needs: readonly Capability[];
  /** The field values of the request at this index. */
  values(turn: number): Body;
  /** What the record shows; default: the values. */
  readonly shown?: Body;
  /** Prepares one request; the function sends it. */
  prepare(context: CheckContext, as: Merchant): Promise<(fields: Body) => Promise<Exchange>>;
  look(answer: Exchange): (as: Merchant) => Promise<Exchange>;
}

const found = (kind: Created['kind']) => (answer: Exchange) => (as: Merchant) => as.get(created(kind, answer));

const kinds: readonly Kind[] = [
  {
    of: 'checkout',
    ids: { own: 'checkout.record-as-sent', others: 'checkout.other-merchant-sees-nothing' },
    needs: [],
    values: (turn) => ({ amount: 7_003 + turn, description: `Yam, ${turn + 1} bags` }),
    prepare: async (_, as) => (fields) => as.createCheckout(fields),
    look: found('checkout'),
  },
  {
    of: 'payout',
    ids: { own: 'payout.record-as-sent', others: 'payout.other-merchant-sees-nothing' },
    needs: [],
    values: (turn) => ({ amount: 12_007 + turn, narration: `Sales of day ${turn + 1}` }),
    prepare: async (_, as) => (fields) => as.createPayout(fields),
    look: found('payout'),
  },
  {
    of: 'refund',
    ids: { own: 'refund.record-as-sent', others: 'refund.other-merchant-sees-nothing' },
    needs: ['buyer'],
    values: (turn) => ({ amount: 1_001 + turn, reason: `bag ${turn + 1} is torn` }),
    async prepare({ buyer }, as) {
      const { reference: paymentReference } = await buyer.paid(as, { amount: 9_001 });
      return (fields) => as.createRefund({ paymentReference, ...fields });
    },
    look: found('refund'),
  },
  {
    of: 'escrow',
    ids: { own: 'escrow.record-found', others: 'escrow.other-merchant' },
    needs: [],
    values: (turn) => ({ amount: 30_011 + turn }),
    // Of its other fields GET need not show any.
    shown: { status: 'pending_payment' },
    prepare: async (_, as) => (fields) => as.createEscrow(fields),
    look: found('escrow'),
  },
  {
    of: 'wallet link',
    ids: { own: 'wallet-link.status-read', others: 'wallet-link.other-merchant' },
    needs: ['wallets'],
    values: (turn) => ({ expiresInMinutes: 30 + turn }),
    shown: { status: 'PENDING' },
    async prepare({ wallets }, as) {
      const wallet = await wallets.make();
      return (fields) => wallets.createLink(as, wallet, fields);
    },
    look(answer) {
      const linkId = there(linkIdOf(answer), 'the link');
      return (as) => as.api.getWalletLink(linkId);
    },
  },
];

async function made(context: CheckContext, { values, shown, prepare, look }: Kind) {
  const { merchant, other } = context;
  const asked = [];
  for (const [turn, as] of [merchant, other, merchant, other].entries())
    asked.push({ as, fields: values(turn), send: await prepare(context, as) });
  const answers = await Promise.all(asked.map(({ fields, send }) => send(fields)));
  const all = asked.map(({ as, fields }, at) => {
    const answer = answers[at];
    if (answer === undefined) throw new Blocked('suite fault: one was not answered');
    return { as, fields: shown ?? fields, look: look(answer) };
  });
  const records = await Promise.all(all.map(async ({ as, fields, look }) => ({ fields, record: await look(as) })));
  const strangers = await Promise.all(all.map(({ as, look }) => look(as === merchant ? other : merchant)));
  return { records, strangers };
}

/** Checks for several chapters: see `table`. */
export const madeAtOnce: readonly Row[] = kinds.flatMap((kind): Row[] => {
  const needs: readonly Capability[] = ['other-merchant', ...kind.needs];
  const words = `four ${kind.of}s of two merchants, asked for and read at one moment`;
  const run = shared(words, needs, (context) => made(context, kind));
  return [
    {
      id: kind.ids.own,
      title: `${words}: each has its own values`,
      needs,
      async check(context) {
        for (const { fields, record } of (await run(context)).records) {
          for (const [name, value] of Object.entries(fields)) expect(record).toHaveField(name, value);
        }
      },
    },
    {
      id: kind.ids.others,
      title: `${words}: neither merchant sees the other's`,
      needs,
      async check(context) {
        for (const answer of (await run(context)).strangers) {
          if (kind.of === 'wallet link') expect(answer).toBeRefused();
          else expect(answer).toHaveStatus(404);
        }
      },
    },
  ];
});
