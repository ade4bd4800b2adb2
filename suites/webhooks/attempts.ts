import type { Given } from '../../lib/harness/index.ts';
import { HOUR, isDue, late, readings } from './timing.ts';

/**
 * Whether the attempts of a day would be those of one reading, had those come that were due while nobody listened. `heard`: whether one
 * between these moments would have been seen. All
 * moments are seconds after the first attempt.
 */
export function keepsWhereHeard(
  given: Given,
  came: readonly number[],
  event: number,
  heard: (from: number, to: number) => boolean,
): boolean {
  const lateness = late(given);
  return Object.values(readings).some((dues) => {
    let [before, turn] = [came[0] ?? 0, 1];
    for (const [index, { from, seconds }] of dues.entries()) {
      const since = from === 'event' ? event : before;
      const at = came[turn];
      const last = Math.max(since, 0) + seconds + lateness(seconds);
      if (at !== undefined && isDue(at, since, seconds, lateness(seconds))) turn++;
      // Whether "until 24 hours" includes the 24th hour can be read either way.
      else if (seconds === 24 * HOUR && index === dues.length - 1) break;
      else if (heard(since + seconds - 2, last)) return false;
      before = came[turn - 1] === at ? (at ?? 0) : since + seconds;
    }
    return turn === came.length;
  });
}
