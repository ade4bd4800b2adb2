import { NoBrowser } from '../browser/chromium.ts';
import { PageTooSlow } from '../browser/page.ts';
import type { History } from '../durable/store/index.ts';
import { NOTHING_TO_EXPECT } from '../evidence/verdict.ts';
import { type Mask, maskDeep, NetworkError } from '../http/index.ts';
import type { Predicate } from '../predicates/index.ts';
import { blockIfAnswersLost } from '../run/connection/lost-responses.ts';
import { runsAtOther } from '../run/order.ts';
import type { Run } from '../run/run.ts';
import { answerDelays, blockIfTooSlow, type Delays, mayBeDelays } from '../run/slowness.ts';
import type { Activity } from '../time/activity.ts';
import { timeOfDay } from '../time/clock.ts';
import { formatDuration, seconds } from '../time/duration.ts';
import { type DeliveryRecord, toRecord } from '../webhooks/delivery-record.ts';
import type { Delivery } from '../webhooks/types.ts';
import type { CheckResult, TurnVerdict } from './check-result.ts';
import type { Definition } from './define.ts';
import { Blocked, LostStep, NotExercised, RunImpossible } from './outcome.ts';
import { condensed, type Evidence, newEvidence, type Part, telling } from './step-log.ts';

/** Maximum length of a reason, in characters: it may quote arbitrary text of the target. */
const MAX_REASON_CHARS = 4_000;

/** Runs one check and returns its result. Never throws. */
export async function runCheck(
  run: Run,
  definition: Definition,
  order: number,
  file: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const name = `${definition.id}: ${definition.title}`;
  try {
    const lack = whyNotTried(run, definition);
    if (lack !== null)
      return resultOf(run, definition, file, newEvidence(), { outcome: 'not_exercised', reason: lack });
    const known = run.durable?.result(name);
    if (known !== undefined) return known;
    const leave = run.reruns.enter();
    const found = await runUntilCertain(run, definition, order, file, signal, { name, leave }).finally(leave);
    if (!signal.aborted && !found.impossible) run.durable?.checkFinished(name, found);
    return found;
  } finally {
    run.locks.ended(name);
  }
}

const INTERRUPTED = 'interrupted';

/**
 * A check that took longer than this, in milliseconds, is not repeated after an interruption, nor because this machine was slow unless
 * the target's clock can be advanced.
 */
const MAX_REPEATABLE_MS = 600_000;

/** Runs a check, and again from its start if answers were lost, this machine was slow, or an interruption of the run made it doubtful. */
async function runUntilCertain(
  run: Run,
  definition: Definition,
  order: number,
  file: string,
  signal: AbortSignal,
  { name, leave }: { name: string; leave: () => void },
): Promise<CheckResult> {
  const startedAt = timeOfDay();
  // Predicates count only for the last turn, but the exchanges of all turns belong to the check.
  const earlierExchanges: number[] = [];
  // `fromStart`: starts from the beginning and does not resume at the point of interruption.
  let fromStart = definition.runs === 'alone';
  let mayDoubt = !fromStart;
  let lost = 1;
  let reruns = 0;
  let hindrance = '';
  for (let count = 1; ; count++) {
    const evidence = newEvidence();
    const history = run.durable?.history(name, { signal, fromStart }) ?? null;
    const turn = { number: history?.turn ?? count, history };
    const runThisTurn = () => runTurn(run, definition, order, evidence, signal, turn);
    const verdict = await (reruns === 0 ? runThisTurn() : run.reruns.alone(runThisTurn));
    const [doubt] = history?.doubts ?? [];
    // A target that is embedded has no other run or person that could move its clock.
    if (mayBeDelays(verdict) && !run.target.embedded) await run.conductor.readClock();
    const delays = delaysDuring(run, evidence);
    const certain = discountIfInterrupted(blockIfAnswersLost(verdict, evidence.lostCalls), doubt, definition.kind);
    const result = blockIfTooSlow(certain, delays);
    const isLost = run.connection.lostResponses.mustRunAgain(verdict, evidence.lostCalls, lost);
    const isRepeatable = history !== null && history.ageMs < MAX_REPEATABLE_MS;
    const isDoubtful = mayDoubt && doubt !== undefined && result.outcome !== 'passed' && isRepeatable;
    // The first time, any delay on this machine is reason to repeat: a rerun is cheap, and alone the check meets less load.
    const isSlow = delays !== null && mayBeDelays(certain) && (reruns === 0 || delays.whyTooSlow !== null);
    const mustRerun = isSlow && reruns < MAX_RERUNS && isShort(run, evidence);
    if (!signal.aborted && (isLost || isDoubtful || mustRerun)) {
      earlierExchanges.push(...evidence.exchangeIds);
      fromStart = true;
      if (isLost) lost++;
      else if (isDoubtful) mayDoubt = false;
      else {
        reruns++;
        hindrance = delays?.isClockMoved ? "others moved the target's clock" : 'this machine was slow';
        leave();
      }
      continue;
    }
    if (reruns > 0) evidence.notes.push(`${hindrance}: the check was made again, with nothing beside it`);
    const all = new Set([...run.evidence.exchangesOf(name), ...earlierExchanges, ...evidence.exchangeIds]);
    evidence.exchangeIds.splice(0, Number.POSITIVE_INFINITY, ...all);
    if (lost > 1) evidence.notes.push(`answers were lost on the way: this is turn ${lost} of the check`);
    return resultOf(run, definition, file, evidence, result, startedAt);
  }
}

/** How often a check is repeated at most because this machine was slow. */
const MAX_RERUNS = 3;

/** Whether repeating the check is cheap; otherwise it is not repeated because this machine was slow. */
function isShort(run: Run, { since }: Evidence): boolean {
  return run.conductor.controlled || performance.now() - since < MAX_REPEATABLE_MS;
}

/** Delays on this machine that may have affected the check. Over a long check only the delays of its own webhooks count. */
function delaysDuring(run: Run, evidence: Evidence): Delays | null {
  if (isShort(run, evidence)) return run.slowness.since(evidence.since);
  return answerDelays(evidence.deliveries.map(({ received }) => received.delivery.keptWaitingMs ?? 0));
}

/** `number`: how often the check has been begun, over all processes of the run. */
interface Turn {
  readonly number: number;
  readonly history: History | null;
}

async function runTurn(
  run: Run,
  definition: Definition,
  order: number,
  evidence: Evidence,
  signal: AbortSignal,
  turn: Turn,
): Promise<TurnVerdict> {
  const activity = await run.conductor.begin(order, turn.history);
  run.underWay++;
  try {
    return await activity.perform(async () => {
      signal.throwIfAborted();
      const outage = await run.connection.lastingOutage(signal);
      if (outage !== null) throw new Blocked(outage);
      return await attempt(run, definition, activity, evidence, signal, turn.number);
    });
  } catch (error) {
    if (error instanceof LostStep) evidence.lostCalls.push('a step');
    return verdictOf(error, signal);
  } finally {
    run.underWay--;
  }
}

/** A failure or observation that an interruption of the run may have caused says nothing about the target. */
function discountIfInterrupted(verdict: TurnVerdict, doubt: string | undefined, kind: Definition['kind']): TurnVerdict {
  const { outcome, reason, impossible } = verdict;
  if (doubt === undefined) return verdict;
  if (kind === 'observation' && outcome === 'passed') {
    return { outcome: 'not_exercised', reason: doubt, inDoubt: true };
  }
  if (impossible || outcome === 'passed' || outcome === 'not_exercised') return verdict;
  return { outcome: 'not_exercised', reason: `${doubt}; so it says nothing that ${reason}`, inDoubt: true };
}

async function attempt(
  run: Run,
  definition: Definition,
  activity: Activity,
  evidence: Evidence,
  signal: AbortSignal,
  turn: number,
): Promise<TurnVerdict> {
  const name = `${definition.id} ${definition.title}`;
  const { needs } = definition;
  const atOther = runsAtOther(definition, run.target);
  const context = await run.profile.giveTo(run, activity, { name, needs, atOther, signal, evidence, turn });
  const seen = await telling(evidence, () => definition.check(context)).finally(() => {
    run.refusals.push(...evidence.refusals);
  });
  if (definition.kind === 'requirement' && evidence.predicates.length === 0)
    return { outcome: 'not_exercised', reason: NOTHING_TO_EXPECT };
  return { outcome: 'passed', reason: null, observed: typeof seen === 'string' ? seen : undefined };
}

/** Why the check cannot be tried on this target; null if it can. A check never decides this itself. */
function whyNotTried(run: Run, definition: Definition): string | null {
  const { missing } = run.target;
  for (const need of definition.needs) {
    const reason = missing[need];
    if (reason !== undefined) return reason;
  }
  if (definition.waits !== undefined && !run.conductor.controlled && seconds(definition.waits) > run.target.maxWait) {
    return `not enough time: it takes ${formatDuration(seconds(definition.waits))}, the longest wait is ${formatDuration(run.target.maxWait)}`;
  }
  return null;
}

/** Turns what a check threw into a judgement. Only a failed expectation counts as the target's failure. */
function verdictOf(error: unknown, signal: AbortSignal): TurnVerdict {
  if (signal.aborted) return { outcome: 'not_exercised', reason: INTERRUPTED };
  if (error instanceof RunImpossible) return { outcome: 'blocked', reason: error.message, impossible: true };
  if (error instanceof NotExercised || error instanceof NoBrowser)
    return { outcome: 'not_exercised', reason: error.message };
  if (error instanceof Blocked || error instanceof NetworkError || error instanceof PageTooSlow)
    return { outcome: 'blocked', reason: error.message };
  if (isExpectation(error)) {
    return { outcome: 'failed', reason: error.message };
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { outcome: 'blocked', reason: `suite fault: ${message}` };
}

function isExpectation(error: unknown): error is Error {
  return error instanceof Error && error.name === 'AssertionError';
}

function resultOf(
  run: Run,
  definition: Definition,
  file: string,
  evidence: Evidence,
  verdict: TurnVerdict,
  startedAt: number | null = null,
): CheckResult {
  const mask = run.mask(evidence.merchants);
  // A reason may quote the target, and the quote may contain a secret; a quote that was cut short may end inside one.
  const maskText = (whole: string) => {
    const text = whole.length > MAX_REASON_CHARS ? `${whole.slice(0, MAX_REASON_CHARS)}…` : whole;
    const parts = text.split('…');
    return parts.map((part, index) => mask.text(part, index < parts.length - 1)).join('…');
  };
  // Of a burst only some exchanges are kept.
  const kept = new Set(evidence.exchanges.map(({ id }) => id));
  return {
    kind: definition.kind,
    id: definition.id,
    title: definition.title,
    file,
    outcome: verdict.outcome,
    ...(definition.row !== null && { spare: true as const }),
    reason: verdict.reason && maskText(verdict.reason),
    observed: verdict.observed === undefined ? null : maskText(verdict.observed),
    impossible: verdict.impossible === true,
    startedAt,
    endedAt: startedAt === null ? null : timeOfDay(),
    notes: evidence.notes.map(maskText),
    stepLog: maskParts(evidence.stepLog, maskText, kept),
    // Needed only to repeat a failed check.
    way: verdict.outcome === 'failed' ? maskDeep(evidence.way, mask) : [],
    made: evidence.merchants.flatMap(({ own, merchantId, environment }) => (own ? { merchantId, environment } : [])),
    bursts: evidence.bursts,
    screenshots: evidence.screenshots,
    exchanges: evidence.exchanges,
    exchangeIds: evidence.exchangeIds,
    deliveries: evidence.deliveries.map(({ received: { delivery }, secret }) => recordOf(delivery, secret, mask)),
    predicates: maskDeep(reportablePredicates(verdict, evidence.predicates), mask),
  };
}

/** Masked records by webhook, as many checks look at the same one. Each is masked with the secrets of the merchant that received it. */
const records = new WeakMap<Delivery, { secret: string | null; record: DeliveryRecord }>();

function recordOf(delivery: Delivery, secret: string | null, mask: Mask): DeliveryRecord {
  const known = records.get(delivery);
  if (known?.secret === secret && known.record.senderClosedAfterMs === delivery.senderClosedAfterMs)
    return known.record;
  const record = maskDeep(toRecord(delivery, secret ?? undefined), mask);
  records.set(delivery, { secret, record });
  return record;
}

/** Failed expectations say nothing when the run was being ended or when answers were lost. */
function reportablePredicates(
  { reason, inDoubt }: TurnVerdict,
  predicates: readonly Predicate[],
): readonly Predicate[] {
  if (reason === INTERRUPTED) return [];
  return inDoubt ? predicates.filter(({ held }) => held) : predicates;
}

/** Shared steps, as masked for the first check that has them. */
const maskedShared = new WeakMap<Part, Part>();

function maskParts(parts: readonly Part[], maskText: (text: string) => string, kept: ReadonlySet<number>): Part[] {
  const left = parts.flatMap((part): Part[] => {
    if ('exchange' in part) return kept.has(part.exchange) ? [part] : [];
    if (!('words' in part)) return [part];
    const masked = maskedShared.get(part);
    if (masked !== undefined) return [masked];
    const shown = { ...part, words: maskText(part.words), parts: maskParts(part.parts, maskText, kept) };
    if (part.shared) maskedShared.set(part, shown);
    return [shown];
  });
  return condensed(left);
}
