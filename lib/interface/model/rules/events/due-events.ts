import type { Arrival } from '../../events.ts';
import type { ObjectKind } from '../../machine.ts';
import type { ModelObject, Violation } from '../../model-object.ts';
import type { ModelState } from '../../model-state.ts';
import { eventRows } from './webhooks.ts';

// "Event kinds", "Sent when": what has happened must be announced. A receiver that listens hears of it at the latest
// with the last attempt, "until 24 hours after the event" (Delivery rules, 2).

/** In milliseconds of the target's time: the last attempt after 24 hours, and an hour for inexact clocks. */
const MAX_EVENT_DELAY_MS = 25 * 3_600_000;

/**
 * The events that an object in a state must have caused. A link that was cancelled by a newer request is left out: its
 * end is not shown.
 */
export const dueEvents: Readonly<Record<ObjectKind, Readonly<Record<string, readonly string[]>>>> = {
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
export function missingEvents(
  model: ModelState,
  webhooks: readonly Arrival[],
  unread: readonly Arrival[],
): Violation[] {
  const arrivals = [...webhooks, ...unread];
  const received: ReceivedEvents = { wellSigned: namesOf(webhooks), unverified: namesOf(unread) };
  // Something unreadable may have been any event.
  const unclear = new Set(arrivals.filter(({ payload }) => payload === null).map(({ path }) => path));
  const listening = originsOf(model, arrivals);
  return [...model.objects].flatMap((object) => {
    const address = model.addressOf(object.merchant);
    if (address === null || object.creation === null || object.isBroken || !URL.canParse(address)) return [];
    const { origin, pathname, search } = new URL(address);
    if (!listening.has(origin) || unclear.has(pathname + search)) return [];
    return missingEventsOf(object, model.time.doneUntil, received);
  });
}

const PAID_STATES = ['funded', 'disputed'];

interface ReceivedEvents {
  readonly wellSigned: ReadonlySet<string>;
  readonly unverified: ReadonlySet<string>;
}

const namesOf = (arrivals: readonly Arrival[]) =>
  new Set(arrivals.map(({ payload }) => `${String(payload?.event)} ${String(payload?.reference)}`));

function missingEventsOf(object: ModelObject, until: number, received: ReceivedEvents): Violation[] {
  for (const [state, events] of Object.entries(dueEvents[object.kind])) {
    const since = object.certainSince.get(state);
    if (since === undefined || since + MAX_EVENT_DELAY_MS > until) continue;
    // What a refund does with the money of an escrow that was unpaid, or released before, is not shown.
    if (
      state === 'refunded' &&
      (object.certainSince.has('released') || !PAID_STATES.some((each) => object.certainSince.has(each)))
    )
      continue;
    for (const event of events) {
      const row = eventRows[event];
      const name = `${event} ${object.reference}`;
      if (row === undefined || received.wellSigned.has(name)) continue;
      // A third party may have sent the badly signed one; the event was due all the same.
      const isBad = received.unverified.has(name);
      const what = `\`${event}\` never came${isBad ? ' with signatures that hold' : ''}, though it was \`${state}\` for more than a day`;
      return [
        object.violation(
          isBad ? 'webhook.signature-v2' : row.oncePerTransition,
          what,
          'an event, at the latest 24 hours later',
        ),
      ];
    }
  }
  return [];
}

/** Origins at which webhooks have arrived: at any other origin nothing may be listening. */
function originsOf(model: ModelState, arrivals: readonly Arrival[]): ReadonlySet<string> {
  const merchants = arrivals.flatMap((each) => [...(model.receivers(each) ?? [])]);
  return new Set(
    merchants.flatMap((merchant) => {
      const address = model.addressOf(merchant);
      return address !== null && URL.canParse(address) ? new URL(address).origin : [];
    }),
  );
}
