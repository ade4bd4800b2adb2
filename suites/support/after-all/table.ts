import { type Capability, checks, type EventKind, expect } from '../../../lib/interface/index.ts';
import { expectSame } from '../attempts.ts';
import { afterAll, looks, seenAt } from './after-all.ts';

type Check = Parameters<typeof checks<{ readonly what: string }>>;
type Id = Exclude<Check[0], (row: never) => unknown>;

export interface Ended {
  /** As named in `afterAllEnds`. */
  readonly what: string;
  /** The requirements that state that it stays unchanged. */
  readonly ids: readonly Id[];
  readonly status: string;
  readonly needs?: readonly Capability[];
  /** Events that belong to another end. */
  readonly never?: readonly EventKind[];
  readonly once?: Id;
}

/** Fields of a record that never change, and the requirement that states it. */
interface Lasting {
  readonly id: Id;
  readonly fields: readonly string[];
}

/**
 * For each object and each later reading: all these fields are unchanged, and no event of another end has come. `changing`: fields that are
 * final after the end; `lasting`: fields that never change.
 */
export function afterAllEndsTable(rows: readonly Ended[], changing: readonly string[], lasting?: Lasting): void {
  const fields = [...changing, ...(lasting?.fields ?? [])];
  for (const row of rows) {
    const { what, ids, status, needs = [], never = [], once } = row;
    const own = { needs: ['buyer', ...needs] as const, waits: '99h', drawn: 1 } as const;
    const later = looks.map((look) => ({ look }));
    for (const id of ids) {
      checks(
        id,
        later,
        ({ look }) => `among many that are over: ${what} is as it was, ${look}`,
        async (context, { look }) => {
          const life = await afterAll(context, what);
          const record = seenAt(life, look);

          expect(record).toHaveField('status', status);
          expectSame(record, life.over.ended, fields);
        },
        own,
      );
    }
    if (lasting !== undefined) {
      checks(
        lasting.id,
        looks.map((look) => ({ look })).toReversed(),
        ({ look }) => `among many that are over: the record of ${what} says what it said at first, ${look}`,
        async (context, { look }) => {
          const life = await afterAll(context, what);

          expectSame(seenAt(life, look), life.over.ended, lasting.fields);
        },
        own,
      );
    }
    if (once === undefined) continue;
    checks(
      once,
      never.map((event) => ({ event })),
      ({ event }) => `among many that are over: ${what} has sent no ${event}, whatever was tried in 72 hours`,
      async (context, { event }) => {
        const { merchant, over } = await afterAll(context, what);

        expect(merchant.webhooks.surely(event, over.reference)).toBeEmpty();
      },
      { ...own, needs: ['webhooks', ...own.needs] },
    );
  }
}
