import { counted } from '../../engine/evidence/counted.ts';
import { orderReport } from '../../engine/webhooks/dedupe.ts';
import { verify } from '../../engine/webhooks/signature.ts';
import type { Delivery } from '../../engine/webhooks/types.ts';
import type { Finding } from '../types.ts';
import { fieldOf, finding, holds, inconclusive } from './findings.ts';

/** An event that must be delivered. */
export interface Expected {
  readonly key: number;
  readonly reference: string;
  readonly event: string;
  /** Kobo. */
  readonly amount: number;
}

/** Minimum number of deliveries in the busiest second that counts as a burst. */
const BURST = 20;

export function judgeDeliveries(
  expected: readonly Expected[],
  deliveries: readonly Delivery[],
  secretOf: (key: number) => string | null,
): Finding[] {
  const wanted = new Map(expected.map((each) => [each.reference, each]));
  const ours = deliveries.filter(({ reference }) => wanted.has(reference ?? ''));
  const byReference = Map.groupBy(ours, ({ reference }) => reference ?? '');
  const strays = deliveries.length - ours.length;
  const missing: string[] = [];
  const altered: string[] = [];
  const unsigned: string[] = [];
  for (const one of expected) {
    const came = byReference.get(one.reference) ?? [];
    if (!came.some(({ event }) => event === one.event))
      missing.push(
        `${one.event} of ${one.reference}${came.length > 0 ? `: only ${came.map(({ event }) => event).join(', ')}` : ''}`,
      );
    altered.push(...changes(one, came));
    const secret = secretOf(one.key);
    if (secret === null) continue;
    for (const delivery of came) {
      const { valid, problems } = verify(delivery, secret);
      if (!valid) unsigned.push(`${one.reference}: ${problems[0]}`);
    }
  }
  if (strays > 0) altered.push(...strange(deliveries, wanted));
  const order = orderReport(ours);
  const told = `${order.duplicates} duplicates and ${order.outOfOrder} out of order, both allowed`;
  return [
    holds(
      'delivered',
      'Every event arrives.',
      `${counted(expected.length, 'event')}, ${ours.length} deliveries, ${told}`,
      missing,
    ),
    holds(
      'unchanged',
      'Every delivery tells what happened, and each attempt of an event is the same.',
      `${ours.length} deliveries`,
      altered,
    ),
    holds('signed', 'Every delivery carries both signatures, and they hold.', `${ours.length} deliveries`, unsigned),
    burst(ours),
  ];
}

/** Inconclusive if the deliveries were too spread out to be a burst. */
function burst(deliveries: readonly Delivery[]): Finding {
  const says = 'The events came in a burst.';
  const seconds = Map.groupBy(deliveries, ({ mono }) => Math.floor(mono / 1_000));
  const busiest = Math.max(0, ...[...seconds.values()].map(({ length }) => length));
  const detail = `${busiest} in the busiest second, ${deliveries.length} in all`;
  return busiest >= BURST ? finding('overlap', says, 'passed', detail, []) : inconclusive('overlap', says, detail);
}

function changes({ reference, event, amount }: Expected, came: readonly Delivery[]): string[] {
  const wrong = came.flatMap((delivery) => {
    const { json } = delivery;
    if (delivery.event !== event) return [`${reference}: ${delivery.event} came, and not ${event}`];
    const said = fieldOf(json, 'amountMinor');
    const currency = fieldOf(json, 'currency');
    // A failed payment or payout moved no money, so an amount of 0 is accepted too.
    const nothing = event.endsWith('.failed') && said === 0;
    if (said !== amount && !nothing) return [`${reference}: amountMinor ${String(said)}, not ${amount}`];
    return currency === 'NGN' ? [] : [`${reference}: currency ${String(currency)}`];
  });
  const bodies = Map.groupBy(came, ({ eventId }) => eventId ?? '');
  for (const [id, attempts] of bodies) {
    const [first] = attempts;
    if (attempts.some(({ body }) => first !== undefined && !body.equals(first.body)))
      wrong.push(`${reference}: attempts of event ${id} differ`);
  }
  return wrong;
}

/** Deliveries of this run whose reference was not requested: it was altered, or the body is not JSON. */
function strange(deliveries: readonly Delivery[], wanted: ReadonlyMap<string, Expected>): string[] {
  const run = /^[a-z0-9]+/.exec([...wanted.keys()][0] ?? '')?.[0] ?? '';
  return deliveries
    .filter(({ reference, path }) => !wanted.has(reference ?? '') && (path.includes(run) || reference?.startsWith(run)))
    .map(
      ({ seq, reference, event }) =>
        `delivery ${seq}: ${event ?? 'no event'} of ${reference ?? 'no reference'}, which no request of this run caused`,
    );
}
