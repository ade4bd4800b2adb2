import {
  Blocked,
  type Capability,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  needsInLive,
  shared,
} from '../../lib/interface/index.ts';
import { attempt } from '../support/attempts.ts';
import { otherSettings } from '../webhooks/console/settings.ts';
import { atOnce, exhaust, reads, refusedOf, rested, sound, unpaced } from './support.ts';

// What people and the service itself do meanwhile is no request of the key, and no reason to forget those that were counted.

interface Meanwhile {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** Makes what it needs, with requests of the key, and returns what is done without one. */
  ready(context: CheckContext): Promise<() => Promise<unknown>>;
}

const acts: readonly Meanwhile[] = [
  ...otherSettings.map(({ what, needs, change }) => ({
    what,
    needs,
    ready: async (context: CheckContext) => () => change(context),
  })),
  {
    what: 'the list of deliveries is looked at',
    needs: ['deliveries'],
    ready:
      async ({ console, merchant }) =>
      () =>
        console.deliveries(merchant),
  },
  {
    what: 'a buyer pays a checkout',
    needs: ['buyer'],
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return () => buyer.tries(merchant, checkout, 'succeeded');
    },
  },
  {
    what: 'a buyer pays an escrow',
    needs: ['escrow-buyer'],
    async ready({ buyer, merchant }) {
      const escrow = await merchant.escrow();
      return () => buyer.paysEscrow(merchant, escrow);
    },
  },
  {
    what: 'a buyer opens the page of a checkout',
    needs: ['browser'],
    async ready({ buyer, merchant }) {
      const checkout = await merchant.checkout();
      return () => buyer.atPage(checkout, async () => {});
    },
  },
  {
    what: 'the owner of a wallet declines a link',
    needs: ['wallets', 'wallet-owner'],
    async ready({ merchant, wallets }) {
      const link = await wallets.link(merchant, await wallets.make());
      return () => wallets.owner(merchant, link, 'reject');
    },
  },
];

/** The reads after it, and the seconds since the key was refused before; or why it could not be done. */
type Seen = { readonly answers: readonly Exchange[]; readonly isRefused: boolean; readonly late: boolean } | Error;

/** The minute may end during one try, or a bucket be refilled by more than a few at a time. */
const TRIES = 3;

/** The longest that each may take, in seconds: a minute does not end in three that follow each other. */
const SOON = 15;

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
  let since = performance.now();
  const after = async (what: string, act: () => Promise<unknown>): Promise<Seen> => {
    const kept = await attempt(act());
    if (kept !== null) return kept;
    const seconds = (performance.now() - since) / 1_000;
    // Some of these are beyond what a bucket has refilled meanwhile.
    const count = 4 + 2 * Math.ceil(seconds);
    const { answers, refused } = sound(await atOnce(context, `after ${what}`, reads(api, count)));
    if (refused.length > 0) since = performance.now();
    return { answers, isRefused: refused.length > 0, late: seconds > SOON };
  };
  const exhausted = async () => {
    await exhaust(context, api);
    since = performance.now();
  };
  for (const [each, act] of ready) {
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

/** A page of live may ask its visitor who they are. */
function actsIn(environment: CheckContext['environment']): readonly Meanwhile[] {
  return environment === 'live' ? acts.filter(({ needs }) => !needs.includes('browser')) : acts;
}

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
    if (seen.late && !seen.isRefused) throw new Blocked('it took so long that the key may have room again');

    expect(refusedOf(seen.answers), `refused of ${seen.answers.length} reads when ${what}`).not.toBeEmpty();
  },
  (act) => ({ needs: act.needs, runs: 'alone', drawn: 1, alsoInLive: actsIn('live').includes(act) }),
);
