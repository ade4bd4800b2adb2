import { build, type Histogram, HistogramLogWriter } from 'hdr-histogram-js';
import type { Arrival } from './due.ts';

/** Three significant digits of microseconds: 1 ms is told from 1.001 ms, and an hour still fits. */
const MICROS_IN_MS = 1_000;
export const ALL = 'all';

/** One histogram for each operation, and one for all together, in microseconds. */
export function histogramsOf(arrivals: readonly Arrival[]): Map<string, Histogram> {
  const histograms = new Map([[ALL, build()]]);
  for (const { op, ms } of arrivals) {
    const own = histograms.get(op) ?? build();
    histograms.set(op, own);
    for (const histogram of [own, histograms.get(ALL)]) histogram?.recordValue(Math.round(ms * MICROS_IN_MS));
  }
  return histograms;
}

/** The percentile distribution of one histogram in milliseconds, as HdrHistogram's plotter and many others read it (`.hgrm`). */
export function hgrmOf(histogram: Histogram): string {
  return histogram.outputPercentileDistribution(5, MICROS_IN_MS);
}

/**
 * A log of interval histograms, one for each second without a tag, and one for each operation in it, which is its tag, in HdrHistogram's format 1.3. Values are microseconds; the column
 * for the largest is in milliseconds.
 */
export function histogramLog(arrivals: readonly Arrival[], startedAt: number): string {
  let text = '';
  const writer = new HistogramLogWriter((part) => {
    text += part;
  });
  writer.outputLogFormatVersion();
  writer.outputComment('[values in microseconds since each request was due]');
  // The library's own line has an empty one after it, which other readers take for a broken interval.
  writer.outputComment(
    `[StartTime: ${(startedAt / 1_000).toFixed(3)} (seconds since epoch), ${new Date(startedAt).toISOString()}]`,
  );
  writer.outputLegend();
  const seconds = Map.groupBy(arrivals, ({ dueMs }) => Math.floor(dueMs / 1_000));
  for (const [second, of] of [...seconds].sort(([one], [other]) => one - other))
    for (const [op, histogram] of histogramsOf(of)) {
      // What carries no tag is the whole; a comma would end a tag.
      if (op !== ALL) histogram.tag = op.replace(/[\s,]+/g, '-');
      writer.outputIntervalHistogram(histogram, second, second + 1, MICROS_IN_MS);
    }
  return text;
}

/** Milliseconds. */
export function percentileMs(histogram: Histogram, share: number): number {
  return histogram.totalCount === 0 ? 0 : histogram.getValueAtPercentile(share * 100) / MICROS_IN_MS;
}
