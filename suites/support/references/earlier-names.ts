import {
  Blocked,
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
import { type Row, unlessOneForAll } from '../alike/groups.ts';

// A refund or a payout whose reference something else had, which is over: of another merchant, or of another kind. It settles as it should by
// itself, and not as that did: a processor, a cache or a queue that knows references alone would repeat the earlier outcome. Whether kinds or
// merchants share one set of references is not shown: where they do, the later one is refused.

type End = 'succeeded' | 'failed';
type Settled = 'refund' | 'payout';

interface Earlier {
  readonly what: string;
  /** Creates it, and returns what ends it. */
  make(context: CheckContext, reference: string, payments: Payments): Promise<() => Promise<unknown>>;
}

/** A paid checkout of each merchant, for refunds. */
type Payments = (as: Merchant) => Promise<Created>;

interface Cell {
  readonly kind: Settled;
  readonly end: End;
  readonly before: Earlier;
}

async function asked(as: Merchant, kind: Settled, end: End, reference: string, payments: Payments): Promise<Created> {
  if (kind === 'payout') {
    const accountNumber = end === 'failed' ? '0000000000' : '2087654321';
    return created(kind, await unlessOneForAll(as.createPayout({ reference, recipient: { accountNumber } })));
  }
  const { reference: paymentReference } = await payments(as);
  const reason = end === 'failed' ? 'sandbox_fail' : 'torn';
  const asking = as.createRefund({ reference, paymentReference, amount: 1_003, reason });
  return created(kind, await unlessOneForAll(asking));
}

const settledBefore = (kind: Settled, end: End, whose: 'own' | 'theirs'): Earlier => ({
  what: `${whose === 'own' ? 'a' : "another merchant's"} ${kind} that has ${end}`,
  async make(context, reference, payments) {
    const as = whose === 'own' ? context.merchant : context.other;
    const made = await asked(as, kind, end, reference, payments);
    return () => as.settles(made, end);
  },
});

const failedCheckout: Earlier = {
  what: 'a checkout that has failed',
  async make({ merchant, buyer }, reference) {
    const checkout = await merchant.checkout({ reference });
    return () => buyer.fails(merchant, checkout);
  },
};

const ids = {
  refund: { succeeded: 'refund.settles', failed: 'refund.sandbox-fail' },
  payout: { succeeded: 'payout.succeeds', failed: 'payout.failing-account' },
} as const satisfies Record<Settled, Record<End, RequirementId>>;

const laters = [
  { kind: 'refund', other: 'payout', end: 'succeeded', opposite: 'failed' },
  { kind: 'refund', other: 'payout', end: 'failed', opposite: 'succeeded' },
  { kind: 'payout', other: 'refund', end: 'succeeded', opposite: 'failed' },
  { kind: 'payout', other: 'refund', end: 'failed', opposite: 'succeeded' },
] as const;
const good = laters.filter(({ end }) => end === 'succeeded');

/** By what they need beyond a buyer. */
const groups: readonly { readonly needs: readonly Capability[]; readonly cells: readonly Cell[] }[] = [
  {
    needs: [],
    cells: laters.map(({ other, opposite, ...later }) => ({
      ...later,
      before: settledBefore(other, opposite, 'own'),
    })),
  },
  {
    needs: ['other-merchant'],
    cells: laters.map(({ kind, opposite, end }) => ({ kind, end, before: settledBefore(kind, opposite, 'theirs') })),
  },
  { needs: ['payment-failure'], cells: good.map((later) => ({ ...later, before: failedCheckout })) },
];

/** What each cell came to: its record, or why there is none. */
type Seen = { readonly record: Exchange } | { readonly error: unknown };

async function live(context: CheckContext, cells: readonly Cell[]): Promise<ReadonlyMap<Cell, Seen>> {
  const { merchant, buyer, data } = context;
  const paid = new Map<Merchant, Promise<Created>>();
  const payments: Payments = (as) => {
    const known = paid.get(as) ?? buyer.paid(as, { amount: 90_001 });
    paid.set(as, known);
    return known;
  };
  const seen = new Map<Cell, Seen>();
  /** One step of each cell for which nothing has gone wrong: all cells go through it before the next. */
  const each = async <In, Out>(from: ReadonlyMap<Cell, In>, step: (cell: Cell, given: In) => Promise<Out>) => {
    const done = new Map<Cell, Out>();
    for (const [cell, given] of from) {
      try {
        done.set(cell, await step(cell, given));
      } catch (error) {
        seen.set(cell, { error });
      }
    }
    return done;
  };
  const names = new Map(cells.map((cell) => [cell, data.reference('again')]));
  const begun = await each(names, async ({ before }, name) => ({
    name,
    ends: await before.make(context, name, payments),
  }));
  const over = await each(begun, async (_, { name, ends }) => {
    await ends();
    return name;
  });
  const made = await each(over, ({ kind, end }, name) => asked(merchant, kind, end, name, payments));
  await each(made, async (cell, later) => {
    seen.set(cell, { record: await merchant.becomes(later, cell.end) });
  });
  return seen;
}

/** Checks for several chapters: see `table`. */
export const earlierNames: readonly Row[] = groups.flatMap(({ needs: beyond, cells }) => {
  const needs: readonly Capability[] = ['buyer', ...beyond];
  const lived = shared(
    `refunds and payouts whose references ${cells.map(({ before }) => before.what).join(', ')} had`,
    needs,
    (context) => live(context, cells),
  );
  return cells.map((cell): Row => {
    const { kind, end, before } = cell;
    return {
      id: ids[kind][end],
      title: `a ${kind} with the reference of ${before.what} has ${end}, as it would by itself`,
      needs,
      async check(context) {
        const seen = (await lived(context)).get(cell);
        if (seen === undefined) throw new Blocked('suite fault: there is no such row');
        if ('error' in seen) throw seen.error;

        expect(seen.record).toHaveField('status', end);
      },
    };
  });
});
