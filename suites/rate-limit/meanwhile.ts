import {
  Blocked,
  type Capability,
  checks,
  type Exchange,
  expect,
  needsInLive,
  shared,
} from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { acts, actsIn, type Meanwhile } from './acts.ts';
import { exhaust, inTime, plotted, readsAfter, refusedOf, rested, sound, tell, unpaced } from './support.ts';

// What people and the service itself do meanwhile is no request of the key, and no reason to forget those that were counted.

/** The reads after it, and the seconds since the key was refused before; or why it could not be done. */
type Seen = { readonly answers: readonly Exchange[]; readonly isRefused: boolean; readonly late: boolean } | Error;

/** The minute may end during one try, or a bucket be refilled by more than a few at a time. */
const TRIES = 3;

const whileRefused = shared('what happens while a key is refused', [], async (context) => {
  const isThere = (need: Capability) => context.can(need);
  const needed = context.environment === 'live' ? needsInLive : (needs: readonly Capability[]) => needs;
  const able = actsIn(context.environment).filter(({ needs }) => needed(needs).every(isThere));
  const seen = new Map<string, Seen>();
  const ready = new Map<Meanwhile, () => Promise<unknown>>();
  for (const each of able) {
    const kept = await attempt(each.ready(context).then((act) => ready.set(each, act)));
    if (kept !== null) seen.set(each.what, kept);
  }
  const api = unpaced(context.merchant);
  await exhaust(context, api);
  let since = context.latest();
  const after = async (what: string, act: () => Promise<unknown>): Promise<Seen> => {
    const kept = await attempt(act());
    if (kept !== null) return kept;
    const seconds = (context.latest() - since) / 1_000;
    const { answers, late } = await readsAfter(api, seconds);
    const { refused } = sound(tell(context, `after ${what}`, plotted(context, answers)));
    if (refused.length > 0) since = context.latest();
    return { answers, isRefused: refused.length > 0, late };
  };
  const exhausted = async () => {
    await exhaust(context, api);
    since = context.latest();
  };
  for (const [each, act] of [...ready].toReversed()) {
    seen.set(each.what, await after(each.what, act));
    // There is room now for what is needed to try again.
    for (let turn = 2; turn <= TRIES && mayHaveEnded(seen.get(each.what)); turn++) {
      const again = await each.ready(context);
      await exhausted();
      seen.set(each.what, await after(each.what, again));
    }
    if (mayHaveEnded(seen.get(each.what))) await exhausted();
  }
  await rested(context);
  return seen;
});

/** Nothing was refused: the count was forgotten, or a minute has ended. */
function mayHaveEnded(seen: Seen | undefined): boolean {
  return seen !== undefined && !(seen instanceof Error) && !seen.isRefused;
}

checks(
  'rate-limit.more-is-refused',
  acts,
  ({ what }) => `a key that is refused is refused also when ${what}`,
  async (context, { what }) => {
    const seen = (await whileRefused(context)).get(what);
    if (seen === undefined) throw new Blocked('suite fault: not all was done');
    if (seen instanceof Error) throw seen;
    inTime(seen);

    expect(refusedOf(seen.answers), `refused of ${seen.answers.length} reads when ${what}`).not.toBeEmpty();
  },
  (act) => ({ needs: act.needs, runs: 'alone', drawn: 1, alsoInLive: actsIn('live').includes(act) }),
);
