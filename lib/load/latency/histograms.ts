import { build, type Histogram, HistogramLogWriter } from 'hdr-histogram-js';
import type { Arrival } from './due.ts';

/** Three significant digits of microseconds: 1 ms is told from 1.001 ms, and an hour still fits. */
const MICROS_IN_MS = 1_000;
export const ALL = 'all';

/** So late a request may come of which the second is still told apart. */
const OPEN_SECONDS = 60;

/** What was due in one second, by operation and of all together: milliseconds. */
export interface Second {
  readonly second: number;
  readonly of: ReadonlyMap<string, { readonly p50: number; readonly p95: number; readonly p99: number }>;
}

/** Latencies of one run since due. It grows with time and with operations, not with requests. */
export interface Latency {
  /** Of each operation, and of all together, in microseconds. */
  readonly histograms: ReadonlyMap<string, Histogram>;
  /** Of all, since k6 began each: without what k6 itself was late. */
  readonly own: Histogram;
  readonly seconds: readonly Second[];
}

/**
 * Sums up arrivals that come about in the order in which they were due: at most a minute apart from it. `onLog` gets a log of interval histograms in HdrHistogram's format
 * 1.3: one for each second without a tag, and one for each operation in it, which is its tag. Values are microseconds; the column for the
 * largest is in milliseconds.
 */
export function latencyOf(arrivals: Iterable<Arrival>, startedAt: number, onLog: (text: string) => void): Latency {
  const writer = logWriter(startedAt, onLog);
  const histograms = new Map([[ALL, build()]]);
  const own = build();
  const seconds: Second[] = [];
  /** By the second in which they were due, in that order. */
  const open = new Map<number, Map<string, Histogram>>();
  let closed = -1;
  const close = (second: number) => {
    const of = [...(open.get(second) ?? [])].map(([op, histogram]) => {
      // What carries no tag is the whole; a comma would end a tag.
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
  // The library's own line has an empty one after it, which other readers take for a broken interval.
  writer.outputComment(
    `[StartTime: ${(startedAt / 1_000).toFixed(3)} (seconds since epoch), ${new Date(startedAt).toISOString()}]`,
  );
  writer.outputLegend();
  return writer;
}

/** The percentile distribution of one histogram in milliseconds, as HdrHistogram's plotter and many others read it (`.hgrm`). */
export function hgrmOf(histogram: Histogram): string {
  return histogram.outputPercentileDistribution(5, MICROS_IN_MS);
}

export function record(histogram: Histogram, ms: number): void {
  histogram.recordValue(Math.max(0, Math.round(ms * MICROS_IN_MS)));
}

/** Milliseconds. */
export function percentileMs(histogram: Histogram | undefined, share: number): number {
  if (histogram === undefined || histogram.totalCount === 0) return 0;
  return histogram.getValueAtPercentile(share * 100) / MICROS_IN_MS;
}
