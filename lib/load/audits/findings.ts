import type { Line } from '../../../load/support/line.ts';
import type { Finding, Outcome } from '../types.ts';

/** How many contradicting cases a finding shows. */
const SHOWN = 5;

/** Failed where there is a case that contradicts it, else passed. */
export function holds(id: string, says: string, detail: string, contradictions: readonly string[]): Finding {
  return finding(
    id,
    says,
    contradictions.length > 0 ? 'failed' : 'passed',
    counted(detail, contradictions),
    contradictions,
  );
}

/** As `holds`, where what contradicts it may have another cause than the target: then it is inconclusive. */
export function holdsUnless(
  doubt: string | null,
  id: string,
  says: string,
  detail: string,
  contradictions: readonly string[],
): Finding {
  if (doubt === null || contradictions.length === 0) return holds(id, says, detail, contradictions);
  return finding(id, says, 'inconclusive', `${counted(detail, contradictions)}; ${doubt}`, contradictions);
}

export function inconclusive(id: string, says: string, detail: string): Finding {
  return finding(id, says, 'inconclusive', detail, []);
}

export function finding(id: string, says: string, outcome: Outcome, detail: string, cases: readonly string[]): Finding {
  return { id, says, outcome, detail, examples: cases.slice(0, SHOWN) };
}

function counted(detail: string, contradictions: readonly string[]): string {
  return contradictions.length === 0 ? detail : `${detail}; ${contradictions.length} contradict it`;
}

/** Requests of one batch, which were begun in one moment. */
export function batches(lines: readonly Line[]): Line[][] {
  return [...Map.groupBy(lines, ({ key, round, at }) => `${key} ${round} ${at}`).values()];
}

/**
 * How many requests of a batch were under way at the same time, on average: the sum of their times beside the time of them all. One that
 * waits for its turn inside k6 does not count meanwhile. The clock of k6's scripts counts milliseconds, so one more is taken off.
 */
export function concurrency(batch: readonly Line[]): number {
  const wallMs = Math.max(...batch.map((line) => line.wallMs)) + 1;
  return batch.reduce((sum, { ms }) => sum + ms, 0) / wallMs;
}

/** Whether simultaneous requests were simultaneous: a run in which nothing overlapped shows nothing. */
export function overlap(lines: readonly Line[]): Finding {
  const says = 'Requests that were to be simultaneous overlapped.';
  const each = batches(lines)
    .map(concurrency)
    .sort((a, b) => a - b);
  const overlapping = each.filter((value) => value >= 1.5).length;
  const median = each[Math.floor(each.length / 2)] ?? 0;
  const detail = `${overlapping} of ${each.length} batches overlapped, on average ${median.toFixed(1)} requests under way at once (median)`;
  // Now and then a batch is torn apart by whatever else the machine does; half of them tell enough.
  const enough = each.length > 0 && overlapping >= each.length / 2;
  return finding('overlap', says, enough ? 'passed' : 'inconclusive', detail, []);
}

/** Milliseconds: the smallest value that this share of all does not exceed. */
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

/** A field of a JSON object; undefined where there is none. */
export function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
}
