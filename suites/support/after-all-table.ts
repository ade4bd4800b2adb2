import { type Capability, checks, type EventKind, expect } from '../../lib/interface/index.ts';
import { afterAll, type Look, looks, seenAt } from './after-all.ts';
import { expectSame } from './attempts.ts';

type Check = Parameters<typeof checks<{ readonly what: string }>>;
type Id = Exclude<Check[0], (row: never) => unknown>;

export interface Ended {
  /** As `afterAllEnds` names it. */
  readonly what: string;
  readonly id: Id;
  readonly status: string;
  readonly needs?: readonly Capability[];
  /** Events that belong to another end. */
  readonly never?: readonly EventKind[];
  readonly once?: Id;
  /** The first look that finds it over: what expires is not over at once. */
  readonly from?: Look;
}

/** For each of these and each later look: every stated field is what it was, and no event of another end has come. */
export function afterAllEndsTable(rows: readonly Ended[], fields: readonly string[]): void {
  for (const row of rows) {
    const { what, id, status, needs = [], never = [], once, from } = row;
    const own = { needs: ['buyer', ...needs] as const, waits: '73h', drawn: 1 } as const;
    checks(
      id,
      looks.slice(from === undefined ? 0 : looks.indexOf(from)).map((look) => ({ look })),
      ({ look }) => `among many that are over: ${what} is as it was, ${look}`,
      async (context, { look }) => {
        const life = await afterAll(context, what);
        const record = seenAt(life, look);

        expect(record).toHaveField('status', status);
        expectSame(record, from === undefined ? life.over.ended : seenAt(life, from), fields);
      },
      own,
    );
    if (once === undefined) continue;
    checks(
      once,
      never.map((event) => ({ event })),
      ({ event }) => `among many that are over: ${what} has sent no ${event} in 72 hours`,
      async (context, { event }) => {
        const { merchant, over } = await afterAll(context, what);

        expect(merchant.webhooks.surely(event, over.reference)).toBeEmpty();
      },
      { ...own, needs: ['webhooks', ...own.needs] },
    );
  }
}
