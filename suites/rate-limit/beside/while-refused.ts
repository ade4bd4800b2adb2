import {
  Blocked,
  type Capability,
  checks,
  type Exchange,
  expect,
  needsInLive,
  shared,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { exhaust, plotted, readsAfter, rested, sound, tell, unpaced } from '../support.ts';
import { acts, actsIn, type Meanwhile, type Ready } from './acts.ts';

// What people and the service itself do meanwhile is no request of the key: no reason to forget those that were counted, and not refused with them.

/** The reads after it, and the seconds since the key was refused before; or why it could not be done. */
type Seen = { readonly answers: readonly Exchange[]; readonly isRefused: boolean; readonly late: boolean } | Error;

/** The minute may end during one try, or a bucket be refilled by more than a few at a time. */
const TRIES = 3;

export const whileRefused = shared('what happens while a key is refused', [], async (context) => {
  const isThere = (need: Capability) => context.can(need);
  const needed = context.environment === 'live' ? needsInLive : (needs: readonly Capability[]) => needs;
  const able = actsIn(context.environment).filter(({ needs }) => needed(needs).every(isThere));
  const seen = new Map<string, Seen>();
  const ready = new Map<Meanwhile, Ready>();
  for (const each of able) {
    const kept = await attempt(each.ready(context).then((act) => ready.set(each, act)));
    if (kept !== null) seen.set(each.what, kept);
  }
  const api = unpaced(context.merchant);
  await exhaust(context, api);
  let since = context.latest();
  const after = async (what: string, { act }: Ready): Promise<Seen> => {
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
  for (const [each, first] of [...ready].toReversed()) {
    seen.set(each.what, await after(each.what, first));
    // There is room now for what is needed to try again.
    for (let turn = 2; turn <= TRIES && mayHaveEnded(seen.get(each.what)); turn++) {
      const again = await each.ready(context);
      ready.set(each, again);
      await exhausted();
      seen.set(each.what, await after(each.what, again));
    }
    if (mayHaveEnded(seen.get(each.what))) await exhausted();
  }
  await rested(context);
  const became = new Map<string, Exchange>();
  for (const [{ what }, { look }] of ready) if (look !== undefined) became.set(what, await look());
  return { seen, became };
});

/** Nothing was refused: the count was forgotten, or a minute has ended. */
function mayHaveEnded(seen: Seen | undefined): boolean {
  return seen !== undefined && !(seen instanceof Error) && !seen.isRefused;
}

/** Defines the checks of one chapter: what was done while a key was refused has been done. */
export function doneWhileRefused(chapter: `${string}.`): void {
  checks(
    ({ id }) => id,
    acts.flatMap(({ becomes, ...act }) =>
      becomes?.id.startsWith(chapter)
        ? [{ ...act, ...becomes, inLive: actsIn('live').some(({ what }) => what === act.what) }]
        : [],
    ),
    ({ what, status }) => `while the key is refused for its rate ${what}: it is ${status}`,
    async (context, { what, status }) => {
      const record = (await whileRefused(context)).became.get(what);
      if (record === undefined) throw new Blocked('it could not be made');

      expect(record).toHaveField('status', status);
    },
    ({ needs, inLive }) => ({ needs, runs: 'alone', waits: '4m', alsoInLive: inLive }),
  );
}
