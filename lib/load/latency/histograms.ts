import { build, type Histogram, HistogramLogWriter } from 'hdr-histogram-js';
import type { Arrival } from './due.ts';

/** Histograms record microseconds with three significant digits (1 ms differs from 1.001 ms), and grow to hold any latency. */
const MICROS_IN_MS = 1_000;
export const ALL = 'all';

/** The histogram of a second is closed once an arrival is due more than this many seconds later. */
const OPEN_SECONDS = 60;

/** Latency percentiles of the arrivals due in one second, for each operation and for all (`ALL`), in milliseconds. */
export interface Second {
  readonly second: number;
  readonly of: ReadonlyMap<string, { readonly p50: number; readonly p95: number; readonly p99: number }>;
}

/** Latencies of one run since each request was due. Its size grows with duration and number of operations, not with requests. */
export interface Latency {
  /** For each operation and for all (`ALL`), in microseconds. */
  readonly histograms: ReadonlyMap<string, Histogram>;
  /** For all, since k6 began each request: without k6's own lateness. In microseconds. */
  readonly own: Histogram;
  readonly seconds: readonly Second[];
}

/**
 * Summarises arrivals, which must come at most 60 s out of the order in which they were due. `onLog` gets a log of interval histograms in
 * HdrHistogram's format 1.3: for each second one without a tag for all operations, and one for each operation, tagged with its name.
 * Values are microseconds; the column of maximum values is in milliseconds.
 */
export function latencyOf(arrivals: Iterable<Arrival>, startedAt: number, onLog: (text: string) => void): Latency {
  const writer = logWriter(startedAt, onLog);
  const histograms = new Map([[ALL, build()]]);
  const own = build();
  const seconds: Second[] = [];
  /** Histograms by operation, by the second in which the arrivals were due. */
  const open = new Map<number, Map<string, Histogram>>();
  let closed = -1;
  const close = (second: number) => {
    const of = [...(open.get(second) ?? [])].map(([op, histogram]) => {
      // The histogram without a tag is that of all operations. A comma would end a tag.
      if (op !== ALL) histogram.tag = op.replace(/[\s,]+/g, '-');
      writer.outputIntervalHistogram(histogram, second, second + 1, MICROS_IN_MS);
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileMs(histogram, share));
      return [op, { p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 }] as const;
    });
    seconds.push({ second, of: new Map(of) });
    open.delete(second);
    closed = second;
  };
  const closeBefore = (end: number) => {
    for (const second of [...open.keys()].sort((one, other) => one - other)) if (second < end) close(second);
  };
  for (const { op, dueMs, ms, ownMs } of arrivals) {
    const second = Math.max(closed + 1, Math.floor(dueMs / 1_000));
    const current = open.get(second) ?? new Map<string, Histogram>();
    if (current.size === 0) {
      open.set(second, current);
      closeBefore(second - OPEN_SECONDS);
    }
    for (const name of [ALL, op])
      for (const all of [histograms, current]) {
        const histogram = all.get(name) ?? build();
        all.set(name, histogram);
        record(histogram, ms);
      }
    record(own, ownMs);
  }
  closeBefore(Number.POSITIVE_INFINITY);
  return { histograms, own, seconds };
}

function logWriter(startedAt: number, onLog: (text: string) => void): HistogramLogWriter {
  const writer = new HistogramLogWriter(onLog);
  writer.outputLogFormatVersion();
  writer.outputComment('[values in microseconds since each request was due]');
  // The library's own method adds an empty line, which other readers take for a malformed interval.
  writer.outputComment(
    `[StartTime: ${(startedAt / 1_000).toFixed(3)} (seconds since epoch), ${new Date(startedAt).toISOString()}]`,
  );
  writer.outputLegend();
  return writer;
}

/** Percentile distribution in milliseconds, in the `.hgrm` format of HdrHistogram's plotter. */
export function hgrmOf(histogram: Histogram): string {
  return histogram.outputPercentileDistribution(5, MICROS_IN_MS);
}

export function record(histogram: Histogram, ms: number): void {
  histogram.recordValue(Math.max(0, Math.round(ms * MICROS_IN_MS)));
}

/** Percentile in milliseconds; `share` from 0 to 1. 0 if there is no histogram or it is empty. */
export function percentileMs(histogram: Histogram | undefined, share: number): number {
  if (histogram === undefined || histogram.totalCount === 0) return 0;
  return histogram.getValueAtPercentile(share * 100) / MICROS_IN_MS;
}
