import { percentile } from '../audits/findings.ts';
import type { Arrival } from '../latency/due.ts';
import type { Observed } from './search.ts';

/** Observation of one window. */
export interface Seen {
  readonly rate: number;
  readonly observed: Observed;
  /** Why it does not hold or cannot be judged; if it holds: what was measured. */
  readonly words: string;
  /** 95th percentile of latency since due, in milliseconds. */
  readonly p95: number;
  /** Share of the requests that failed, from 0 to 1. */
  readonly failed: number;
}

/** Measurements of a window besides its arrivals. */
export interface Sent {
  readonly sent: number;
  /** Number of requests with no response, a 5xx or a 429. */
  readonly failed: number;
  /** The generator kept up. */
  readonly kept: boolean;
  /** Mean event loop delay on this machine, in milliseconds (see `K6Ran`). */
  readonly waitMs: number;
}

export interface WindowLimits {
  readonly p95: number;
  readonly errors: number;
}

/** Minimum growth of latency, in milliseconds per second over the window, that shows a growing queue: more arrives than is served. */
const GROWTH = 15;
/** Minimum total growth, so that a service whose latency drifts by a few milliseconds is not taken for one at its capacity. */
const LEAST_GROWTH_MS = 50;

/**
 * Mean event loop delay from which this machine counts as too busy to serve this process, k6 or a target on it in time. Measured: 1 ms with
 * little other load; 5 ms with five CPU-bound programs, where a capacity was still found; 12 ms where a service with a capacity of 60 per
 * second could no longer serve 50.
 */
const BUSY_MS = 8;

/**
 * A rate holds if latency and errors are within limits and latency does not grow during the window: it grows as soon as more arrives than is
 * served, long before it exceeds the limit. On a busy machine the observation is `busy` unless the rate holds.
 */
export function judgeWindow(rate: number, arrivals: readonly Arrival[], sent: Sent, limits: WindowLimits): Seen {
  const seen = asSeen(rate, arrivals, sent, limits);
  if (seen.observed === 'holds' || sent.waitMs < BUSY_MS) return seen;
  const words = `${seen.words}, but this machine was busy: who wants to go on waits ${Math.round(sent.waitMs)} ms`;
  return { ...seen, observed: 'busy', words };
}

function asSeen(rate: number, arrivals: readonly Arrival[], { sent, failed, kept }: Sent, limits: WindowLimits): Seen {
  const times = (part: 'ms' | 'ownMs', of: readonly Arrival[] = arrivals) =>
    of.map((each) => each[part]).sort((a, b) => a - b);
  const p95 = percentile(times('ms'), 0.95);
  const share = failed / Math.max(1, sent);
  const told = (observed: Observed, words: string): Seen => ({ rate, observed, words, p95, failed: share });
  if (share > limits.errors) return told('does not hold', `${(share * 100).toFixed(1)}% of the requests failed`);
  if (!kept) return told('unknown', 'the generator could not keep up');
  if (arrivals.length === 0) return told('unknown', 'nothing was answered');
  if (p95 > limits.p95) {
    const late = percentile(times('ownMs'), 0.95) <= limits.p95;
    return late
      ? told('unknown', 'the generator began late')
      : told('does not hold', `95% take up to ${Math.round(p95)} ms`);
  }
  const growth = growthOf(arrivals);
  if (growth === null) return told('holds', `95% take up to ${p95.toFixed(1)} ms`);
  // Requests that k6 sent late it sent all at once, so they queue at the target for up to k6's lateness: only growth beyond it is the target's.
  const lateMs = arrivals.reduce((most, { ms, ownMs }) => Math.max(most, ms - ownMs), 0);
  const words = `latency grows by ${Math.round(growth.perSecond)} ms each second`;
  return growth.ms > lateMs
    ? told('does not hold', words)
    : told('disturbed', `${words}, and k6 was up to ${Math.round(lateMs)} ms late`);
}

/**
 * Growth of latency from the first third of the window to the last; null if below `GROWTH` or `LEAST_GROWTH_MS`. Compares the 10th
 * percentiles: a growing queue delays even the fastest requests, while a queue left by a pause of the target or of k6 empties again.
 */
function growthOf(arrivals: readonly Arrival[]): { readonly ms: number; readonly perSecond: number } | null {
  const third = Math.floor(arrivals.length / 3);
  if (third < 5) return null;
  const quick = (of: readonly Arrival[]) => ({
    ms: percentile(
      of.map(({ ms }) => ms).sort((a, b) => a - b),
      0.1,
    ),
    at: (of[Math.floor(of.length / 2)]?.dueMs ?? 0) / 1_000,
  });
  const [first, last] = [quick(arrivals.slice(0, third)), quick(arrivals.slice(-third))];
  const ms = last.ms - first.ms;
  const perSecond = ms / Math.max(0.001, last.at - first.at);
  return perSecond >= GROWTH && ms >= LEAST_GROWTH_MS ? { ms, perSecond } : null;
}

/** Seconds needed for 600 arrivals, within the bounds `least` and `most`. */
export function windowSeconds(rate: number, [least, most]: readonly [number, number]): number {
  return Math.ceil(Math.min(most, Math.max(least, 600 / rate)));
}
