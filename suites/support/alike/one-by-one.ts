import {
  type Capability,
  type CheckContext,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { laterRow } from './a-day-later.ts';
import { type Alike, becomes, groups, type Kind, type Row, type Shown, together } from './groups.ts';
import { type Told, toldRows } from './told.ts';

// Of several similar objects first one undergoes a transition, then the others.

/** An action that causes a transition. */
export interface Deed<Of> {
  readonly what: string;
  readonly needs?: readonly Capability[];
  /** Brings all of them into a state that permits the action. */
  lead?(context: CheckContext, each: Alike<Of>): Promise<unknown>;
  act(context: CheckContext, each: Alike<Of>): Promise<unknown>;
  readonly before: Shown;
  readonly after: Shown;
  /** The requirement that the others are not affected: for those of the same merchant, and for another merchant's. */
  readonly leaves: { readonly neighbours: RequirementId; readonly twin: RequirementId };
  /** The requirement that the transition happens. */
  readonly id: RequirementId;
  readonly told?: Told;
  /** The requirement that this end is final. */
  readonly final?: RequirementId;
}

/** An action on one object does not affect similar ones; then the same action works on each of them. */
export function oneAfterAnother<Of>(kind: Kind<Of>, deeds: readonly Deed<Of>[]): Row[] {
  const rows: Row[] = [];
  for (const group of groups) {
    for (const deed of deeds) {
      const needs = [...kind.needs, ...group.needs, ...(deed.needs ?? [])];
      const words = `${group.words(kind.of)}: ${deed.what}`;
      const run = shared(words, needs, async (context) => {
        const all = await together(context, kind, group);
        for (const each of all) await deed.lead?.(context, each);
        // The second one is acted on first: a lookup by anything but the reference would find the first or the last.
        const [one, ...others] = [...all.slice(1, 2), ...all.slice(0, 1), ...all.slice(2)];
        if (one !== undefined) await deed.act(context, one);
        const left: Exchange[] = [];
        for (const { as, object } of others) left.push(await kind.look(as, object));
        for (const each of others) await deed.act(context, each);
        const ended: Exchange[] = [];
        for (const each of all) ended.push(await becomes(context, kind, each, deed.after));
        return { all, over: all, left, ended };
      });
      rows.push(
        {
          id: deed.leaves[group.which],
          title: `${words} one, and the others are as they were`,
          needs,
          async check(context) {
            for (const record of (await run(context)).left)
              expect(record).toHaveField(deed.before.field ?? 'status', deed.before.value);
          },
        },
        {
          id: deed.id,
          title: `${words} one after another, and it is done with each`,
          needs,
          async check(context) {
            for (const record of (await run(context)).ended)
              expect(record).toHaveField(deed.after.field ?? 'status', deed.after.value);
          },
        },
        ...toldRows({ words, needs }, kind, deed.told, run),
        ...laterRow({ words, needs }, kind, { id: deed.final, shown: deed.after }, run),
      );
    }
  }
  return rows;
}
