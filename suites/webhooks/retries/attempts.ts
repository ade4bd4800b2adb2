import type { Received } from '../../../lib/interface/index.ts';
import { isDue, last, REPEATED, readings, tooEarly, tooLate } from './timing.ts';

/**
 * Whether the attempts fit one reading of the schedule, if attempts that were due while no harness was listening are assumed to have come.
 * `heard`: whether an attempt between these times would have been recorded. All times are seconds after the first attempt.
 */
export function keepsWhereHeard(
  came: readonly number[],
  event: number,
  heard: (from: number, to: number) => boolean,
): boolean {
  return Object.values(readings).some((dues) => {
    let [before, turn] = [came[0] ?? 0, 1];
    for (const { from, seconds } of dues) {
      const since = from === 'event' ? event : before;
      const at = came[turn];
      if (isDue(at ?? Number.NaN, since, seconds)) turn++;
      else if (heard(since + seconds - tooEarly(seconds), Math.max(since, 0) + seconds + tooLate(seconds)))
        return false;
      before = came[turn - 1] === at ? (at ?? 0) : since + seconds;
    }
    const [end] = came.slice(turn);
    return end === undefined || (turn === came.length - 1 && isDue(end, event, last.seconds));
  });
}

/** The number of the first attempt, from 1, that was answered with 2xx; 0 if none was. Duplicates are no attempts, as in `timesOf`. */
export function acknowledgedAt(all: readonly Received[]): number {
  const stamped = all.map(({ delivery, verification }) => ({ stamp: verification.timestamp ?? 0, delivery }));
  const sorted = stamped.toSorted((a, b) => a.stamp - b.stamp);
  const attempts = sorted.filter(({ stamp }, at) => at === 0 || stamp - (sorted[at - 1]?.stamp ?? 0) > REPEATED);
  const isAcknowledged = ({ delivery: { answer } }: (typeof attempts)[number]) =>
    'status' in answer && answer.status >= 200 && answer.status <= 299;
  return 1 + attempts.findIndex(isAcknowledged);
}
