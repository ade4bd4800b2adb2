import { build } from 'hdr-histogram-js';
import { ALL, percentileMs, record } from './latency/histograms.ts';
import type { Ran } from './script.ts';
import type { Result } from './types.ts';

/** Summary of all requests of a run. */
export interface Overview extends Pick<Result, 'requests' | 'latency' | 'statuses'> {
  readonly perSecond: number;
}

/** `ran` is null if nothing was sent. Latencies are in milliseconds. */
export function overviewOf(ran: Pick<Ran, 'lines' | 'latency'> | null): Overview {
  const answered = build();
  const statuses = new Map<number, number>();
  let [first, last, requests] = [0, 0, 0];
  for (const { at, wallMs, status, ms } of ran?.lines ?? []) {
    if (requests++ === 0) first = at;
    last = Math.max(last, at + wallMs);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status !== 0) record(answered, ms);
  }
  const times = ran?.latency?.histograms.get(ALL) ?? answered;
  const [p50 = 0, p95 = 0, p99 = 0, max = 0] = [0.5, 0.95, 0.99, 1].map((share) => round(percentileMs(times, share)));
  return {
    requests,
    perSecond: requests === 0 ? 0 : round((requests / Math.max(1, last - first)) * 1_000),
    latency: { p50, p95, p99, max },
    statuses: Object.fromEntries(statuses),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
