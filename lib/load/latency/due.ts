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
 * Latencies from the moment at which each request was due. k6 drops an arrival when no virtual user is free, and numbers on without a gap; the
 * slots of a dropped one are found again: as long as some are missing, one that begins after the next slot was due belongs to that slot.
 * What was dropped waited for the next request that was sent. A request without an answer has no latency; it is counted elsewhere.
 */
export function arrivalsSinceDue(lines: readonly Line[], profile: Profile, dropped: number): Arrival[] {
  const slots = arrivalsOf(profile);
  const due = (slot: number) => dueMsOf(profile, slot);
  const sent: { beganMs: number; endMs: number }[] = [];
  const arrivals: Arrival[] = [];
  const missed: number[] = [];
  let skipped = 0;
  for (const line of lines.toSorted((one, other) => one.turn - other.turn)) {
    const beganMs = due(line.turn) + (line.lateMs ?? 0);
    while (skipped < dropped && line.turn + skipped + 1 < slots && due(line.turn + skipped + 1) <= beganMs) {
      missed.push(line.turn + skipped);
      skipped++;
    }
    const dueMs = due(line.turn + skipped);
    const endMs = beganMs + (line.blockedMs ?? 0) + line.ms;
    sent.push({ beganMs, endMs });
    if (line.status !== 0)
      arrivals.push({ op: line.op, dueMs, ms: endMs - dueMs, ownMs: endMs - beganMs, dropped: false });
  }
  sent.sort((one, other) => one.beganMs - other.beganMs);
  const last = sent.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
  for (const slot of missed) {
    const dueMs = due(slot);
    const endMs = sent.find(({ beganMs }) => beganMs >= dueMs)?.endMs ?? last;
    const ms = Math.max(0, endMs - dueMs);
    arrivals.push({ op: 'never sent', dueMs, ms, ownMs: ms, dropped: true });
  }
  return arrivals.sort((one, other) => one.dueMs - other.dueMs);
}
