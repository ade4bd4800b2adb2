import type { Line } from '../../../load/support/line.ts';
import { arrivalsOf, dueMsOf, type Profile } from '../../../load/support/profile.ts';

/** One arrival, as a client sees it. */
export interface Arrival {
  readonly op: string;
  /** When it was due, in milliseconds after the start. */
  readonly dueMs: number;
  /** Milliseconds from when it was due until its response was complete. */
  readonly ms: number;
  /** Milliseconds from when k6 began the request until its response was complete: `ms` without k6's own lateness. */
  readonly ownMs: number;
  /** It was never sent, because no virtual user was free. Then `ms` and `ownMs` end with the response to the next request that was sent. */
  readonly dropped: boolean;
}

/** Lines ordered by `turn`, ascending or descending. */
export interface InTurn {
  inTurn(order?: 'forwards' | 'backwards'): Iterable<Line>;
}

/**
 * Latencies since each request was due. k6 drops an arrival when no virtual user is free, and leaves no gap in its numbering; the slots of
 * dropped arrivals are reconstructed (see `skippedIn`). A dropped arrival gets the latency until the response to the next request sent. A
 * request without a response has no latency; it is counted elsewhere.
 */
export function* arrivalsSinceDue(log: InTurn, profile: Profile, dropped: number): Generator<Arrival> {
  const skipped = dropped === 0 ? null : skippedIn(log, profile, dropped);
  const skippedBy = new Map<number, number>();
  let missing = dropped;
  for (const line of log.inTurn()) {
    const { turn, op, status, ms, blockedMs = 0, segment: [part, parts] = [0, 1] } = line;
    const beganMs = beganMsOf(line, profile);
    const endMs = beganMs + blockedMs + ms;
    let before = skippedBy.get(part) ?? 0;
    for (const all = skipped?.(part, turn) ?? 0; before < all && missing > 0; before++, missing--) {
      const dueMs = dueMsOf(profile, turn + before * parts);
      yield { op: 'never sent', dueMs, ms: endMs - dueMs, ownMs: endMs - dueMs, dropped: true };
    }
    skippedBy.set(part, before);
    const dueMs = dueMsOf(profile, turn + before * parts);
    if (status !== 0) yield { op, dueMs, ms: endMs - dueMs, ownMs: endMs - beganMs, dropped: false };
  }
}

/**
 * Returns the number of arrivals of a segment dropped before a turn. Each of n segments has every nth slot and numbers its own requests, so
 * after a drop all later requests of the segment seem late by a slot's period, to the end of the run, while after a late start later
 * requests are on time again. Each request gives an upper bound on the slots that its segment skipped so far; the count for a turn is
 * the minimum of these bounds from that turn to the end. The run's clock starts slightly before its arrivals: the smallest lateness of a
 * segment is subtracted from all of them.
 */
function skippedIn(log: InTurn, profile: Profile, dropped: number): (part: number, turn: number) => number {
  const slots = arrivalsOf(profile);
  const prompt = new Map<number, number>();
  for (const { lateMs = 0, segment: [part] = [0] } of log.inTurn())
    prompt.set(part, Math.min(prompt.get(part) ?? Number.POSITIVE_INFINITY, lateMs));
  /** Per segment, from the last turn to the first: at most `count` were skipped before `turn`. One entry for each change of the count. */
  const steps = new Map<number, { readonly turn: number; readonly count: number }[]>();
  for (const line of log.inTurn('backwards')) {
    const { turn, segment: [part, parts] = [0, 1] } = line;
    const of = steps.get(part) ?? [];
    steps.set(part, of);
    const beganMs = beganMsOf(line, profile) - (prompt.get(part) ?? 0);
    const least = of.at(-1)?.count ?? Math.min(dropped, Math.floor((slots - 1 - turn) / parts));
    let count = least;
    while (count > 0 && dueMsOf(profile, turn + count * parts) > beganMs + EXACT_MS) count--;
    if (of.length === 0 || count < least) of.push({ turn, count });
  }
  return (part, turn) => {
    const of = steps.get(part) ?? [];
    while ((of.at(-1)?.turn ?? turn) < turn) of.pop();
    return of.at(-1)?.count ?? 0;
  };
}

/** Tolerance for times that are rounded to microseconds. */
const EXACT_MS = 0.002;

/** When k6 began the request, in milliseconds after the start, assuming that no arrival was dropped before. */
function beganMsOf({ turn, lateMs = 0 }: Line, profile: Profile): number {
  return dueMsOf(profile, turn) + lateMs;
}
