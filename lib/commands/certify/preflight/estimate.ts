import type { Definition } from '../../../engine/checks/define.ts';
import type { Suite } from '../../../engine/checks/suites.ts';
import { counted } from '../../../engine/evidence/counted.ts';
import { runsAtOther } from '../../../engine/run/order.ts';
import { formatDuration, seconds } from '../../../engine/time/duration.ts';
import { type Capability, capabilities, requirements } from '../../../interface/register/index.ts';
import { choiceOf, type Selection } from '../../../interface/selection.ts';
import type { Target } from '../../../interface/target/probe-target.ts';
import type { Report } from './report.ts';

/** Seconds that a check which runs alone takes if it declares no wait: it uses up a key's rate limit, which has to recover. */
const ALONE = 45;

/** Seconds that a check takes which compares balances of the second merchant. */
const UNDISTURBED = 16;

/** Without a controlled clock, checks poll while they wait; this is the factor by which that increases the number of requests. */
const LOOKS = 1.75;

export interface RunEstimate {
  readonly checks: number;
  readonly requests: number;
  /** Seconds. */
  readonly longestWait: number;
  /** Seconds that the whole run takes. */
  readonly takes: number;
  /** Neither waits nor the pace decide `takes`, but the requests: a busy machine or hosted pages make it longer. */
  readonly isLeast: boolean;
  /** Seconds it takes if the target does limit requests; null: `takes` already assumes that. */
  readonly takesLimited: number | null;
  /** Requirements that will not be exercised, by the missing capability, or by time. */
  readonly lacking: ReadonlyMap<Capability | 'time', readonly string[]>;
  /** For each requirement that lacks time, the seconds that it needs. */
  readonly timesNeeded: readonly number[];
}

/** Estimates a run of this selection from what its checks declare. `latencyMs`: duration of one request. */
export function estimateRun(
  target: Target,
  suites: readonly Suite[],
  selection: Selection,
  latencyMs: number,
): RunEstimate {
  const chosen = chosenChecks(target, suites, selection);
  const lacks = new Map<Definition, Capability | 'time'>();
  for (const check of chosen) {
    const lack = lackOf(target, check);
    if (lack !== null) lacks.set(check, lack);
  }
  const tried = chosen.filter((check) => !lacks.has(check));
  const waits = (checks: readonly Definition[]) =>
    checks.map(({ waits: time }) => (time === undefined ? 0 : seconds(time)));
  // What runs alone sends bursts, and does not poll.
  const looks = ({ runs }: Definition) => (target.clock || runs === 'alone' ? 1 : LOOKS);
  const requestsIn = (checks: readonly Definition[]) =>
    Math.round(checks.reduce((sum, check) => sum + check.requests * looks(check), 0));
  const isAtOther = (check: Definition) => runsAtOther(check, target);
  const alone = tried.filter((check) => check.runs === 'alone' && !isAtOther(check));
  const together = tried.filter((check) => check.runs !== 'alone' && !isAtOther(check));
  const longestWait = target.clock ? 0 : Math.max(0, ...waits(together));
  const shared = !target.ownMerchants.sandbox;
  const paced = shared ? (requestsIn(together) / target.rateLimit) * 60 : 0;
  const { mayExceedRate } = target;
  // About four requests are under way at once; the constants are the suites' own cost.
  const busy = 5 + (requestsIn(tried) * (latencyMs + 12)) / 1_000 / 4;
  const lengthOf = ({ waits: time, runs }: Definition) =>
    time === undefined ? (runs === 'alone' ? ALONE : UNDISTURBED) : seconds(time);
  const oneByOne = (checks: readonly Definition[]) =>
    target.clock ? 0 : checks.reduce((sum, check) => sum + lengthOf(check), 0);
  const after = oneByOne(alone);
  const atOther = oneByOne(tried.filter(isAtOther));
  const lacking = Map.groupBy(lacks, ([, lack]) => lack);
  return {
    checks: tried.length,
    requests: requestsIn(tried),
    longestWait,
    takes: Math.max(busy, mayExceedRate ? 0 : paced, longestWait, atOther) + after,
    isLeast: busy > Math.max(mayExceedRate ? 0 : paced, longestWait, atOther, after),
    takesLimited: mayExceedRate ? Math.max(busy, paced, longestWait, atOther) + after : null,
    lacking: new Map([...lacking].map(([lack, of]) => [lack, requirementsOf(of.map(([check]) => check))])),
    timesNeeded: timesOf(chosen.filter((check) => lacks.get(check) === 'time')),
  };
}

/** What the checks of this selection need. */
export function neededBy(target: Target, suites: readonly Suite[], selection: Selection): ReadonlySet<string> {
  return new Set(chosenChecks(target, suites, selection).flatMap(({ needs }) => needs));
}

const OPENS_PAGES: readonly Capability[] = ['browser', 'buyer', 'live-buyer', 'escrow-buyer', 'escrow-buyer-email'];

/** Whether checks with these needs may open hosted pages. */
export function mayOpenPages(needs: ReadonlySet<string>): boolean {
  return OPENS_PAGES.some((each) => needs.has(each));
}

/** Whether a run of this selection may open hosted pages in a browser of its own. */
export function opensPages(target: Target, suites: readonly Suite[], selection: Selection): boolean {
  if (target.embedded || target.missing.browser !== undefined) return false;
  return mayOpenPages(neededBy(target, suites, selection));
}

function chosenChecks(target: Target, suites: readonly Suite[], selection: Selection): Definition[] {
  return choiceOf(suites, selection, target, 0).flatMap(({ definitions }) => definitions);
}

export function tellEstimate(report: Report, target: Target, estimate: RunEstimate): void {
  const { checks, requests, longestWait, takes, isLeast, takesLimited, lacking, timesNeeded } = estimate;
  const pace = target.ownMerchants.sandbox ? '' : `, at most ${target.rateLimit} a minute with one key`;
  const limited =
    takesLimited === null || round(takesLimited) === round(takes)
      ? ''
      : `; about ${formatDuration(round(takesLimited))} if it answers 429${pace.replace(',', ':')}`;
  const waits = target.clock
    ? "; the target's clock is moved, so that nothing is waited for"
    : longestWait > 0
      ? `; the longest wait is ${formatDuration(longestWait)}`
      : '';
  report.tell(
    'note',
    'time',
    `${isLeast ? `at least ${formatDuration(roundDown(takes))}` : `about ${formatDuration(round(takes))}`}: ${counted(checks, 'check')}, about ${counted(requests, 'request')}${takesLimited === null ? pace : ''}${waits}${limited}`,
  );
  const byRemedy = Map.groupBy(lacking, ([lack]) => remedy(lack, timesNeeded));
  const many = (lacks: readonly (readonly [unknown, readonly string[]])[]) =>
    lacks.reduce((sum, [, ids]) => sum + ids.length, 0);
  for (const [setting, lacks] of [...byRemedy].sort(([, a], [, b]) => many(b) - many(a))) {
    const reasons = lacks
      .filter(([, ids]) => ids.length > 0)
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([lack, ids]) => `${String(ids.length).padStart(3)}  ${reasonOf(target, lack)}`);
    if (reasons.length > 0) report.list('note', 'left out', reasons, setting);
  }
}

function reasonOf(target: Target, lack: Capability | 'time'): string {
  if (lack === 'time') return `not enough time: the longest wait is ${formatDuration(target.maxWait)}`;
  return target.missing[lack] ?? lack;
}

const capabilityNames = Object.keys(capabilities) as Capability[];

/** Why a check cannot be tried, by the same rules as in the run itself. */
function lackOf(target: Target, { needs, waits }: Definition): Capability | 'time' | null {
  const lack = capabilityNames.find((each) => needs.includes(each) && target.missing[each] !== undefined);
  if (lack !== undefined) return lack;
  return waits !== undefined && !target.clock && seconds(waits) > target.maxWait ? 'time' : null;
}

function requirementsOf(checks: readonly Definition[]): string[] {
  const ids = new Set<string>(checks.map(({ id }) => id));
  return requirements.map(({ id }) => id as string).filter((id) => ids.has(id));
}

/** The longest wait among the checks of each requirement, in seconds. */
function timesOf(checks: readonly Definition[]): number[] {
  const times = new Map<string, number>();
  for (const { id, kind, waits } of checks) {
    if (kind === 'requirement' && waits !== undefined) times.set(id, Math.max(times.get(id) ?? 0, seconds(waits)));
  }
  return [...times.values()];
}

/** The setting that would provide what is missing. */
function remedy(lack: Capability | 'time', timesNeeded: readonly number[]): string {
  switch (lack) {
    case 'time':
      return `${steps(timesNeeded)}; or a control interface that moves the clock`;
    case 'webhooks':
      return 'CAPTURE_LISTEN, CAPTURE_PUBLIC_URL and TARGET_WEBHOOK_SECRET';
    case 'other-merchant':
      return 'TARGET_OTHER_API_KEY and TARGET_OTHER_MERCHANT_ID';
    case 'live':
      return 'TARGET_LIVE_BASE_URL, TARGET_LIVE_API_KEY and TARGET_LIVE_MERCHANT_ID';
    case 'browser':
    case 'buyer':
    case 'escrow-buyer':
      return 'a browser, or a control interface through which buyers pay';
    default:
      return 'TARGET_CONTROL_URL, where the target has a control interface';
  }
}

/** `TARGET_MAX_WAIT=15m for 9 of them, 27h for 22, 720h for all`. */
function steps(times: readonly number[]): string {
  const all = Math.max(0, ...times);
  const marks = [15 * 60, 27 * 3_600].filter((mark) => mark < all && times.some((time) => time <= mark));
  const some = marks.map((mark) => `${inSetting(mark)} for ${times.filter((time) => time <= mark).length} of them`);
  return `TARGET_MAX_WAIT=${[...some, `${inSetting(all)}${some.length > 0 ? ' for all' : ''}`].join(', ')}`;
}

function inSetting(time: number): string {
  return time % 3_600 === 0 ? `${time / 3_600}h` : `${Math.ceil(time / 60)}m`;
}

/** As `round`, for a time that a run does not stay below. */
function roundDown(time: number): number {
  const step = time < 120 ? 5 : time < 1_200 ? 60 : 300;
  return Math.max(step, Math.floor(time / step) * step);
}

/** Rounds up (in seconds) to a step that the estimate can support: 10 s, then 1 minute, then 5 minutes. */
function round(time: number): number {
  const step = time < 120 ? 10 : time < 1_200 ? 60 : 300;
  return Math.max(step, Math.ceil(time / step) * step);
}
