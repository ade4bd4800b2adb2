import type { ReceivedDelivery } from './received-delivery.ts';
import type { Delivery, Match, Query } from './types.ts';

interface Waiter {
  readonly query: Query;
  readonly after: number;
  readonly resolve: (delivery: Delivery) => void;
  readonly reject: (reason: unknown) => void;
}

type Index = Map<string, ReceivedDelivery[]>;

/**
 * Deliveries in memory, limited in number and bytes, with an index for each field of `Match`. Arrivals are indexed at the next look:
 * under load without looks, most are forgotten without being indexed.
 */
export class MemoryStore {
  readonly deliveries: ReceivedDelivery[] = [];
  dropped = 0;
  private bytes = 0;
  /** How many of `deliveries`, from the front, are in the indexes. */
  private indexed = 0;
  private readonly maxKept: number;
  private readonly maxKeptBytes: number;
  private readonly byPath: Index = new Map();
  private readonly byEvent: Index = new Map();
  private readonly byReference: Index = new Map();
  private readonly byEventId: Index = new Map();
  private readonly waiters = new Set<Waiter>();

  constructor(maxKept: number, maxKeptBytes: number) {
    this.maxKept = maxKept;
    this.maxKeptBytes = maxKeptBytes;
  }

  add(delivery: ReceivedDelivery): void {
    this.deliveries.push(delivery);
    this.bytes += delivery.bytes;
    if (this.deliveries.length > this.maxKept || this.bytes > this.maxKeptBytes) this.forgetOldest();
  }

  /** Resolves the waits for this delivery. Separate from `add`, so that they see its answer. */
  announce(delivery: Delivery): void {
    for (const waiter of this.waiters) {
      try {
        if (delivery.seq > waiter.after && satisfies(delivery, waiter.query)) waiter.resolve(delivery);
      } catch (error) {
        waiter.reject(error);
      }
    }
  }

  find(query: Query, after = 0): Delivery[] {
    return this.candidates(query).filter((delivery) => delivery.seq > after && satisfies(delivery, query));
  }

  next(query: Query, signal: AbortSignal, after = 0): Promise<Delivery> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const present = this.candidates(query).find((delivery) => delivery.seq > after && satisfies(delivery, query));
      if (present !== undefined) return resolve(present);
      const stopWaiting = () => {
        this.waiters.delete(waiter);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = () => waiter.reject(signal.reason);
      const waiter: Waiter = {
        query,
        after,
        resolve: (delivery) => {
          stopWaiting();
          resolve(delivery);
        },
        reject: (reason) => {
          stopWaiting();
          reject(reason);
        },
      };
      signal.addEventListener('abort', onAbort);
      this.waiters.add(waiter);
    });
  }

  timeline(eventId: string): Delivery[] {
    this.catchUp();
    return [...(this.byEventId.get(eventId) ?? [])];
  }

  rejectWaiters(reason: Error): void {
    for (const waiter of this.waiters) waiter.reject(reason);
  }

  /** The shortest list that contains every match. */
  private candidates(match: Match): readonly ReceivedDelivery[] {
    this.catchUp();
    let shortest: readonly ReceivedDelivery[] = this.deliveries;
    const narrow = (index: Index, key: string | undefined) => {
      if (key === undefined) return;
      const list = index.get(key) ?? [];
      if (list.length < shortest.length) shortest = list;
    };
    narrow(this.byPath, match.path);
    narrow(this.byEvent, match.event);
    narrow(this.byReference, match.reference);
    narrow(this.byEventId, match.eventId);
    return shortest;
  }

  private catchUp(): void {
    for (; this.indexed < this.deliveries.length; this.indexed += 1) {
      const delivery = this.deliveries[this.indexed];
      if (delivery === undefined) return;
      addTo(this.byPath, delivery.path, delivery);
      if (delivery.event !== undefined) addTo(this.byEvent, delivery.event, delivery);
      if (delivery.reference !== undefined) addTo(this.byReference, delivery.reference, delivery);
      if (delivery.eventId !== undefined) addTo(this.byEventId, delivery.eventId, delivery);
    }
  }

  /** Forgets one hundredth more than necessary: removing from the front of a long array is too expensive to do each time. */
  private forgetOldest(): void {
    const keep = this.maxKept - Math.floor(this.maxKept / 100);
    const keepBytes = this.maxKeptBytes - Math.floor(this.maxKeptBytes / 100);
    let count = 0;
    while (this.deliveries.length - count > keep || this.bytes > keepBytes) {
      const oldest = this.deliveries[count];
      if (oldest === undefined) break;
      this.bytes -= oldest.bytes;
      count += 1;
    }
    const forgotten = this.deliveries.splice(0, count);
    this.dropped += count;
    this.indexed = Math.max(0, this.indexed - count);
    const lastForgotten = forgotten.at(-1)?.seq ?? 0;
    for (const delivery of forgotten) {
      removeForgotten(this.byPath, delivery.path, lastForgotten);
      removeForgotten(this.byEvent, delivery.event, lastForgotten);
      removeForgotten(this.byReference, delivery.reference, lastForgotten);
      removeForgotten(this.byEventId, delivery.eventId, lastForgotten);
    }
  }
}

export function matches(delivery: Delivery, match: Match): boolean {
  return (
    (match.path === undefined || match.path === delivery.path) &&
    (match.event === undefined || match.event === delivery.event) &&
    (match.reference === undefined || match.reference === delivery.reference) &&
    (match.eventId === undefined || match.eventId === delivery.eventId)
  );
}

function satisfies(delivery: Delivery, query: Query): boolean {
  return matches(delivery, query) && (query.where === undefined || query.where(delivery));
}

function addTo(index: Index, key: string, delivery: ReceivedDelivery): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [delivery]);
  else list.push(delivery);
}

/** Removes forgotten deliveries from the front of one list; further calls for the same list do nothing. */
function removeForgotten(index: Index, key: string | undefined, lastForgotten: number): void {
  const list = key === undefined ? undefined : index.get(key);
  if (key === undefined || list === undefined) return;
  const first = list[0];
  if (first === undefined || first.seq > lastForgotten) return;
  const kept = list.findIndex((delivery) => delivery.seq > lastForgotten);
  if (kept === -1) index.delete(key);
  else list.splice(0, kept);
}
