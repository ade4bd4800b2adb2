import {
  type CheckContext,
  type Duration,
  differentOf,
  distinct,
  type EventKind,
  expect,
  NotExercised,
  type RequirementId,
} from '../../../lib/interface/index.ts';
import type { Alike, Kind, Row } from './groups.ts';

const NO_SECRET = 'the other merchant has no webhook secret';

// The events of similar objects, and the addresses at which they arrive.

export interface Told {
  readonly event: EventKind;
  /** The requirement that it is sent. */
  readonly id: RequirementId;
}

export function toldRows<Of>(
  { words, needs, waits }: { words: string } & Pick<Row, 'needs' | 'waits'>,
  kind: Kind<Of>,
  told: Told | undefined,
  run: (context: CheckContext) => Promise<{ all: readonly Alike<Of>[] }>,
): Row[] {
  if (told === undefined) return [];
  const { event, id } = told;
  return [
    {
      id,
      title: `${words}: each has its own ${event}, at its merchant's address`,
      needs: [...needs, 'webhooks'],
      ...(waits !== undefined && { waits }),
      async check(context) {
        const { all } = await run(context);
        if (all.some(({ as }) => as.access.webhookSecret === null)) throw new NotExercised(NO_SECRET);
        const came = [];
        for (const { as, object } of all) came.push((await as.webhooks.arrives(event, kind.named(object))).delivery);

        expect(distinct(differentOf(came, 'json.id')), `different ids of ${all.length} events`).toBe(all.length);
      },
    },
    ...(needs.includes('other-merchant') ? [apartRow({ words, needs, waits }, kind, event, run)] : []),
  ];
}

/**
 * Similar objects of two merchants: a service that looks up the webhook address by a value which both objects share would send both events to
 * one merchant.
 */
function apartRow<Of>(
  { words, needs, waits }: { words: string } & Pick<Row, 'needs'> & { waits: Duration | undefined },
  kind: Kind<Of>,
  event: EventKind,
  run: (context: CheckContext) => Promise<{ all: readonly Alike<Of>[] }>,
): Row {
  return {
    id: 'webhook.own-address-only',
    title: `${words}: the ${event} of each goes to its merchant alone`,
    needs: [...needs, 'webhooks'],
    ...(waits !== undefined && { waits }),
    async check(context) {
      const { all } = await run(context);
      if (all.some(({ as }) => as.access.webhookSecret === null)) throw new NotExercised(NO_SECRET);
      const paths = all.map(({ as }) => as.webhooks.path);
      if (new Set(paths).size < all.length)
        throw new NotExercised('the webhooks of both merchants arrive at one address');
      for (const { as, object } of all) {
        const reference = kind.named(object);
        await as.webhooks.arrives(event, reference);
        const ids = distinct(differentOf(as.webhooks.surely(event, reference), 'json.id'));
        expect(ids, `different ${event} for ${reference} at one address`).toBe(1);
      }
    },
  };
}
