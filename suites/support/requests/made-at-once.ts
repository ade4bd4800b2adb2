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
  shared,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';

// Objects that two merchants create at the same moment each get the values of their own request: nothing of one request or merchant gets into
// another's. Then all are read at the same moment, and each response shows the values of its own object.

interface Kind {
  readonly kind: Created['kind'];
  readonly id: Row['id'];
  readonly needs: readonly Capability[];
  readonly fields: readonly string[];
  /** The field values of the request at this index. */
  values(turn: number): Body;
  /** Prepares one request; the function sends it. */
  prepare(context: CheckContext, as: Merchant): Promise<(fields: Body) => Promise<Exchange>>;
}

const kinds: readonly Kind[] = [
  {
    kind: 'checkout',
    id: 'checkout.record-as-sent',
    needs: [],
    fields: ['amount', 'description'],
    values: (turn) => ({ amount: 7_003 + turn, description: `Yam, ${turn + 1} bags` }),
    prepare: async (_, as) => (fields) => as.createCheckout(fields),
  },
  {
    kind: 'payout',
    id: 'payout.record-as-sent',
    needs: [],
    fields: ['amount', 'narration'],
    values: (turn) => ({ amount: 12_007 + turn, narration: `Sales of day ${turn + 1}` }),
    prepare: async (_, as) => (fields) => as.createPayout(fields),
  },
  {
    kind: 'refund',
    id: 'refund.record-as-sent',
    needs: ['buyer'],
    fields: ['amount', 'reason'],
    values: (turn) => ({ amount: 1_001 + turn, reason: `bag ${turn + 1} is torn` }),
    async prepare({ buyer }, as) {
      const { reference: paymentReference } = await buyer.paid(as, { amount: 9_001 });
      return (fields) => as.createRefund({ paymentReference, ...fields });
    },
  },
];

async function made(context: CheckContext, { kind, values, prepare }: Kind) {
  const { merchant, other } = context;
  const asked = [];
  for (const [turn, as] of [merchant, other, merchant, other].entries())
    asked.push({ as, fields: values(turn), send: await prepare(context, as) });
  const answers = await Promise.all(asked.map(({ fields, send }) => send(fields)));
  const all = asked.map(({ as, fields }, at) => {
    const answer = answers[at];
    if (answer === undefined) throw new Blocked('suite fault: one was not answered');
    return { as, fields, resource: created(kind, answer) };
  });
  return await Promise.all(all.map(async ({ as, fields, resource }) => ({ fields, record: await as.get(resource) })));
}

/** Checks for several chapters: see `table`. */
export const madeAtOnce: readonly Row[] = kinds.map((kind) => {
  const needs: readonly Capability[] = ['other-merchant', ...kind.needs];
  const words = `four ${kind.kind}s of two merchants, asked for and read at one moment`;
  const run = shared(words, needs, (context) => made(context, kind));
  return {
    id: kind.id,
    title: `${words}: each has its own values`,
    needs,
    async check(context) {
      for (const { fields, record } of await run(context)) {
        for (const name of kind.fields) expect(record).toHaveField(name, fields[name]);
      }
    },
  };
});
