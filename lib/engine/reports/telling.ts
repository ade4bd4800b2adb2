import type { CheckResult } from '../checks/check-result.ts';
import type { Definition } from '../checks/define.ts';
import { exchangesIn } from '../checks/step-log.ts';
import type { Suite } from '../checks/suites.ts';
import { MODEL } from '../evidence/recorded.ts';
import type { ExchangeRecord } from '../http/index.ts';
import type { Predicate, Term } from '../predicates/index.ts';
import type { DeliveryRecord } from '../webhooks/delivery-record.ts';

/** The parts of a check's result in which its telling exchanges and deliveries are found. */
export type Told = Pick<CheckResult, 'exchanges' | 'deliveries' | 'predicates' | 'stepLog'>;

/** A record to show. */
export interface Shown<Record> {
  readonly record: Record;
  /** The failed expectation is about it; otherwise it is the last of the check. */
  readonly isWrong: boolean;
}

/**
 * The results in the order in which reports tell them, so that a failure is shown by the plainest check that saw it: first checks that are
 * no row of a table, then the first rows of tables, which are the most telling ones, then other rows, then rows of tables of several
 * requirements, each in the order of definition; then what no suite defines, last of all the model.
 */
export function inTellingOrder<Result extends Pick<CheckResult, 'id' | 'title' | 'file'>>(
  results: readonly Result[],
  suites: readonly Suite[],
): Result[] {
  const rank = ({ row }: Definition) => (row === null ? 0 : (row.index === 0 ? 1 : 2) + (row.mixed ? 2 : 0));
  const defined = suites.flatMap(({ definitions }) => definitions).toSorted((a, b) => rank(a) - rank(b));
  const nameOf = ({ id, title }: { id: string; title: string }) => `${id}: ${title}`;
  const places = new Map(defined.map((each, place) => [nameOf(each), place]));
  const placeOf = (each: Result) => places.get(nameOf(each)) ?? places.size + (each.file === MODEL ? 1 : 0);
  return results.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The expectation that failed, the last one if there are several. */
export function failedIn({ predicates }: Pick<CheckResult, 'predicates'>): Predicate | undefined {
  return predicates.findLast(({ held }) => !held);
}

/** The first exchange that the failed expectation of a check points to. */
export function failedExchangeOf(check: Pick<Told, 'exchanges' | 'predicates'>): ExchangeRecord | undefined {
  const failed = failedIn(check);
  const [id] = failed === undefined ? [] : exchangeIdsIn(failed.subject);
  return check.exchanges.find((each) => each.id === id);
}

/** The first webhook that the failed expectation of a check points to. */
export function failedDeliveryOf(check: Pick<Told, 'deliveries' | 'predicates'>): DeliveryRecord | undefined {
  const failed = failedIn(check);
  const [seq] = failed === undefined ? [] : deliveriesIn(failed.subject);
  return check.deliveries.find((each) => each.seq === seq);
}

/** The exchange that the failed expectation is about, else the last one of the check. */
export function tellingExchangeOf(check: Omit<Told, 'deliveries'>): Shown<ExchangeRecord> | undefined {
  const exchanges = shownExchangesOf(check);
  const wrong = failedExchangeOf({ ...check, exchanges });
  return shown(wrong, exchanges.at(-1));
}

/** As `tellingExchangeOf`, for webhooks. */
export function tellingDeliveryOf(check: Pick<Told, 'deliveries' | 'predicates'>): Shown<DeliveryRecord> | undefined {
  return shown(failedDeliveryOf(check), check.deliveries.at(-1));
}

/** The exchanges that a check's steps show, in the order in which they began. Verification of a run knows no others. */
export function shownExchangesOf({ exchanges, stepLog }: Pick<Told, 'exchanges' | 'stepLog'>): ExchangeRecord[] {
  const ids = new Set(exchangesIn(stepLog));
  return exchanges.filter(({ id }) => ids.has(id)).toSorted((a, b) => a.id - b.id);
}

/** The trace that a request began (`--trace`), by which it is found in the target's own; null if it began none. */
export function traceIdOf({ headers }: ExchangeRecord['request']): string | null {
  return headers.find(([name]) => name === 'traceparent')?.[1].split('-')[1] ?? null;
}

function shown<Record>(wrong: Record | undefined, last: Record | undefined): Shown<Record> | undefined {
  const record = wrong ?? last;
  return record && { record, isWrong: wrong !== undefined };
}

function exchangeIdsIn(term: Term): readonly number[] {
  if ('exchange' in term) return [term.exchange];
  if ('exchanges' in term) return term.exchanges;
  return partsOf(term).flatMap(exchangeIdsIn);
}

function deliveriesIn(term: Term): readonly number[] {
  if ('delivery' in term) return [term.delivery];
  return 'signature' in term ? [term.of] : partsOf(term).flatMap(deliveriesIn);
}

function partsOf(term: Term): readonly Term[] {
  if ('list' in term) return term.list;
  if ('object' in term) return Object.values(term.object);
  return 'derived' in term ? term.from : [];
}
