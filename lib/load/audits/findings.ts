import type { Line } from '../../../load/support/line.ts';
import type { Finding, Outcome } from '../types.ts';

/** Maximum number of contradicting cases that a finding shows. */
const SHOWN = 5;

/** Counts cases of one kind and keeps only the first `SHOWN` as text: of millions of requests every one may be such a case. */
export class Cases {
  count = 0;
  readonly shown: string[] = [];

  static of(all: Iterable<string>): Cases {
    const cases = new Cases();
    cases.add(...all);
    return cases;
  }

  add(...words: readonly string[]): void {
    this.count += words.length;
    this.shown.push(...words.slice(0, SHOWN - this.shown.length));
  }

  /** Formats the line only if it is shown. */
  addLine(line: Line): void {
    this.count++;
    if (this.shown.length < SHOWN) this.shown.push(describe(line));
  }
}

/** `failed` if there is a contradicting case, else `passed`. */
export function holds(id: string, says: string, detail: string, contradictions: Cases | readonly string[]): Finding {
  return holdsUnless(null, id, says, detail, contradictions);
}

/** As `holds`, but `inconclusive` in place of `failed` if there is a `doubt`: another possible cause than the target. */
export function holdsUnless(
  doubt: string | null,
  id: string,
  says: string,
  detail: string,
  contradictions: Cases | readonly string[],
): Finding {
  const { count, shown } = contradictions instanceof Cases ? contradictions : Cases.of(contradictions);
  if (count === 0) return finding(id, says, 'passed', detail, []);
  const told = `${detail}; ${count} contradict it`;
  return doubt === null
    ? finding(id, says, 'failed', told, shown)
    : finding(id, says, 'inconclusive', `${told}; ${doubt}`, shown);
}

/**
 * As `holdsUnless`, but `inconclusive` in place of `passed` if requests (`unseen` many) got no response: what they would have shown is
 * unknown.
 */
export function holdsOfSeen(
  unseen: number,
  id: string,
  says: string,
  detail: string,
  contradictions: Cases | readonly string[],
  doubt: string | null = null,
): Finding {
  const found = holdsUnless(doubt, id, says, detail, contradictions);
  if (found.outcome !== 'passed' || unseen === 0) return found;
  return inconclusive(id, says, `${detail}; ${unseen} got no answer`);
}

export function inconclusive(id: string, says: string, detail: string): Finding {
  return finding(id, says, 'inconclusive', detail, []);
}

export function finding(id: string, says: string, outcome: Outcome, detail: string, cases: readonly string[]): Finding {
  return { id, says, outcome, detail, examples: cases.slice(0, SHOWN) };
}

/**
 * Average number of requests of a batch in progress at the same time: the sum of their durations divided by the duration of the batch. Time
 * that a request waits inside k6 does not count. The batch's duration is increased by 1 ms, because k6's clock counts whole milliseconds.
 */
export function concurrency(batch: readonly Line[]): number {
  const wallMs = Math.max(...batch.map((line) => line.wallMs)) + 1;
  return batch.reduce((sum, { ms }) => sum + ms, 0) / wallMs;
}

/** Whether requests sent simultaneously overlapped; if they did not, the run shows nothing. `lines`: ordered by `at`. */
export function overlap(lines: Iterable<Line>): Finding {
  const says = 'Requests that were to be simultaneous overlapped.';
  const each: number[] = [];
  let moment: Line[] = [];
  const close = () =>
    each.push(...[...Map.groupBy(moment, ({ key, round }) => `${key} ${round}`).values()].map(concurrency));
  for (const line of lines) {
    if (moment[0] !== undefined && moment[0].at !== line.at) {
      close();
      moment = [];
    }
    moment.push(line);
  }
  close();
  each.sort((a, b) => a - b);
  const overlapping = each.filter((value) => value >= 1.5).length;
  const median = each[Math.floor(each.length / 2)] ?? 0;
  const detail = `${overlapping} of ${each.length} batches overlapped, on average ${median.toFixed(1)} requests under way at once (median)`;
  // Other load on the machine may keep a batch from overlapping; half of the batches suffice.
  const enough = each.length > 0 && overlapping >= each.length / 2;
  return finding('overlap', says, enough ? 'passed' : 'inconclusive', detail, []);
}

/** The smallest value that at least `share` of all values do not exceed; 0 if there are none. `sorted`: ascending. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function describe({ op, key, round, turn, status, error, body }: Line): string {
  const code = /"code"\s*:\s*"([^"]{1,60})"/.exec(body ?? '')?.[1];
  const came = status === 0 ? `no answer (${error ?? 'why, k6 does not say'})` : `${status}${code ? ` ${code}` : ''}`;
  return `${op} of key ${key}, round ${round}, turn ${turn}: ${came}`;
}

export function asJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** A field of a JSON object; undefined if `json` is no object or has no such field. */
export function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
}
