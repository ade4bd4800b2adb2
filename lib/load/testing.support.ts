import type { Line } from '../../load/support/line.ts';
import type { Arrival } from './latency/due.ts';
import { type Latency, latencyOf } from './latency/histograms.ts';
import { RequestLog } from './request-log.ts';
import type { Finding } from './types.ts';

/** A line as a script writes it, with defaults. */
export function lineOf(fields: Partial<Line>): Line {
  return {
    key: 0,
    round: 0,
    turn: 0,
    op: 'read',
    at: 1_000,
    together: 1,
    wallMs: 10,
    ms: 5,
    status: 200,
    replayed: false,
    ...fields,
  };
}

export function logOf(lines: Iterable<Line>): RequestLog {
  const log = new RequestLog();
  log.add(lines);
  return log;
}

export function latencyOfAll(arrivals: Iterable<Arrival>): Latency {
  return latencyOf(arrivals, 0, () => {});
}

/** Id and outcome of each finding that did not pass. */
export function notPassed(findings: readonly (Finding | null)[]): string[] {
  return findings.flatMap((each) => (each === null || each.outcome === 'passed' ? [] : [`${each.id} ${each.outcome}`]));
}
