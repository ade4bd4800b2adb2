import { type DeliveryRecord, toRecord } from '../capture/journal.ts';
import { type ExchangeRecord, maskDeep, NetworkError } from '../client/index.ts';
import type { History } from '../journal/index.ts';
import type { Predicate } from '../predicates/index.ts';
import type { Capability } from '../requirements/index.ts';
import { NoBrowser } from '../target/chromium.ts';
import { inWords, seconds } from '../target/duration.ts';
import type { Screenshot } from '../target/hosted-page.ts';
import { PageError } from '../target/page-driver.ts';
import type { Activity } from './activity.ts';
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
  const name = `${definition.id}: ${definition.title}`;
  try {
    const lack = lacking(run, definition);
    if (lack !== null) return finding(run, definition, file, newEvidence(), { outcome: 'not_exercised', reason: lack });
    const known = run.durable?.finding(name);
    if (known !== undefined) return known;
    const found = await inTurns(run, definition, order, file, signal, name);
    if (!signal.aborted && !found.impossible) run.durable?.found(name, found);
    return found;
  } finally {
    run.locks.ended(name);
  }
}

const INTERRUPTED = 'interrupted';

/** Milliseconds of a check's life that an interruption may cost for it to be begun again. */
const CHEAP = 600_000;

/** Makes a check; again, from its beginning, where answers were lost, or where an interruption of the run has made it doubtful. */
async function inTurns(
  run: Run,
  definition: Definition,
  order: number,
  file: string,
  signal: AbortSignal,
  name: string,
): Promise<Finding> {
  const startedAt = Date.now();
  // What it expected counts of its last turn alone; what it has sent belongs to it all the same.
  const before: number[] = [];
  // Not from where it was when the run was interrupted, but from its beginning.
  let anew = definition.runs === 'alone';
  let mayDoubt = !anew;
  let lost = 1;
  for (let count = 1; ; count++) {
    const evidence = newEvidence();
    const history = run.durable?.history(name, { signal, anew }) ?? null;
    const turn = { number: history?.turn ?? count, history };
    const judgement = await oneTurn(run, definition, order, evidence, signal, turn);
    const [doubt] = history?.doubts ?? [];
    const told = doubted(inDoubt(judgement, evidence.losses), doubt, definition.kind);
    const isLost = run.line.losses.again(judgement, evidence.losses, lost);
    const isCheap = history !== null && history.lived < CHEAP;
    const isDoubtful = mayDoubt && doubt !== undefined && told.outcome !== 'passed' && isCheap;
    if (!signal.aborted && (isLost || isDoubtful)) {
      before.push(...evidence.exchangeIds);
      anew = true;
      if (isLost) lost++;
      else mayDoubt = false;
      continue;
    }
    const all = new Set([...run.journal.exchangesOf(name), ...before, ...evidence.exchangeIds]);
    evidence.exchangeIds.splice(0, Number.POSITIVE_INFINITY, ...all);
    if (lost > 1) evidence.notes.push(`answers were lost on the way: this is turn ${lost} of the check`);
    return finding(run, definition, file, evidence, told, startedAt);
  }
}

/** `number`: how often it has been begun, in whatever process. */
interface Turn {
  readonly number: number;
  readonly history: History | null;
}

async function oneTurn(
  run: Run,
  definition: Definition,
  order: number,
  evidence: Evidence,
  signal: AbortSignal,
  turn: Turn,
): Promise<Judgement> {
  const activity = await run.conductor.begin(order, turn.history);
  run.underWay++;
  try {
    return await activity.perform(async () => {
      signal.throwIfAborted();
      const silence = await run.line.lastingSilence(signal);
      if (silence !== null) throw new Blocked(silence);
      return await attempt(run, definition, activity, evidence, signal, turn.number);
    });
  } catch (error) {
    if (error instanceof LostStep) evidence.losses.push('a step');
    return judge(error, signal);
  } finally {
    run.underWay--;
  }
}

/** What an interruption of the run may have brought about is not the target's fault, nor how it decides. */
function doubted(judgement: Judgement, doubt: string | undefined, kind: Definition['kind']): Judgement {
  const { outcome, reason, impossible } = judgement;
  if (doubt === undefined) return judgement;
  if (kind === 'observation' && outcome === 'passed') {
    return { outcome: 'not_exercised', reason: doubt, inDoubt: true };
  }
  if (impossible || outcome === 'passed' || outcome === 'not_exercised') return judgement;
  return { outcome: 'not_exercised', reason: `${doubt}; so it says nothing that ${reason}`, inDoubt: true };
}

export interface Judgement {
  outcome: Outcome;
  reason: string | null;
  observed?: string;
  impossible?: boolean;
  /** What it expected and did not see may be the network's fault, or an interruption's. */
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
