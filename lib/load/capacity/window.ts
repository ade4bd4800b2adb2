import { percentile } from '../audits/findings.ts';
import type { Arrival } from '../latency/due.ts';
import type { Observed } from './search.ts';

/** What one window showed. */
export interface Seen {
  readonly rate: number;
  readonly observed: Observed;
  /** Why it does not hold, or cannot be judged; of one that holds: what was measured. */
  readonly words: string;
  /** Milliseconds since due, 95%. */
  readonly p95: number;
  /** Share of the requests that failed. */
  readonly failed: number;
}

/** What a window left beside its arrivals. */
export interface Sent {
  readonly sent: number;
  /** No answer, a 5xx, or a refusal for the rate. */
  readonly failed: number;
  /** The generator kept up. */
  readonly kept: boolean;
  /** How long this machine let a process wait that wanted to go on, on average: milliseconds. */
  readonly waitMs: number;
}

export interface WindowLimits {
  readonly p95: number;
  readonly errors: number;
}

/** Latency that grows by this many milliseconds a second, over the whole window: what arrives beyond the capacity queues up. */
const GROWTH = 15;
/** And by as much in all, so that a service of a few milliseconds that gets warm or cold is not taken for one that is full. */
const LEAST_GROWTH_MS = 50;

/**
 * A process that has to wait as long as this for a processor, on average and not now and then, is no longer served in time by this machine, nor
 * is a target on it, nor k6. Seen were 1 ms where others used little, 5 ms where five programs took all they got and a capacity was still found,
 * and 12 ms where a service of 60 a second no longer got what it takes for 50.
 */
const BUSY_MS = 8;

/**
 * Whether a rate held: its latency and its errors are within bounds, and latency does not grow through the window, which it does as soon
 * as more arrives than is served, long before it leaves its bounds. That it did not is nothing that is said on a busy machine.
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
  // What k6 began late it began at once, and that queues up at the target for as long as k6 was late: the target's time is no longer its own.
  const lateMs = arrivals.reduce((most, { ms, ownMs }) => Math.max(most, ms - ownMs), 0);
  const words = `latency grows by ${Math.round(growth.perSecond)} ms each second`;
  return growth.ms > lateMs
    ? told('does not hold', words)
    : told('disturbed', `${words}, and k6 was up to ${Math.round(lateMs)} ms late`);
}

/**
 * By how much latency grows from the first third of the window to its last, in milliseconds; null where it does not. Of each third the
 * quickest tenth counts: a queue that grows lets no request through quickly, and one that was left by a pause, here or there, empties again.
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

/** Long enough for some hundreds of arrivals: seconds. */
export function windowSeconds(rate: number, [least, most]: readonly [number, number]): number {
  return Math.ceil(Math.min(most, Math.max(least, 600 / rate)));
}
