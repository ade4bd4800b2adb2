import { type DeliveryRecord, toRecord } from '../capture/journal.ts';
import { type ExchangeRecord, maskDeep, NetworkError } from '../client/index.ts';
import type { Predicate } from '../predicates/index.ts';
import type { Capability } from '../requirements/index.ts';
import { NoBrowser } from '../target/chromium.ts';
import { inWords, seconds } from '../target/duration.ts';
import type { Screenshot } from '../target/hosted-page.ts';
import { PageError } from '../target/page-driver.ts';
import type { Activity } from './conductor.ts';
import type { Definition } from './define.ts';
import { giveTo } from './given.ts';
import { inDoubt } from './losses.ts';
import { Blocked, LostStep, NotExercised, type Outcome, RunImpossible } from './outcome.ts';
import type { Run } from './run.ts';
import { type BurstRecord, condensed, type Evidence, newEvidence, type Part, telling } from './story.ts';

/** What became of one check. Plain data: it goes from the worker to the command. */
export interface Finding {
  readonly kind: Definition['kind'];
  readonly id: Definition['id'];
  readonly title: string;
  readonly file: string;
  readonly outcome: Outcome;
  /** Why it did not pass; null where it did. */
  readonly reason: string | null;
  /** Of an observation: what was seen. */
  readonly observed: string | null;
  /** No run can be made at all. */
  readonly impossible: boolean;
  /** Epoch milliseconds; both null where nothing was tried. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly notes: readonly string[];
  /** What happened, in order; it points into the lists below: exchanges by id, deliveries by seq, pages by their place. */
  readonly story: readonly Part[];
  /** Of a check of the rate limit. */
  readonly bursts: readonly BurstRecord[];
  /** Hosted pages as the buyer saw them. */
  readonly screenshots: readonly Screenshot[];
  /** What a report shows of its exchanges; of very many only a few. */
  readonly exchanges: readonly ExchangeRecord[];
  readonly exchangeIds: readonly number[];
  readonly deliveries: readonly DeliveryRecord[];
  /** What it expected, in order, with pointers into the evidence. */
  readonly predicates: readonly Predicate[];
}

/** No reason is told at greater length, in characters: a target may have said anything. */
const LONGEST = 4_000;

/** Runs one check and tells what became of it. Never throws. */
export async function exercise(
  run: Run,
  definition: Definition,
  order: number,
  file: string,
  signal: AbortSignal,
): Promise<Finding> {
  const lack = lacking(run, definition);
  if (lack !== null) return finding(run, definition, file, newEvidence(), { outcome: 'not_exercised', reason: lack });
  const startedAt = Date.now();
  // What it expected counts of its last turn alone; what it has sent belongs to it all the same.
  const before: number[] = [];
  for (let turn = 1; ; turn++) {
    const evidence = newEvidence();
    const judgement = await oneTurn(run, definition, order, evidence, signal, turn);
    if (run.line.losses.again(judgement, evidence.losses, turn)) {
      before.push(...evidence.exchangeIds);
      continue;
    }
    evidence.exchangeIds.unshift(...before);
    if (turn > 1) evidence.notes.push(`answers were lost on the way: this is turn ${turn} of the check`);
    return finding(run, definition, file, evidence, inDoubt(judgement, evidence.losses), startedAt);
  }
}

const INTERRUPTED = 'interrupted';

async function oneTurn(
  run: Run,
  definition: Definition,
  order: number,
  evidence: Evidence,
  signal: AbortSignal,
  turn: number,
): Promise<Judgement> {
  const activity = await run.conductor.begin(order);
  try {
    return await activity.perform(async () => {
      signal.throwIfAborted();
      const silence = await run.line.lastingSilence(signal);
      if (silence !== null) throw new Blocked(silence);
      return await attempt(run, definition, activity, evidence, signal, turn);
    });
  } catch (error) {
    if (error instanceof LostStep) evidence.losses.push('a step');
    return judge(error, signal);
  }
}

export interface Judgement {
  outcome: Outcome;
  reason: string | null;
  observed?: string;
  impossible?: boolean;
  /** What it expected and did not see may be the network's fault. */
  inDoubt?: boolean;
}

async function attempt(
  run: Run,
  definition: Definition,
  activity: Activity,
  evidence: Evidence,
  signal: AbortSignal,
  turn: number,
): Promise<Judgement> {
  const name = `${definition.id} ${definition.title}`;
  const given = await giveTo(run, activity, { name, needs: definition.needs, signal, evidence, turn });
  const seen = await telling(evidence, () => definition.check(given));
  return { outcome: 'passed', reason: null, observed: typeof seen === 'string' ? seen : undefined };
}

/** Why a check cannot be tried on this target; null where it can. A check never decides that for itself. */
function lacking(run: Run, definition: Definition): string | null {
  const missing: Partial<Record<Capability, string>> = run.target.missing;
  for (const need of definition.needs) {
    const reason = missing[need];
    if (reason !== undefined) return reason;
  }
  if (definition.waits !== undefined && !run.conductor.controlled && seconds(definition.waits) > run.target.maxWait) {
    return `not enough time: it takes ${inWords(seconds(definition.waits))}, the longest wait is ${inWords(run.target.maxWait)}`;
  }
  return null;
}

/** Sorts what a check threw. Only an expectation that did not hold is the target's failure. */
function judge(error: unknown, signal: AbortSignal): Judgement {
  if (signal.aborted) return { outcome: 'not_exercised', reason: INTERRUPTED };
  if (error instanceof RunImpossible) return { outcome: 'blocked', reason: error.message, impossible: true };
  if (error instanceof NotExercised || error instanceof NoBrowser)
    return { outcome: 'not_exercised', reason: error.message };
  if (error instanceof Blocked || error instanceof NetworkError || error instanceof PageError)
    return { outcome: 'blocked', reason: error.message };
  if (isExpectation(error)) {
    return { outcome: 'failed', reason: error.message };
  }
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { outcome: 'blocked', reason: `suite fault: ${words}` };
}

function isExpectation(error: unknown): error is Error {
  return error instanceof Error && error.name === 'AssertionError';
}

function finding(
  run: Run,
  definition: Definition,
  file: string,
  evidence: Evidence,
  judgement: Judgement,
  startedAt: number | null = null,
): Finding {
  const mask = run.mask(evidence.merchants);
  // What a target says may be quoted, and it may say a secret; a quotation that was cut short may end inside of one.
  const told = (whole: string) => {
    const text = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
    const parts = text.split('…');
    return parts.map((part, index) => mask.text(part, index < parts.length - 1)).join('…');
  };
  // Of a burst only a few exchanges are kept.
  const kept = new Set(evidence.exchanges.map(({ id }) => id));
  return {
    kind: definition.kind,
    id: definition.id,
    title: definition.title,
    file,
    outcome: judgement.outcome,
    reason: judgement.reason && told(judgement.reason),
    observed: judgement.observed === undefined ? null : told(judgement.observed),
    impossible: judgement.impossible === true,
    startedAt,
    endedAt: startedAt === null ? null : Date.now(),
    notes: evidence.notes.map(told),
    story: toldOf(evidence.story, told, kept),
    bursts: evidence.bursts,
    screenshots: evidence.screenshots,
    exchanges: evidence.exchanges,
    exchangeIds: evidence.exchangeIds,
    deliveries: evidence.deliveries.map(({ received, secret }) =>
      maskDeep(toRecord(received.delivery, secret ?? undefined), mask),
    ),
    predicates: maskDeep(telltale(judgement, evidence.predicates), mask),
  };
}

/** What did not hold while everything was being ended, or while answers were lost, says nothing. */
function telltale({ reason, inDoubt }: Judgement, predicates: readonly Predicate[]): readonly Predicate[] {
  if (reason === INTERRUPTED) return [];
  return inDoubt ? predicates.filter(({ held }) => held) : predicates;
}

function toldOf(parts: readonly Part[], told: (text: string) => string, kept: ReadonlySet<number>): Part[] {
  const left = parts.flatMap((part): Part[] => {
    if ('exchange' in part) return kept.has(part.exchange) ? [part] : [];
    return 'words' in part ? [{ ...part, words: told(part.words), parts: toldOf(part.parts, told, kept) }] : [part];
  });
  return condensed(left);
}
