import { Blocked, type CheckContext, type Exchange } from '../../../lib/interface/index.ts';
import { DAY } from '../attempts.ts';

/** When something that nobody changes is looked at again, in days after the first look. */
export const later = [
  { days: 1, words: 'a day' },
  { days: 7, words: 'a week' },
  { days: 30, words: 'a month' },
] as const;

/** How long the last of these looks takes to come. */
export const LATER = '721h';

/** A step: looks now and at each of these times; the function returns what was seen then. */
export async function looksLater(
  { time }: CheckContext,
  what: string,
  look: () => Promise<Exchange>,
): Promise<(days: number) => Exchange> {
  await look();
  const seen = new Map<number, Exchange>();
  let passed = 0;
  for (const { days } of later) {
    // A minute more: what is done once a day may be done a little later.
    await time.wait((days - passed) * DAY + 60, `${what} is looked at again`);
    passed = days;
    seen.set(days, await look());
  }
  return (days) => {
    const answer = seen.get(days);
    if (answer === undefined) throw new Blocked(`suite fault: ${what} was not looked at then`);
    return answer;
  };
}
