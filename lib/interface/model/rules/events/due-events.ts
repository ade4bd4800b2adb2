import type { Heard } from '../../events.ts';
import type { Kind } from '../../machine.ts';
import type { Thing, Violation } from '../../things.ts';
import type { World } from '../../world.ts';
import { eventRows } from './webhooks.ts';

// "Event kinds", "Sent when": what has happened must be announced. A receiver that listens hears of it at the latest
// with the last attempt, "until 24 hours after the event" (Delivery rules, 2).

/** In milliseconds of the target's time: the last attempt after 24 hours, and an hour for inexact clocks. */
const HEARD_MS = 25 * 3_600_000;

/**
 * The events that an object in a state must have caused. A link that was cancelled by a newer request is left out: its
 * end is not shown.
 */
export const dueEvents: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  checkout: { succeeded: ['payment.succeeded'], failed: ['payment.failed'] },
  refund: { succeeded: ['refund.succeeded'], failed: ['refund.failed'] },
  payout: { succeeded: ['payout.succeeded'], failed: ['payout.failed'] },
  escrow: {
    funded: ['escrow.funded'],
    disputed: ['escrow.funded', 'escrow.disputed'],
    released: ['escrow.funded', 'escrow.released'],
    refunded: ['escrow.refunded'],
    cancelled: ['escrow.cancelled'],
    expired: ['escrow.cancelled'],
  },
  'wallet link': {
    APPROVED: ['wallet.link.approved'],
    REJECTED: ['wallet.link.rejected'],
    EXPIRED: ['wallet.link.expired'],
    REVOKED: ['wallet.link.revoked'],
  },
};

/** `webhooks`: well signed, first arrivals. `unread`: everything else that arrived at addresses of this run. */
export function missingEvents(world: World, webhooks: readonly Heard[], unread: readonly Heard[]): Violation[] {
  const heard = [...webhooks, ...unread];
  const told: Told = { well: namesOf(webhooks), somehow: namesOf(unread) };
  // Something unreadable may have been any event.
  const unclear = new Set(heard.filter(({ payload }) => payload === null).map(({ path }) => path));
  const listening = originsOf(world, heard);
  return [...world.things].flatMap((thing) => {
    const address = world.addressOf(thing.merchant);
    if (address === null || thing.creation === null || thing.isBroken || !URL.canParse(address)) return [];
    const { origin, pathname, search } = new URL(address);
    if (!listening.has(origin) || unclear.has(pathname + search)) return [];
    return missingOf(thing, world.time.doneUntil, told);
  });
}

const PAID = ['funded', 'disputed'];

interface Told {
  readonly well: ReadonlySet<string>;
  readonly somehow: ReadonlySet<string>;
}

const namesOf = (heard: readonly Heard[]) =>
  new Set(heard.map(({ payload }) => `${String(payload?.event)} ${String(payload?.reference)}`));

function missingOf(thing: Thing, until: number, told: Told): Violation[] {
  for (const [state, events] of Object.entries(dueEvents[thing.kind])) {
    const since = thing.sureSince.get(state);
    if (since === undefined || since + HEARD_MS > until) continue;
    // What a refund does with the money of an escrow that was unpaid, or released before, is not shown.
    if (state === 'refunded' && (thing.sureSince.has('released') || !PAID.some((each) => thing.sureSince.has(each))))
      continue;
    for (const event of events) {
      const row = eventRows[event];
      const name = `${event} ${thing.reference}`;
      if (row === undefined || told.well.has(name)) continue;
      // A third party may have sent the badly signed one; the event was due all the same.
      const isBad = told.somehow.has(name);
      const what = `\`${event}\` never came${isBad ? ' with signatures that hold' : ''}, though it was \`${state}\` for more than a day`;
      return [
        thing.violation(isBad ? 'webhook.signature-v2' : row.sent, what, 'an event, at the latest 24 hours later'),
      ];
    }
  }
  return [];
}

/** Origins at which webhooks have arrived: at any other origin nothing may be listening. */
function originsOf(world: World, heard: readonly Heard[]): ReadonlySet<string> {
  const merchants = heard.flatMap((each) => [...(world.receivers(each) ?? [])]);
  return new Set(
    merchants.flatMap((merchant) => {
      const address = world.addressOf(merchant);
      return address !== null && URL.canParse(address) ? new URL(address).origin : [];
    }),
  );
}
