import {
  Blocked,
  type CheckContext,
  type Created,
  type Exchange,
  expect,
  type Merchant,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import type { Row } from '../alike/groups.ts';

// "about 5 seconds after creation", "within a few seconds": the rule holds for each of many payouts or refunds that are made together. With this
// count, one worker that sleeps 5 seconds for each would need more than the two minutes that `Merchant.becomes` waits.

const COUNT = 30;

interface Kind {
  readonly kind: 'payout' | 'refund';
  readonly needs: Row['needs'];
  readonly settles: RequirementId;
  readonly fails: RequirementId;
  /** Prepares a merchant; the function makes one that succeeds or one that fails. */
  prepare(context: CheckContext, as: Merchant): Promise<(turn: number, fails: boolean) => Promise<Created>>;
}

const payouts: Kind = {
  kind: 'payout',
  needs: [],
  settles: 'payout.succeeds',
  fails: 'payout.failing-account',
  prepare: async (_, as) => (turn, fails) =>
    as.payout({ amount: 10_001 + turn, recipient: { accountNumber: fails ? '0000000000' : '3012345678' } }),
};

const refunds: Kind = {
  kind: 'refund',
  needs: ['buyer'],
  settles: 'refund.settles',
  fails: 'refund.sandbox-fail',
  async prepare({ buyer }, as) {
    const payment = await buyer.paid(as, { amount: 60_013 });
    return (turn, fails) => as.refund(payment, { amount: 101 + turn, ...(fails && { reason: 'sandbox_fail' }) });
  },
};

/** Which of them are looked at; the last two are made once all others are under way. */
const looked = [
  { what: 'the last but one, which is to fail', fails: true },
  { what: 'the last', fails: false },
  { what: 'that of another merchant', fails: false },
  { what: 'the first', fails: false },
  { what: 'the one in the middle', fails: false },
] as const;
type Looked = (typeof looked)[number]['what'];

async function made(context: CheckContext, { prepare }: Kind): Promise<ReadonlyMap<Looked, Exchange>> {
  const { merchant, other } = context;
  const make = await prepare(context, merchant);
  const makeOther = await prepare(context, other);
  const many = await Promise.all(Array.from({ length: COUNT }, (_, turn) => make(turn, false)));
  const found: [Looked, Merchant, Created | undefined, 'succeeded' | 'failed'][] = [
    ['the last but one, which is to fail', merchant, await make(COUNT, true), 'failed'],
    ['the last', merchant, await make(COUNT + 1, false), 'succeeded'],
    ['that of another merchant', other, await makeOther(0, false), 'succeeded'],
    ['the first', merchant, many[0], 'succeeded'],
    ['the one in the middle', merchant, many[COUNT / 2], 'succeeded'],
  ];
  // At once: each has two minutes from now.
  const records = found.map(async ([what, as, object, status]): Promise<[Looked, Exchange]> => {
    if (object === undefined) throw new Blocked('suite fault: it was not made');
    return [what, await as.becomes(object, status)];
  });
  return new Map(await Promise.all(records));
}

/** Checks for several chapters: see `table`. */
export const manyTogether: readonly Row[] = [payouts, refunds].flatMap((kind) => {
  const words = `of ${COUNT + 2} ${kind.kind}s that are made together`;
  const needs = ['other-merchant', ...kind.needs] as const;
  const run = shared(`${words}, beside one of another merchant`, needs, (context) => made(context, kind));
  return looked.map(
    ({ what, fails }): Row => ({
      id: fails ? kind.fails : kind.settles,
      title: `${words} ${what} ${fails ? 'fails' : 'succeeds'} within minutes`,
      needs,
      async check(context) {
        const record = (await run(context)).get(what);
        if (record === undefined) throw new Blocked('suite fault: it was not looked at');
        expect(record).toHaveField('status', fails ? 'failed' : 'succeeded');
      },
    }),
  );
});
