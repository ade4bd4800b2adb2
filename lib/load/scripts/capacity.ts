import { profileNames, profileOf } from '../../../load/support/profile.ts';
import { finding, inconclusive } from '../audits/findings.ts';
import { Pace } from '../audits/steady.ts';
import { drawSearch } from '../capacity/plot.ts';
import { beginSearch, CONFIDENCE, type Knee, kneeOf, observe } from '../capacity/search.ts';
import { judgeWindow, type Seen, windowSeconds } from '../capacity/window.ts';
import { arrivalsSinceDue, type InTurn } from '../latency/due.ts';
import type { RequestLog } from '../request-log.ts';
import type { K6Ran, LoadScript, RunWindow } from '../script.ts';
import type { Finding, LoadOptions, Plan } from '../types.ts';

/** Share of a key's rate limit that is used on average; the margin is for the uneven distribution of arrivals over keys. */
const SHARE = 0.8;
/** Arrivals per second of the first window. */
const FIRST = 10;
/** Maximum arrivals per second, if the number of keys does not limit it. */
const MOST = { short: 160, full: 400 } as const;
/** Minimum and maximum duration of a window, in seconds. */
const WINDOW = { short: [5, 5], full: [8, 20] } as const;
/** Maximum number of windows. */
const WINDOWS = { short: 48, full: 60 } as const;
/** For the estimate of the duration: overhead per window, and the usual number of windows of an undisturbed search. */
const OVERHEAD_SECONDS = 3;
const USUAL_WINDOWS = 20;

export const script: LoadScript = {
  name: 'capacity',
  onDemand: true,
  file: 'steady',
  question: 'What is the highest rate that holds, over many keys?',

  plan({ keys: most, perMinute }, { size, keys: wished, rate }) {
    const each = (perMinute * SHARE) / 60;
    const keys = Math.min(most, wished ?? Math.ceil((rate ?? MOST[size]) / each));
    const highest = Math.min(rate ?? Number.POSITIVE_INFINITY, keys * each);
    const seconds = USUAL_WINDOWS * (WINDOW[size][0] + OVERHEAD_SECONDS);
    return {
      keys,
      liveKeys: 0,
      env: { LOAD_MOST: highest },
      seconds,
      words: `up to ${Number(highest.toFixed(1))} arrivals a second, the most that ${keys === 1 ? '1 key' : `${keys} keys`} may send`,
    };
  },

  async prepare(_site, plan, options) {
    const windows: Seen[] = [];
    let knee: Knee | null = null;
    return {
      drive: async (run, lines) => {
        const { ran, found } = await search(plan, options, run, lines, windows);
        knee = found;
        return ran;
      },
      audit: async () => (knee === null ? [] : findingsOf(knee, windows, plan)),
      draw: () => (knee === null || windows.length === 0 ? null : drawSearch(windows, knee, options)),
    };
  },
};

async function search(plan: Plan, options: LoadOptions, run: RunWindow, log: RequestLog, windows: Seen[]) {
  const most = plan.env.LOAD_MOST ?? FIRST;
  let state = beginSearch({ first: FIRST, most, windows: WINDOWS[options.size] });
  const all: K6Ran[] = [];
  while (state.next !== null) {
    const rate = state.next;
    const seconds = windowSeconds(rate, WINDOW[options.size]);
    const profile = profileOf('constant', rate, seconds);
    // Enough virtual users if each response takes 1.5 times the limit for p95. All are allocated before the start, because k6 drops arrivals
    // while it creates another user.
    const users = Math.ceil(Math.min(1_000, 10 + (rate * 1.5 * options.p95) / 1_000));
    const env = {
      LOAD_RATE: rate,
      LOAD_SECONDS: seconds,
      LOAD_PROFILE: profileNames.indexOf('constant'),
      LOAD_USERS: users,
      LOAD_MAX_USERS: users,
    };
    const ran = await run({ ...env, LOAD_WINDOW: windows.length });
    all.push(ran);
    const { dropped } = ran.totals;
    const lines = log.ofRound(windows.length);
    const failed = lines.filter(({ status }) => status === 0 || status >= 500 || status === 429).length;
    const pace = new Pace();
    for (const line of lines) pace.add(line);
    const { kept } = pace.keptUp({ env, profile }, dropped);
    const inTurn = lines.toSorted((one, other) => one.turn - other.turn);
    const numbered: InTurn = { inTurn: (order) => (order === 'backwards' ? inTurn.toReversed() : inTurn) };
    const arrivals = [...arrivalsSinceDue(numbered, profile, dropped)];
    const seen = judgeWindow(rate, arrivals, { sent: lines.length, failed, kept, waitMs: ran.waitMs }, options);
    windows.push(seen);
    const isJudged = seen.observed === 'holds' || seen.observed === 'does not hold';
    run.say(`${rate.toFixed(1)} a second ${isJudged ? seen.observed : 'cannot be judged'}: ${seen.words}`);
    state = observe(state, rate, seen.observed);
  }
  return { ran: all, found: kneeOf(state) };
}

function findingsOf(knee: Knee, windows: readonly Seen[], { keys, env }: Plan): Finding[] {
  const says = 'The highest rate that holds was found.';
  const { kind, rate, low, high } = knee;
  const range = `${rate.toFixed(1)} a second (with ${CONFIDENCE * 100}% confidence between ${low.toFixed(1)} and ${high.toFixed(1)})`;
  const told = `${windows.length} windows`;
  const broken = windows.filter((each) => each.observed === 'does not hold' && each.rate >= low);
  const [nearest] = broken.toSorted((one, other) => one.rate - other.rate);
  const above = nearest === undefined ? '' : `; at ${nearest.rate.toFixed(1)}: ${nearest.words}`;
  switch (kind) {
    case 'found':
      return [{ ...finding('knee', says, 'passed', `${range}${above}; ${told}`, []), numbers: { rate, low, high } }];
    case 'at least': {
      const limited = rate >= (env.LOAD_MOST ?? 0);
      const why = limited ? `the most that ${keys} keys may send` : 'more than that the generator here cannot send';
      const detail = `at least ${rate.toFixed(1)} a second; what is beyond was not reached: it is ${why}; ${told}`;
      return [finding('knee', says, 'passed', detail, [])];
    }
    case 'none holds':
      return [finding('knee', says, 'failed', `not even ${FIRST} a second holds${above}; ${told}`, [])];
    case 'machine busy': {
      const busy = windows.filter(({ observed }) => observed === 'busy');
      const held = Math.max(0, ...windows.filter(({ observed }) => observed === 'holds').map((each) => each.rate));
      const known = held === 0 ? 'no rate was seen to hold' : `${held.toFixed(1)} a second held`;
      const last = busy.at(-1);
      const detail = `could not tell: this machine was busy in ${busy.length} of ${told}; ${known}${last === undefined ? '' : `; the last, at ${last.rate.toFixed(1)}: ${last.words}`}`;
      return [inconclusive('knee', says, detail)];
    }
    case 'not narrowed':
      return [inconclusive('knee', says, `about ${range}: the windows were used up${above}; ${told}`)];
  }
}
