/** Month from 1 to 12 and four-digit year, counted from the target's current month. */
export function monthsAhead(now: number, months: number): { month: number; year: number } {
  const then = new Date(now);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + months);
  return { month: then.getUTCMonth() + 1, year: then.getUTCFullYear() };
}
