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

/**
 * Latencies from the moment at which each request was due. `lines`: in turn. k6 drops an arrival when no virtual user is free,
 * and numbers on without a gap; the slots of a dropped one are found again: as long as some are missing, one that begins after the next slot
 * of its segment was due belongs to that slot. What was dropped waited for that one, the next that was sent. A request without an answer
 * has no latency; it is counted elsewhere.
 */
export function* arrivalsSinceDue(lines: Iterable<Line>, profile: Profile, dropped: number): Generator<Arrival> {
  const slots = arrivalsOf(profile);
  // Each segment has every nth slot, and numbers its own.
  const skippedBy = new Map<number, number>();
  let missing = dropped;
  for (const { turn, op, status, ms, lateMs = 0, blockedMs = 0, segment: [part, parts] = [0, 1] } of lines) {
    const beganMs = dueMsOf(profile, turn) + lateMs;
    const endMs = beganMs + blockedMs + ms;
    let slot = turn + (skippedBy.get(part) ?? 0);
    let dueMs = dueMsOf(profile, slot);
    for (; missing > 0 && slot + parts < slots; missing--) {
      const next = dueMsOf(profile, slot + parts);
      if (next > beganMs) break;
      yield { op: 'never sent', dueMs, ms: endMs - dueMs, ownMs: endMs - dueMs, dropped: true };
      slot += parts;
      dueMs = next;
    }
    skippedBy.set(part, slot - turn);
    if (status !== 0) yield { op, dueMs, ms: endMs - dueMs, ownMs: endMs - beganMs, dropped: false };
  }
}
