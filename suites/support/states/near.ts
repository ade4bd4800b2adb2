import {
  Blocked,
  type Body,
  type Capability,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  type Merchant,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { expectSame } from '../attempts.ts';

// A later object that shares a buyer, a recipient or a text with an earlier one must not change the earlier record, neither when it is
// created nor when it ends; and its own record must have the fields it was created with.

type By = 'other' | 'live' | undefined;

interface Later {
  /** What it has in common with the first. */
  readonly what: string;
  /** Its merchant; by default the same one. */
  readonly by?: By;
  /** Fields that differ from those of the first. */
  readonly fields: Body;
}

/** The state of the first object when later ones are created. */
interface State {
  readonly what: string;
  readonly needs: readonly Capability[];
  lead(context: CheckContext, first: Created): Promise<unknown>;
  /** How a later object ends. */
  ends?(context: CheckContext, as: Merchant, later: Created): Promise<unknown>;
}

export interface Near {
  readonly kind: Created['kind'];
  readonly id: RequirementId;
  readonly asSent: RequirementId;
  readonly needs: readonly Capability[];
  readonly first: Body;
  readonly laters: readonly Later[];
  readonly states: readonly State[];
  /** Fields that later objects must not change. */
  readonly fields: readonly string[];
  /** Fields that the record shows as sent, or null. */
  readonly sent: readonly string[];
  /** Returns the function that creates the objects of one check. */
  maker(context: CheckContext): (as: Merchant, fields: Body) => Promise<Created>;
}

interface Looks {
  readonly before: Exchange;
  readonly after: Exchange;
  /** The record of the later one. */
  readonly own: Exchange;
}

const needsOf = (by: By): readonly Capability[] =>
  by === undefined ? [] : [by === 'live' ? 'live' : 'other-merchant'];

/** The record of the first object before and after each later one. */
async function watch(context: CheckContext, near: Near, state: State, by: By): Promise<Map<string, Looks>> {
  const { merchant } = context;
  const make = near.maker(context);
  const first = await make(merchant, near.first);
  await state.lead(context, first);
  const looks = new Map<string, Looks>();
  let before = await merchant.get(first);
  for (const { what, fields } of near.laters.filter((later) => later.by === by)) {
    const as = by === undefined ? merchant : context[by];
    const later = await make(as, { ...near.first, ...fields });
    // In live this would move money that other checks observe.
    if (by !== 'live') await state.ends?.(context, as, later);
    const after = await merchant.get(first);
    looks.set(what, { before, after, own: await as.get(later) });
    before = after;
  }
  return looks;
}

export function nearTable(near: Near): void {
  const { kind, id, asSent, laters, states, sent } = near;
  const rows = ([undefined, 'other', 'live'] as const).flatMap((by) =>
    states.flatMap((state) => {
      const needs = [...near.needs, ...needsOf(by), ...state.needs];
      const words = `a ${kind}, ${state.what}, and others that are nearly like it, of ${by ?? 'its merchant'}`;
      const run = shared(words, needs, (context) => watch(context, near, state, by));
      return laters.filter((later) => later.by === by).map(({ what, fields }) => ({ what, fields, state, needs, run }));
    }),
  );
  checks(
    id,
    rows,
    ({ what, state }) => `a ${kind}, ${state.what}: another one with ${what} leaves its record as it was`,
    async (context, { what, run }) => {
      const looks = (await run(context)).get(what);
      if (looks === undefined) throw new Blocked('suite fault: there is no such one');

      expectSame(looks.after, looks.before, near.fields);
    },
    ({ needs }) => ({ needs, drawn: 1.5 }),
  );
  checks(
    asSent,
    rows,
    ({ what, state }) => `another ${kind} with ${what} than one ${state.what} has its own values`,
    async (context, { what, fields, run }) => {
      const looks = (await run(context)).get(what);
      if (looks === undefined) throw new Blocked('suite fault: there is no such one');

      for (const name of sent) expect(looks.own).toHaveField(name, { ...near.first, ...fields }[name] ?? null);
    },
    ({ needs }) => ({ needs, drawn: 1.5 }),
  );
}

/** A state of refunds and payouts, which end by themselves. */
export const settled = (status: 'succeeded' | 'failed'): State => ({
  what: `which ${status}`,
  needs: [],
  lead: ({ merchant }, first) => merchant.settles(first, status),
  ends: (_, as, later) => as.becomes(later, 'succeeded'),
});
