import type { CheckResult } from '../checks/check-result.ts';
import type { Outcome } from '../checks/outcome.ts';
import type { Cause, Certificate, CertifiedRequirement } from '../evidence/certificate.ts';
import { MODEL } from '../evidence/recorded.ts';
import type { ExchangeRecord } from '../http/index.ts';
import type { Predicate } from '../predicates/index.ts';
import { isOutage } from '../run/connection/outage-detector.ts';
import { gateOf } from './gate.ts';
import { failedDeliveryOf, failedExchangeOf, failedIn } from './telling.ts';

/** The parts of a check's result that show why it did not pass. */
export type FailureSource = Pick<
  CheckResult,
  'id' | 'file' | 'outcome' | 'reason' | 'exchanges' | 'exchangeIds' | 'deliveries' | 'predicates'
>;

/**
 * Groups the requirements that failed or were blocked by cause. An outage of the target comes first; then endpoints that always gave the
 * same unsuccessful answer; then causes that both a requirement's own check and the model saw; then those that only a check saw; then
 * those that only the model saw; last, those that only blocked checks. Within each of these, causes of the most requirements come first. `results` determine the cause;
 * without them the requirements' reasons do. `patterns` are the endpoints of the interface (`GET /v1/things/{reference}`): a request is named by
 * the one that it fits.
 */
export function causesOf(
  requirements: readonly CertifiedRequirement[],
  results: readonly FailureSource[] = [],
  patterns: readonly string[] = [],
): Cause[] {
  const problems = requirements.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked');
  // All that follows looks at every exchange of the run.
  if (problems.length === 0) return [];
  const endpointOf = namedBy(patterns);
  const always = uniformAnswers(results, endpointOf);
  const byId = Map.groupBy(results, ({ id }) => id as string);
  const sources = new Map(problems.map((each) => [each.id, sourceOf(each, byId.get(each.id) ?? [])]));
  const ownOf = (each: CertifiedRequirement) => {
    const check = sources.get(each.id);
    return check === undefined ? bySentence(each.reasons?.[0] ?? each.reason) : symptomOf(check, always, endpointOf);
  };
  const symptoms = new Map(problems.map((each) => [each.id, ownOf(each)]));
  // A check is often blocked by what another failed for: the same answer of the same endpoint.
  const failing = new Map<string, Symptom>();
  for (const { id, outcome } of problems.toReversed()) {
    const symptom = symptoms.get(id);
    if (outcome === 'failed' && symptom !== undefined && symptom.answer !== null) failing.set(symptom.answer, symptom);
  }
  const isOnlyModels = (id: string) => sources.get(id)?.file === MODEL;
  const uncertainty = (id: string): number => {
    if (isOnlyModels(id)) return 2;
    return byId.get(id)?.some(({ file }) => file === MODEL) ? 0 : 1;
  };
  const keyOf = (each: CertifiedRequirement): Symptom => {
    const symptom = symptoms.get(each.id) ?? bySentence(each.reason);
    if (isOnlyModels(each.id))
      return symptoms.get(causeOfModelFailure(sources.get(each.id), results)?.id ?? '') ?? symptom;
    return (each.outcome === 'blocked' && symptom.answer !== null && failing.get(symptom.answer)) || symptom;
  };
  const groups = [...Map.groupBy(problems, (each) => keyOf(each).key).values()];
  return groups
    .flatMap((of) => {
      const [first] = of;
      const ids = (outcome: Outcome) => of.filter((each) => each.outcome === outcome).map(({ id }) => id);
      const [failed, blocked] = [ids('failed'), ids('blocked')];
      if (first === undefined) return [];
      const cause = keyOf(first);
      // What an endpoint that answers nothing else breaks first in the interface is that it works, whatever the model saw of the rest.
      const doubt = cause.endpoint === null ? uncertainty : (id: string) => Number(isOnlyModels(id));
      const [surest] = failed.toSorted((a, b) => doubt(a) - doubt(b));
      return { ...cause, start: surest ?? first.id, failed, blocked };
    })
    .sort((a, b) => rank(a, uncertainty) - rank(b, uncertainty) || size(b) - size(a))
    .map(({ words, endpoint, start, failed, blocked }) => ({ words, endpoint, start, failed, blocked }));
}

/** The check that shows why: one of the requirement's own, otherwise the model, which judges everything that happened in the run. */
function sourceOf({ outcome }: CertifiedRequirement, checks: readonly FailureSource[]): FailureSource | undefined {
  const of = checks.filter((each) => each.outcome === outcome);
  return of.find(({ file }) => file !== MODEL) ?? of[0];
}

/**
 * The failed check that caused what the model reports: a general rule that is broken along with a special one is not a separate cause. Of
 * several checks it is the one that failed at an exchange or a webhook of the model's story, the later in the story the better; otherwise any
 * that shares one with it.
 */
function causeOfModelFailure(
  model: FailureSource | undefined,
  results: readonly FailureSource[],
): FailureSource | undefined {
  if (model === undefined) return undefined;
  const story = [...model.exchangeIds].sort((a, b) => b - a);
  const told = model.deliveries.map(({ seq }) => seq);
  const checks = results.filter(({ file, outcome }) => file !== MODEL && outcome === 'failed');
  const at = (each: FailureSource) => story.indexOf(failedExchangeOf(each)?.id ?? -1);
  const [nearest] = checks.filter((each) => at(each) >= 0).sort((a, b) => at(a) - at(b));
  return (
    nearest ??
    checks.find((each) => told.includes(failedDeliveryOf(each)?.seq ?? -1)) ??
    checks.find(
      ({ exchangeIds, deliveries }) =>
        exchangeIds.some((id) => story.includes(id)) || deliveries.some(({ seq }) => told.includes(seq)),
    )
  );
}

/** Selects at most `most` causes, in their order: the first ones, and of the rest the three that explain the most requirements. */
export function mostTelling<T extends Pick<Cause, 'failed' | 'blocked'>>(
  causes: readonly T[],
  most: number,
): readonly T[] {
  if (causes.length <= most) return causes;
  const first = causes.slice(0, most - WIDEST);
  const widest = causes.slice(first.length).toSorted((a, b) => size(b) - size(a));
  const shown = new Set([...first, ...widest.slice(0, WIDEST)]);
  return causes.filter((each) => shown.has(each));
}

/** How many causes are selected because they explain many requirements. */
const WIDEST = 3;

/** The causes in a certificate that close the gate, each with only the requirements that do: known failures are listed elsewhere. */
export function openCauses(certificate: Pick<Certificate, 'requirements' | 'totals' | 'baseline' | 'causes'>): Cause[] {
  const { failed, blocked } = gateOf(certificate);
  const open = new Set([...failed, ...blocked].map(({ id }) => id));
  const causes = certificate.causes ?? causesOf(certificate.requirements);
  return causes.flatMap((cause) => {
    const left = {
      failed: cause.failed.filter((id) => open.has(id)),
      blocked: cause.blocked.filter((id) => open.has(id)),
    };
    const start = open.has(cause.start) ? cause.start : (left.failed[0] ?? left.blocked[0]);
    return start === undefined ? [] : { ...cause, ...left, start };
  });
}

/**
 * The causes with that of requirement `id` first, told by this requirement: what ended a run (`--bail`) is the one to start with, although what
 * was under way then is judged too, and may have another cause.
 */
export function ledBy(id: string, causes: readonly Cause[]): Cause[] {
  const ending = causes.find(({ failed }) => failed.includes(id));
  if (ending === undefined) return [...causes];
  return [{ ...ending, start: id }, ...causes.filter((each) => each !== ending)];
}

/** How many requirements a cause explains. */
export function size({ failed, blocked }: Pick<Cause, 'failed' | 'blocked'>): number {
  return failed.length + blocked.length;
}

/** How a requirement shows its cause. */
interface Symptom {
  /** The same for all requirements with one cause. */
  readonly key: string;
  readonly words: string;
  /** The endpoint that always gives the same answer; null if there is none. */
  readonly endpoint: string | null;
  /** The endpoint and status that are to blame; null if something else is. */
  readonly answer: string | null;
}

function rank(
  { words, endpoint, start, failed }: Pick<Cause, 'words' | 'endpoint' | 'start' | 'failed'>,
  doubt: (id: string) => number,
): number {
  if (isOutage(words)) return -2;
  if (endpoint !== null) return -1;
  return failed.length === 0 ? 3 : doubt(start);
}

function bySentence(reason = ''): Symptom {
  const words = withoutValues(reason);
  return { key: words, words, endpoint: null, answer: null };
}

/**
 * Removes what belongs to one request alone: bodies, paths of addresses, references, and words of eight characters or more with a digit. So
 * what many checks met is one cause, and its words are about all of them.
 */
function withoutValues(reason: string): string {
  // What a target sent may be of any length, and these patterns look at each word many times.
  return withoutBodies(reason.slice(0, MAX_WORDS).replace(ERROR, '$1'))
    .replace(/(\w+:\/\/[^/\s]+)\/[^\s"']*/g, (address, origin) => `${origin}/…${/[:,;.)]+$/.exec(address)?.[0] ?? ''}`)
    .replace(/\w+-[a-z0-9]+-[a-z0-9]+-[a-z0-9]+/g, '…')
    .replace(/(?<![\w./:])(?=[\w-]*\d)[\w-]{8,}/g, '…')
    .replace(/…+/g, '…');
}

/** In characters. */
const MAX_WORDS = 2_000;

/** An error in the interface's form, of which the code stays. */
const ERROR = /\{\s*"error"\s*:\s*\{[^{}]*"code"\s*:\s*"([\w.-]{1,60})"[^{}]*\}\s*\}/g;

/** Objects and lists in JSON; a text that was cut has no end, and goes with all that follows it. */
function withoutBodies(reason: string): string {
  const innermost = /\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*\}|\[(?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*\]/g;
  const next = reason.replace(innermost, '…');
  return next === reason ? next.replace(/[{[]["…].*/s, '…') : withoutBodies(next);
}

function symptomOf(check: FailureSource, always: ReadonlyMap<string, string>, endpointOf: EndpointOf): Symptom {
  const predicate = failedIn(check);
  const wrong = failedExchangeOf(check);
  const isAlways = (each: ExchangeRecord | undefined) => each !== undefined && always.has(endpointOf(each));
  const deadEnds = check.exchanges.filter((each) => isDeadEnd(each) && isAlways(each));
  // A failed write explains why later steps did not work; a failed read explains only itself.
  const deadEnd =
    deadEnds.find(({ request }) => request.method !== 'GET') ??
    (wrong === undefined ? deadEnds[0] : isAlways(wrong) ? wrong : undefined);
  if (deadEnd !== undefined) {
    const endpoint = endpointOf(deadEnd);
    const words = `${endpoint} is always answered ${always.get(endpoint)}`;
    return { key: words, words, endpoint, answer: `${endpoint} ${deadEnd.response?.status}` };
  }
  const sentence = bySentence(check.reason ?? '');
  if (predicate === undefined) {
    // If the reason does not mention this status, the cause was another: a step of control, or an event that did not come.
    const last = check.exchanges.at(-1);
    const status = last?.response?.status;
    // Only where it stands alone: the port of an address or an amount may have the same digits.
    const isTold = new RegExp(`(?<![\\w.,:/-])${status}(?![\\w/-]|[.,]\\d)`).test(check.reason ?? '');
    if (last === undefined || status === undefined || !isTold) return sentence;
    return { ...sentence, answer: `${endpointOf(last)} ${status}` };
  }
  if (wrong?.response == null) return sentence;
  const { status } = wrong.response;
  const [endpoint, expected] = [endpointOf(wrong), expectedBy(predicate)];
  const answered = `${endpoint} answered ${answerOf(wrong)}`;
  const answer = `${endpoint} ${status}`;
  // The request had to be refused; only a header or the error shape is wrong. This does not explain why other checks were blocked.
  if (status >= 400 && !isOfAnswer(predicate)) return { ...sentence, key: `${answered}: ${sentence.key}` };
  if (status >= 400) return { key: answered, words: answered, endpoint: null, answer };
  if (expected === null) return { ...sentence, key: `${answered}: ${sentence.key}`, answer };
  return { key: `${answered}, ${expected} was due`, words: `${answered}, ${expected} was due`, endpoint: null, answer };
}

/** Endpoints that gave the same unsuccessful status to all requests, made by at least two checks. */
function uniformAnswers(results: readonly FailureSource[], endpointOf: EndpointOf): Map<string, string> {
  const seen = new Map<number, ExchangeRecord>();
  const askedBy = new Map<string, Set<FailureSource>>();
  for (const result of results) {
    for (const each of result.exchanges) {
      seen.set(each.id, each);
      const endpoint = endpointOf(each);
      askedBy.set(endpoint, (askedBy.get(endpoint) ?? new Set()).add(result));
    }
  }
  const usual = [...seen.values()].filter(
    ({ response, otherCredentials }) => response !== null && response.status !== 429 && !otherCredentials,
  );
  const uniform = new Map<string, string>();
  for (const [endpoint, of] of Map.groupBy(usual, endpointOf)) {
    const statuses = new Set(of.map(({ response }) => response?.status ?? 0));
    const [status = 0] = statuses;
    const answers = new Set(of.map(answerOf));
    if (statuses.size !== 1 || status < 400 || (askedBy.get(endpoint)?.size ?? 0) < 2) continue;
    uniform.set(endpoint, answers.size === 1 ? ([...answers][0] ?? '') : String(status));
  }
  return uniform;
}

/** An answer that says that the endpoint does not exist or does not work. */
function isDeadEnd({ response }: ExchangeRecord): boolean {
  return response !== null && (response.status >= 500 || [404, 405, 410].includes(response.status));
}

/** For example "POST /v1/things/{…}/close". */
type EndpointOf = (exchange: Pick<ExchangeRecord, 'request'>) => string;

/** A reference may look like a word of the path ("new"), so the patterns decide; of a path that fits none, what is no lower-case word is a value. */
function namedBy(patterns: readonly string[]): EndpointOf {
  const known = patterns.map((pattern) => {
    const [method, path = ''] = pattern.split(' ');
    const parts = path.split(/\{\w+\}/).map((part) => part.replace(/\W/g, '\\$&'));
    return { method, fits: new RegExp(`^(.*)${parts.join('[^/]+')}$`), name: path.replace(/\{\w+\}/g, '{…}') };
  });
  const generic = (path: string) =>
    path
      .split('/')
      .map((part) => (/^(?:v\d+|[a-z]+(?:-[a-z]+)*|)$/.test(part) ? part : '{…}'))
      .join('/');
  return ({ request }) => {
    const path = /^\w+:\/\/[^/?#]*([^?#]*)/.exec(request.url)?.[1] ?? request.url;
    const pattern = known.find(({ method, fits }) => method === request.method && fits.test(path));
    const name = pattern === undefined ? generic(path) : generic(pattern.fits.exec(path)?.[1] ?? '') + pattern.name;
    return `${request.method} ${name || '/'}`;
  };
}

/** The status and, if the body has one, the code of the error. */
function answerOf({ response }: ExchangeRecord): string {
  const code = /"code"\s*:\s*"([\w.-]{1,60})"/.exec(
    response?.status !== undefined && response.status >= 400 ? response.body : '',
  );
  return [response?.status ?? 'nothing', ...(code?.[1] === undefined ? [] : [code[1]])].join(' ');
}

/** Whether a failed expectation shows that the request should have been answered otherwise. One about a header or the error shape does not. */
function isOfAnswer({ matcher, subject }: Predicate): boolean {
  if (matcher === 'toHaveErrorShape' || 'derived' in subject) return false;
  return !('at' in subject && subject.at?.[0] === 'headers');
}

/** The answer that was expected, if the failed expectation was of a status. */
function expectedBy({ matcher, args }: Predicate): string | null {
  if (matcher === 'toBeRefused') return 'a refusal';
  if (matcher !== 'toHaveStatus' && matcher !== 'toBeRefusedWith') return null;
  return args.flatMap((arg) => ('value' in arg ? String(arg.value) : [])).join(' ') || null;
}
