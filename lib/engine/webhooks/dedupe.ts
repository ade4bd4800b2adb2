/** The fields that tell events apart; a `Delivery` has them, and a test's own object can. */
export interface EventKey {
  readonly eventId?: string | undefined;
  readonly event?: string | undefined;
  readonly reference?: string | undefined;
}

/**
 * The first arrival of each event, in order of arrival, as a receiver would keep them (Events, Delivery rule 3): told apart by `id` (by
 * `event` and `reference` if a delivery has no id), or by `event` and `reference` alone. A delivery that has neither is kept.
 */
export function dedupe<T extends EventKey>(deliveries: Iterable<T>, by: 'id' | 'event-reference' = 'id'): T[] {
  const seen = new Set<string>();
  const first: T[] = [];
  for (const delivery of deliveries) {
    const key = keyOf(delivery, by);
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    first.push(delivery);
  }
  return first;
}

export interface OrderReport {
  readonly deliveries: number;
  /** Arrivals of an event that had arrived before. */
  readonly duplicates: number;
  /** First arrivals whose `occurredAt` lies before that of an earlier first arrival. */
  readonly outOfOrder: number;
}

/** Counts what a receiver must tolerate. Duplicates are not counted as out of order: a retry is late by nature. */
export function orderReport<T extends EventKey & { readonly json: unknown }>(deliveries: Iterable<T>): OrderReport {
  const all = [...deliveries];
  const first = dedupe(all);
  let latest = Number.NEGATIVE_INFINITY;
  let outOfOrder = 0;
  for (const { json } of first) {
    const time = occurredAt(json);
    if (time === undefined) continue;
    if (time < latest) outOfOrder += 1;
    else latest = time;
  }
  return { deliveries: all.length, duplicates: all.length - first.length, outOfOrder };
}

function keyOf({ eventId, event, reference }: EventKey, by: 'id' | 'event-reference'): string | undefined {
  if (by === 'id' && eventId !== undefined) return JSON.stringify([eventId]);
  return event === undefined || reference === undefined ? undefined : JSON.stringify([event, reference]);
}

function occurredAt(json: unknown): number | undefined {
  if (typeof json !== 'object' || json === null || !('occurredAt' in json)) return undefined;
  const time = typeof json.occurredAt === 'string' ? Date.parse(json.occurredAt) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
