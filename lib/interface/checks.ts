import { type Definition, define } from '../engine/checks/define.ts';
import type { Duration } from '../engine/time/duration.ts';
import type { CheckContext } from './context.ts';
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
  /** What this check needs beyond what the register says of its requirement. */
  needs?: readonly Capability[];
  /** Time that must pass at the target for this check, where the register does not say it already. */
  waits?: Duration;
  /**
   * `together` (default): at the same time as others. `undisturbed`: nothing else may use its merchant meanwhile, because it
   * looks at a balance. `alone`: nothing else may run at all, because it counts requests.
   */
  runs?: Definition['runs'];
  /**
   * The same holds in live, and is looked at there once more: with a live merchant, wallets and their owners in the sandbox's place. For
   * what has no preparation that is `shared`, and needs nothing of the sandbox's own.
   */
  alsoInLive?: boolean;
}

/** A check of one requirement: passes when it returns, fails where an expectation does not hold. */
export function check(
  id: RequirementId,
  title: string,
  check: (context: CheckContext) => Promise<void>,
  options: CheckOptions = {},
): void {
  add('requirement', id, title, requirementEntry(id), options, check);
}

/**
 * A table of cases: the same rule for other kinds, states or values, the most telling row first. Each row is a check of its own. All
 * are made where each check has a merchant, and so a rate limit, of its own; elsewhere the first, and of the others as many as `drawn`
 * says on average (0.3 by default), which the seed chooses. A row that needs what a target lacks is left out there, where its requirement
 * has other checks. The words of a row have to tell it from all others.
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
    const place = { index, of: rows.length, drawn, needs: own.needs ?? [] };
    add('requirement', of, title(row), requirementEntry(of), own, (context) => check(context, row), place);
  }
}

/** A look at what the interface leaves open: returns what it saw, in a few words. It never fails. */
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
  title: string,
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
    realTime: needs.includes('browser') || needs.includes('processing-delay'),
    requests: requestsOf(id),
    runs: options.runs ?? 'together',
  };
  define({ ...defined, title, needs, row, check });
  if (options.alsoInLive !== true) return;
  const further = ['live', ...needs.map((need) => inLiveNeeds[need] ?? need)] as const;
  define({
    ...defined,
    title: `live: ${title}`,
    needs: [...new Set(further)],
    // Left out where there is no live environment: the requirement has its check in the sandbox.
    row: { of: 2, drawn: 0.3, ...row, index: Math.max(1, row?.index ?? 1), needs: further },
    check: (context: CheckContext) =>
      further.includes('live-buyer') ? movingLiveMoney(context, () => check(inLive(context))) : check(inLive(context)),
  });
}

/** Only one check at a time moves the money of a live merchant that several share: another would take it for its own movement. */
export async function movingLiveMoney<T>(
  { live, exclusively }: Pick<CheckContext, 'live' | 'exclusively'>,
  work: () => Promise<T>,
): Promise<T> {
  return await exclusively(`balance of ${(await live.present()).merchantId}`, work);
}

/** What has another name where it is live. */
const inLiveNeeds: Partial<Record<Capability, Capability>> = { buyer: 'live-buyer', webhooks: 'live-webhooks' };

/** The context of a check whose merchant is live, as well as the wallets that are made for it. */
function inLive(context: CheckContext): CheckContext {
  const wallets = context.wallets.in('live');
  return Object.create(context, {
    merchant: { value: context.live.sellingFor(async () => (await wallets.make()).walletId) },
    wallets: { value: wallets },
  });
}
