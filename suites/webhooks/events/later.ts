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

// An event tells of one transition of one resource. What happens to a relative of it, what is tried with it when it is over, and time
// make no other event come for it.

/** What has happened, and the kinds of events that each resource may have had. */
export interface World {
  readonly merchant: Merchant;
  readonly told: Readonly<Record<string, May>>;
}

interface May {
  readonly reference: string;
  readonly kinds: readonly string[];
}

export const may = ({ reference }: Pick<Created, 'reference'>, ...kinds: string[]): May => ({ reference, kinds });

/** A step that may be turned away. */
export const attempt = (deed: Promise<unknown>) =>
  deed.catch((error: unknown) => {
    if (!(error instanceof Blocked)) throw error;
  });

/** A step. */
export function answered(answer: Exchange, what: string): void {
  if (answer.status >= 300) throw new Blocked(`${what} should have worked; got ${answer.status}`);
}

/** Seconds: beyond every timer of the interface but those of a month. */
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
        const came = captured(context.run, { path: merchant.webhooks.path, reference });
        expect(otherKinds(came, kinds), `events for ${of}, beside ${kinds.join(', ')}`).toEqual([]);
      }
    },
    { needs, waits: '75h' },
  );
}
