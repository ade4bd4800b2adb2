import { type CheckContext, type Duration, NotExercised } from '../../../lib/interface/index.ts';
import { DAY, HOUR } from '../attempts.ts';

// Moments at which a day, month or year ends or clocks change: the interface's hours and minutes have the same length across them.

export interface CalendarMoment {
  readonly what: string;
  /** Epoch seconds of each occurrence in a year (UTC). */
  readonly inYear: (year: number) => readonly number[];
  /** The longest time until the next occurrence, plus a day and a half. */
  readonly waits: Duration;
}

const utc = (year: number, month: number, day: number, hour = 0) => Date.UTC(year, month - 1, day, hour) / 1_000;

/** The day of the month of its first, second or last Sunday. */
function sunday(year: number, month: number, which: 1 | 2 | -1): number {
  const first = 1 + ((7 - new Date(Date.UTC(year, month - 1, 1)).getUTCDay()) % 7);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return which === -1 ? first + 7 * Math.floor((days - first) / 7) : first + 7 * (which - 1);
}

const daily = (hour: number) => (year: number) =>
  Array.from({ length: 366 }, (_, day) => utc(year, 1, 1 + day, hour)).filter((at) => at < utc(year + 1, 1, 1));
const monthly = (year: number) => Array.from({ length: 12 }, (_, month) => utc(year, month + 1, 1));

const weekly = (day: number, hour: number) => (year: number) =>
  daily(hour)(year).filter((at) => new Date(at * 1_000).getUTCDay() === day);

const YEAR: Duration = '8830h';

/** When clocks change, a day has 23 or 25 hours; the places are common time zones of servers. */
export const calendar: readonly CalendarMoment[] = [
  { what: 'midnight (UTC)', inYear: daily(0), waits: '64h' },
  { what: 'the night when clocks go forward in Europe', inYear: (y) => [utc(y, 3, sunday(y, 3, -1), 1)], waits: YEAR },
  { what: 'midnight in Lagos', inYear: daily(23), waits: '64h' },
  { what: 'noon (UTC)', inYear: daily(12), waits: '64h' },
  // What is begun half a day before falls due in the middle of that day, on which banks do not work.
  { what: 'the beginning of a Saturday (UTC)', inYear: weekly(6, 0), waits: '208h' },
  { what: 'the beginning of a Sunday (UTC)', inYear: weekly(0, 0), waits: '208h' },
  { what: 'the end of a month', inYear: monthly, waits: '790h' },
  { what: 'the end of February', inYear: (y) => [utc(y, 3, 1)], waits: YEAR },
  { what: 'the end of a year', inYear: (y) => [utc(y, 1, 1)], waits: YEAR },
  { what: 'the night when clocks go back in Europe', inYear: (y) => [utc(y, 10, sunday(y, 10, -1), 1)], waits: YEAR },
  { what: 'the night when clocks go forward in New York', inYear: (y) => [utc(y, 3, sunday(y, 3, 2), 7)], waits: YEAR },
  { what: 'the night when clocks go back in New York', inYear: (y) => [utc(y, 11, sunday(y, 11, 1), 6)], waits: YEAR },
];

const morning = (days: CalendarMoment['inYear']) => (year: number) => days(year).map((at) => at + 6 * HOUR);
const dayBefore = (days: CalendarMoment['inYear']) => (year: number) => days(year).map((at) => at - DAY);
const newYear = (year: number) => [utc(year, 1, 1)];

/** Days on which banks rest or close their books, at six in the morning (UTC), when it is the same day in Lagos and in Europe. */
export const days: readonly CalendarMoment[] = [
  { what: 'a Saturday morning', inYear: weekly(6, 6), waits: '193h' },
  { what: 'a Sunday morning', inYear: weekly(0, 6), waits: '193h' },
  { what: 'the morning of the last day of a month', inYear: morning(dayBefore(monthly)), waits: '796h' },
  { what: 'the morning of the first day of a month', inYear: morning(monthly), waits: '796h' },
  { what: 'the morning of the last day of a year', inYear: morning(dayBefore(newYear)), waits: YEAR },
  { what: "New Year's morning", inYear: morning(newYear), waits: YEAR },
];

/** A step: waits until `seconds` before the next such moment. Returns that moment in epoch seconds. */
export async function waitUntilBefore(
  { console, time }: CheckContext,
  { what, inYear }: CalendarMoment,
  seconds: number,
): Promise<number> {
  const now = await console.now();
  if (now === undefined) throw new NotExercised('the target tells its time nowhere');
  const from = now.at / 1_000 + seconds + HOUR;
  const year = new Date(now.at).getUTCFullYear();
  const next = [year, year + 1, year + 2].flatMap(inYear).find((at) => at >= from);
  if (next === undefined) throw new Error(`no ${what} within two years`);
  await time.wait(Math.min(next - seconds - now.at / 1_000, 367 * DAY), `${what} comes`);
  return next;
}
