import {
  type Capability,
  type CheckContext,
  type Exchange,
  expect,
  type RequirementId,
  shared,
} from '../../../lib/interface/index.ts';
import { laterRow } from './a-day-later.ts';
import {
  type Alike,
  becomes,
  groups,
  type Kind,
  type Row,
  type Shown,
  type Told,
  together,
  toldRows,
} from './groups.ts';

// Of several alike one is acted on, and then the others.

/** What ends one, or moves it on. */
export interface Deed<Of> {
  readonly what: string;
  readonly needs?: readonly Capability[];
  /** Brings all of them where this can be done. */
  lead?(context: CheckContext, each: Alike<Of>): Promise<unknown>;
  act(context: CheckContext, each: Alike<Of>): Promise<unknown>;
  readonly before: Shown;
  readonly after: Shown;
  /** The requirement that the others stay as they are: for those of the same merchant, and for another merchant's. */
  readonly leaves: { readonly neighbours: RequirementId; readonly twin: RequirementId };
  /** The requirement that it comes about. */
  readonly id: RequirementId;
  readonly told?: Told;
  /** The requirement that this is its end. */
  readonly final?: RequirementId;
}

/** What is done with one leaves all that are alike as they are; then the same is done with each of them. */
export function oneAfterAnother<Of>(kind: Kind<Of>, deeds: readonly Deed<Of>[]): Row[] {
  const rows: Row[] = [];
  for (const group of groups) {
    for (const deed of deeds) {
      const needs = [...kind.needs, ...group.needs, ...(deed.needs ?? [])];
      const words = `${group.words(kind.of)}: ${deed.what}`;
      const run = shared(words, needs, async (context) => {
        const all = await together(context, kind, group);
        for (const each of all) await deed.lead?.(context, each);
        // The second: neither the first nor the last that a search for anything but the name would find.
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
