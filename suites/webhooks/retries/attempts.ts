import { isDue, last, readings, tooEarly, tooLate } from './timing.ts';

/**
 * Whether the attempts of a day would be those of one reading, had those come that were due while nobody listened. `heard`: whether one
 * between these moments would have been seen. All moments are seconds after the first attempt.
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
