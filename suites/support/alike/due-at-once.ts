import {
  type Capability,
  type CheckContext,
  type Duration,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { laterRow } from './a-day-later.ts';
import { type Alike, becomes, groups, type Kind, type Row, type Shown, together } from './groups.ts';
import { type Told, toldRows } from './told.ts';

// Several similar objects that end by time at the same moment: each of them ends.

/** An object that ends by itself. */
export interface Due<Of> {
  readonly kind: Kind<Of>;
  readonly what: string;
  readonly needs?: readonly Capability[];
  readonly waits?: Duration;
  /** Seconds after which all have ended. */
  readonly seconds: number;
  lead?(context: CheckContext, each: Alike<Of>): Promise<unknown>;
  readonly after: Shown;
  readonly id: RequirementId;
  readonly told: Told;
  /** The requirement that this end is final. */
  readonly final?: RequirementId;
  /** An action that keeps one of them from ending. */
  readonly spared?: Spared<Of>;
}

interface Spared<Of> {
  readonly what: string;
  readonly needs: readonly Capability[];
  act(context: CheckContext, each: Alike<Of>): Promise<unknown>;
  readonly after: Shown;
  /** The requirement that it does not end then. */
  readonly id: RequirementId;
}

/** Of several objects due at the same moment each ends and has its own event, also if one of them is kept from ending. */
export function dueAtOnce<Of>(due: Due<Of>): Row[] {
  return groups.flatMap((group) => [
    ...rowsOf(due, group, null),
    ...(due.spared === undefined ? [] : rowsOf(due, group, due.spared)),
  ]);
}

function rowsOf<Of>(due: Due<Of>, group: (typeof groups)[number], spared: Spared<Of> | null): Row[] {
  const { kind, after, id } = due;
  const options = {
    needs: [...kind.needs, ...group.needs, ...(due.needs ?? []), ...(spared?.needs ?? [])],
    ...(due.waits !== undefined && { waits: due.waits }),
  };
  const words = `${group.words(kind.of)}, ${due.what} at one moment${spared === null ? '' : `, beside one ${spared.what}`}`;
  const run = shared(words, options.needs, async (context) => {
    const made = await together(context, kind, group);
    await Promise.all(made.map((each) => due.lead?.(context, each)));
    const one = spared === null ? undefined : made[1];
    if (one !== undefined) await spared?.act(context, one);
    await context.time.wait(due.seconds, `several ${kind.of}s end at once`);
    const all = made.filter((each) => each !== one);
    const ended: Exchange[] = [];
    for (const each of all) ended.push(await becomes(context, kind, each, after));
    return { all, over: all, ended, left: one === undefined ? null : await kind.look(one.as, one.object) };
  });
  const rows: Row[] = [
    {
      id,
      title: `${words}: each of them ends`,
      ...options,
      async check(context) {
        for (const record of (await run(context)).ended)
          expect(record).toHaveField(after.field ?? 'status', after.value);
      },
    },
    ...toldRows({ words, ...options }, kind, due.told, run),
    ...laterRow({ words, needs: options.needs }, kind, { id: due.final, shown: after }, run),
  ];
  if (spared === null) return rows;
  const stays: Row = {
    id: spared.id,
    title: `${words}: that one does not`,
    ...options,
    async check(context) {
      const { left } = await run(context);
      if (left !== null) expect(left).toHaveField(spared.after.field ?? 'status', spared.after.value);
    },
  };
  return [...rows, stays];
}
