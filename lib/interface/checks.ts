import { type Definition, define } from '../engine/checks/define.ts';
import { type Duration, seconds } from '../engine/time/duration.ts';
import { withArticles } from './articles.ts';
import type { CheckContext } from './context.ts';
import { costOf } from './costs.ts';
import { inLive, needsInLive } from './in-live.ts';
import {
  type Capability,
  type Chapter,
  type ObservationId,
  observation as observationEntry,
  type RequirementId,
  requestsOf,
  requirement as requirementEntry,
} from './register/index.ts';

export interface CheckOptions {
  /** What this check needs beyond the needs of its register entry. */
  needs?: readonly Capability[];
  /** Time that must pass at the target for this check, where the register entry does not state it. */
  waits?: Duration;
  /**
   * `together` (default): concurrently with other checks. `undisturbed`: nothing else may use its merchant meanwhile,
   * because the check compares balances. `alone`: no other check may use its key, because the check counts requests.
   * `last`: after all others, because the check looks at what they have seen.
   */
  runs?: Definition['runs'];
  /**
   * The check takes real time even where the target's clock can be advanced, so it begins early. Default: whether it
   * drives a page or has control delay a request.
   */
  realTime?: boolean;
  /**
   * The requirement also holds in live, and the check is repeated there with a live merchant, live wallets and their
   * owners; its `shared` preparations are made there too. Only for checks without anything that exists in the sandbox
   * alone, such as a settlement within seconds.
   */
  alsoInLive?: boolean;
}

/** Defines a check of one requirement: it passes when it returns and fails when an expectation does not hold. */
export function check(
  id: RequirementId,
  title: string,
  check: (context: CheckContext) => Promise<void>,
  options: CheckOptions = {},
): void {
  add('requirement', id, title, requirementEntry(id), options, check);
}

/**
 * A table of cases: the same rule for other kinds, states or values, the most telling row first. Each row is a check of
 * its own. All rows run where each check has its own merchant, and so its own rate limit; elsewhere the first row runs,
 * and of the others the seed draws `drawn` on average (default 0.3). A row that needs a capability the target lacks is
 * left out, if its requirement has other checks. The title of a row must be unique.
 */
export function checks<Case>(
  id: RequirementId | ((row: Case) => RequirementId),
  rows: readonly Case[],
  title: (row: Case) => string,
  check: (context: CheckContext, row: Case) => Promise<void>,
  options: (CheckOptions & { drawn?: number }) | ((row: Case) => CheckOptions & { drawn?: number }) = {},
): void {
  for (const [index, row] of rows.entries()) {
    const of = typeof id === 'function' ? id(row) : id;
    const { drawn = 0.3, ...own } = typeof options === 'function' ? options(row) : options;
    const place = { index, mixed: typeof id === 'function', of: rows.length, drawn, needs: own.needs ?? [] };
    add('requirement', of, title(row), requirementEntry(of), own, (context) => check(context, row), place);
  }
}

/** Records how a target decided what the interface leaves open: returns what it saw, in a few words. It never fails. */
export function observation(
  id: ObservationId,
  look: (context: CheckContext) => Promise<string>,
  options: CheckOptions = {},
): void {
  const entry = observationEntry(id);
  add('observation', id, entry.question, entry, options, look);
}

function add(
  kind: Definition['kind'],
  id: Definition['id'],
  written: string,
  entry: { chapter: Chapter; needs: readonly Capability[]; waits?: Duration },
  options: CheckOptions,
  check: (context: CheckContext) => Promise<unknown>,
  row: Definition['row'] = null,
): void {
  const needs = [...new Set([...entry.needs, ...(options.needs ?? [])])];
  const defined = {
    kind,
    id,
    chapter: entry.chapter,
    waits: options.waits ?? entry.waits,
    realTime: options.realTime ?? (needs.includes('browser') || needs.includes('processing-delay')),
    requests: requestsOf(id),
    runs: options.runs ?? 'together',
    oneMerchant: !needs.some((need) => furtherMerchants.includes(need)),
  };
  const title = withArticles(written);
  const beyond = needs.filter((need) => !entry.needs.includes(need));
  // A check that needs or waits for more than its requirement does must not take the requirement with it where the
  // target lacks that: the requirement keeps its other checks.
  const demandsMore = beyond.length > 0 || secondsOf(options.waits) > secondsOf(entry.waits);
  const further = beyond.includes('live') ? inLiveRow(null, beyond) : { ...ALWAYS_DRAWN, needs: beyond };
  define({
    ...defined,
    title,
    cost: costOf(id, title),
    needs,
    row: row === null && demandsMore ? further : row,
    check,
  });
  if (options.alsoInLive !== true) return;
  const inLiveNeeds = needsInLive(needs);
  define({
    ...defined,
    title: `live: ${title}`,
    cost: costOf(id, `live: ${title}`),
    needs: inLiveNeeds,
    row: inLiveRow(row, inLiveNeeds),
    check: (context: CheckContext) =>
      inLiveNeeds.includes('live-buyer')
        ? movingLiveMoney(context, () => check(inLive(context)))
        : check(inLive(context)),
  });
}

/** With these a check uses another merchant than the first in the sandbox. */
const furtherMerchants: readonly Capability[] = ['other-merchant', 'other-live-merchant', 'live', 'live-buyer'];

/** The place of a check that a requirement has beside those that need no more than it does. */
const ALWAYS_DRAWN = { index: 1, mixed: false, of: 2, drawn: 1 };

function secondsOf(time: Duration | undefined): number {
  return time === undefined ? 0 : seconds(time);
}

/** The place of a check in live, which is never the one that its requirement keeps. */
function inLiveRow(row: Definition['row'], needs: readonly Capability[]): NonNullable<Definition['row']> {
  return { mixed: false, of: 2, drawn: 0.3, ...row, index: Math.max(1, row?.index ?? 1), needs };
}

/**
 * Only one check at a time moves the money of a live merchant that several checks share: another check would count that
 * movement as its own.
 */
export async function movingLiveMoney<T>(
  { live, exclusively }: Pick<CheckContext, 'live' | 'exclusively'>,
  work: () => Promise<T>,
): Promise<T> {
  return await exclusively(`balance of ${(await live.present()).merchantId}`, work);
}
