import type { Line } from '../../../load/support/line.ts';
import { arrivalsOf, dueMsOf, type Profile } from '../../../load/support/profile.ts';

/** One arrival, as whoever asked saw it. */
export interface Arrival {
  readonly op: string;
  /** Milliseconds after the start at which it was due. */
  readonly dueMs: number;
  /** From then until its answer had come. */
  readonly ms: number;
  /** The part of it for which k6 had begun: without what it was late itself. */
  readonly ownMs: number;
  /** It was never sent: no virtual user was free. `ms` is what it would have waited for one, and for that one's answer. */
  readonly dropped: boolean;
}

/** Lines in the order in which k6 numbered them, or against it. */
export interface InTurn {
  inTurn(order?: 'forwards' | 'backwards'): Iterable<Line>;
}

/**
 * Latencies from the moment at which each request was due. k6 drops an arrival when no virtual user is free, and numbers on without a gap;
 * the slots of dropped ones are found again (see `skippedIn`). What was dropped waited for the next one that was sent. A request without
 * an answer has no latency; it is counted elsewhere.
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
 * How many arrivals of a segment were dropped before the one of a number. Each segment has every nth slot, and numbers its own, so after a
 * drop all that it sends seems late by a period, to the end; what only began late is followed by some that do not. So of each request it
 * is asked how many slots its segment could have skipped by then, and of these the least from there to the end counts. The clock of a run
 * starts a little before its arrivals do: what the promptest of all is late is no slot.
 */
function skippedIn(log: InTurn, profile: Profile, dropped: number): (part: number, turn: number) => number {
  const slots = arrivalsOf(profile);
  const prompt = new Map<number, number>();
  for (const { lateMs = 0, segment: [part] = [0] } of log.inTurn())
    prompt.set(part, Math.min(prompt.get(part) ?? Number.POSITIVE_INFINITY, lateMs));
  /** From the last turn to the first: up to this one, so many were skipped at the most. As many entries as numbers, not as requests. */
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

/** k6 writes microseconds. */
const EXACT_MS = 0.002;

/** Milliseconds after the start. */
function beganMsOf({ turn, lateMs = 0 }: Line, profile: Profile): number {
  return dueMsOf(profile, turn) + lateMs;
}
