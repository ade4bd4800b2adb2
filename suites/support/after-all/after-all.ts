import {
  Blocked,
  type CheckContext,
  type Exchange,
  type Merchant,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';
import { attempt, DAY, HOUR } from '../attempts.ts';
import { leads } from './leads.ts';
import type { Over } from './tries.ts';

// One merchant with many objects, each ended in a different way. Everything that may be tried with an ended object is tried right after its
// end, after an hour, and after more than a day; then time passes for all of them together, and all records are read again.

/** An hour, 30 and 72 hours after the last of them ended. */
export const looks = ['an hour later', '30 hours later', '72 hours later'] as const;
export type Look = (typeof looks)[number];

interface Seen {
  readonly over: Over;
  readonly at: Map<Look, Exchange>;
}

/** All objects that could be brought to their end here; a failure with one does not prevent the others. */
export const afterAllEnds = shared('many objects, long after all have ended', ['buyer'], async (context) => {
  const seen = new Map<string, Seen>();
  const errors: (Blocked | NotExercised)[] = [];
  for (const lead of leads) {
    try {
      const made = Object.entries(await lead(context));
      for (const [words, each] of made) seen.set(words, { over: each, at: new Map() });
      for (const [, { tries }] of made) for (const each of tries) await attempt(each());
    } catch (error) {
      if (!(error instanceof Blocked || error instanceof NotExercised)) throw error;
      errors.push(error);
    }
  }
  const passes = async (seconds: number, look: Look) => {
    await context.time.listen(seconds, 'what is over stays as it is');
    for (const { over: each, at } of seen.values()) at.set(look, await each.look());
  };
  const triesAll = async () => {
    for (const { over: each } of seen.values()) for (const tries of each.tries) await attempt(tries());
  };
  await passes(HOUR, 'an hour later');
  await triesAll();
  await passes(DAY + 5 * HOUR, '30 hours later');
  await triesAll();
  await passes(DAY + 18 * HOUR, '72 hours later');
  return { merchant: context.merchant, seen, errors };
});

export async function afterAll(context: CheckContext, words: string): Promise<{ merchant: Merchant } & Seen> {
  const { merchant, seen, errors } = await afterAllEnds(context);
  const own = seen.get(words);
  if (own === undefined) {
    const reason = `${words} was not to be had: ${errors.map(({ message }) => message).join('; ')}`;
    throw errors.some((error) => error instanceof NotExercised) ? new NotExercised(reason) : new Blocked(reason);
  }
  return { merchant, ...own };
}

export function seenAt({ at }: Seen, look: Look): Exchange {
  const found = at.get(look);
  if (found === undefined) throw new Blocked('suite fault: nothing was looked at');
  return found;
}
