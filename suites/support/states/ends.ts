import { checks, differentOf, distinct, expect, type Merchant } from '../../../lib/interface/index.ts';
import { expectBetween, expectSame } from '../attempts.ts';
import type { Aged, AskedAgain, settledLives } from './settled.ts';

type Check = Parameters<typeof checks<{ readonly what: string }>>;
type Id = Exclude<Check[0], (row: never) => unknown>;
type Lives = Readonly<Record<'succeeded' | 'failed', ReturnType<typeof settledLives>>>;
type EventKind = Parameters<Merchant['webhooks']['surely']>[0];

/** The common table for refunds and payouts: each end with later attempts, and each field in each state. */
export function endsOf(
  kind: 'refund' | 'payout',
  lives: Lives,
  ids: Readonly<Record<'succeeded' | 'failed' | 'once' | 'duplicate' | 'stays' | 'createdAt', Id>>,
  /** Fields that no later state may change. */
  fields: readonly string[],
): void {
  for (const end of ['succeeded', 'failed'] as const) {
    const other = end === 'succeeded' ? 'failed' : 'succeeded';
    const END = ['status', 'failureReason'];
    const { live, again, aged } = lives[end];

    checks(
      ids[end],
      [{ what: 'another was asked for with its reference' }],
      ({ what }) => `${what}, and the ${kind} is still ${end}`,
      async (context) => {
        const life = await again(context);

        expectSame(life.afterDuplicate, life.ended, END);
      },
    );

    checks(
      ids[end],
      [
        { what: 'a day later', at: (life: Aged) => life.aDayLater },
        { what: 'an hour later', at: (life: Aged) => life.anHourLater },
      ],
      ({ what }) => `${what} the ${kind} is still ${end}`,
      async (context, { at }) => {
        const life = await aged(context);

        expectSame(at(life), life.ended, END);
      },
      { waits: '25h' },
    );

    checks(
      ids.duplicate,
      [{ what: end }],
      ({ what }) => `another ${kind} with the reference of one that ${what}`,
      async (context) => {
        expect((await again(context)).duplicate).toBeRefusedWith(409, 'duplicate_reference');
      },
    );

    checks(
      ids.duplicate,
      [{ what: `a day after one ${end}` }],
      ({ what }) => `another ${kind} with its reference, ${what}`,
      async (context) => {
        expect((await aged(context)).lateDuplicate).toBeRefusedWith(409, 'duplicate_reference');
      },
      { waits: '25h' },
    );

    checks(
      ids.once,
      [{ what: `no ${kind}.${other} comes`, event: `${kind}.${other}` as EventKind, most: 0 }],
      ({ what }) => `a day after it ${end} ${what}`,
      async (context, { event }) => {
        const { merchant, resource } = await aged(context);

        expect(merchant.webhooks.surely(event, resource.reference)).toBeEmpty();
      },
      { needs: ['webhooks'], waits: '25h' },
    );

    checks(
      ids.once,
      [{ what: `no second event ${kind}.${end} has come`, event: `${kind}.${end}` as EventKind }],
      ({ what }) => `a day after its end ${what}`,
      async (context, { event }) => {
        const { merchant, resource } = await aged(context);

        const events = differentOf(merchant.webhooks.surely(event, resource.reference), 'json.id');
        expect(distinct(events), `different events ${event}`).toBeLessThanOrEqual(1);
      },
      { needs: ['webhooks'], waits: '25h' },
    );

    checks(
      ids.stays,
      [
        { what: `once it ${end}`, of: (life: AskedAgain) => life.ended },
        {
          what: `once another was asked for with its reference after it ${end}`,
          of: (life: AskedAgain) => life.afterDuplicate,
        },
      ],
      ({ what }) => `the record says what it said before ${what}`,
      async (context, { of: after }) => {
        const life = await again(context);

        expectSame(after(life), life.first, fields);
      },
    );

    checks(
      ids.stays,
      [{ what: `a day after it ${end}` }],
      ({ what }) => `the record says what it said before ${what}`,
      async (context) => {
        const life = await aged(context);

        expectSame(life.aDayLater, life.first, fields);
      },
      { waits: '25h' },
    );

    checks(
      ids.createdAt,
      [{ what: end }],
      ({ what }) => `createdAt of a ${kind} that ${what} lies between before and after the request`,
      async (context) => {
        const { first, times } = await live(context);

        expectBetween(first, 'createdAt', times[0], times[1]);
      },
    );
  }
}
