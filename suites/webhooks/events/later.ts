import {
  Blocked,
  type Capability,
  type CheckContext,
  type Created,
  captured,
  check,
  type Exchange,
  expect,
  type Merchant,
} from '../../../lib/interface/index.ts';
import { otherKinds } from '../content/fields.ts';

// An event reports one transition of one resource. Changes of related resources, attempts after the end, and the passing of time must not
// cause further events.

/** The objects that were made, and the kinds of events that each may have had. */
export interface World {
  readonly merchant: Merchant;
  readonly told: Readonly<Record<string, May>>;
}

interface May {
  readonly reference: string;
  readonly kinds: readonly string[];
}

export const may = ({ reference }: Pick<Created, 'reference'>, ...kinds: string[]): May => ({ reference, kinds });

/** A step that the target may refuse. */
export const attempt = (deed: Promise<unknown>) =>
  deed.catch((error: unknown) => {
    if (!(error instanceof Blocked)) throw error;
  });

/** A step: the request has to succeed. */
export function answered(answer: Exchange, what: string): void {
  if (answer.status >= 300) throw new Blocked(`${what} should have worked; got ${answer.status}`);
}

/** In seconds: longer than every timer of the interface, except an autoReleaseHours of more than three days. */
export const DAYS = 74 * 3_600;

export function noOtherEvents(
  what: string,
  world: (context: CheckContext) => Promise<World>,
  needs: readonly Capability[],
): void {
  check(
    'webhook.no-false-event',
    `${what}: none beside those of what happened, whatever happens to its relatives and is tried later`,
    async (context) => {
      const { merchant, told } = await world(context);
      for (const [of, { reference, kinds }] of Object.entries(told)) {
        const came = captured(context, { path: merchant.webhooks.path, reference });
        expect(otherKinds(came, kinds), `events for ${of}, beside ${kinds.join(', ')}`).toEqual([]);
      }
    },
    { needs, waits: '75h' },
  );
}
