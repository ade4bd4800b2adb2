import { came, type Exchange, observation } from '../../lib/interface/index.ts';
import { retryAfter } from './retry-after.ts';
import { atOnce, type Burst, isRefused, quiet, reads, unpaced } from './support.ts';

/**
 * 60 requests, 90 more after 20 s, 150 after 61 s and after 71 s, and one after 119 s: each kind of limiter admits different numbers. A
 * clock-aligned window that starts just before the third burst cannot be told from one that this burst starts.
 */
observation(
  'rate-limit.kind',
  async (context) => {
    await quiet(context);
    const api = unpaced(context.merchant);
    const burst = (what: string, count: number) => atOnce(context, what, reads(api, count));

    await burst('at the start', 60);
    await context.time.wait(20, 'a look at the limiter');
    const second = await burst('after 20 s', 90);
    await context.time.wait(41, 'a look at the limiter');
    const third = await burst('after 61 s', 150);
    await context.time.wait(10, 'a look at the limiter');
    const fourth = await burst('after 71 s', 150);
    await context.time.wait(48, 'a look at the limiter');
    const [last] = await came(reads(api, 1));

    const looks = kind(second, third, fourth, last !== undefined && !isRefused(last));
    const through = [second, third, fourth].map((each) => each.through.length).join(', ');
    return `${looks}; ${form([...third.refused, ...fourth.refused])} (let through after 20, 61 and 71 s: ${through})`;
  },
  { runs: 'alone' },
);

function kind(second: Burst, third: Burst, fourth: Burst, lastServed: boolean): string {
  const [a, b, c] = [second.through.length, third.through.length, fourth.through.length];
  if (second.refused.length + third.refused.length + fourth.refused.length === 0) return 'no limit seen';
  // Admission at a steady rate: a bucket that refills, or a sliding counter whose past loses weight.
  if (c >= 5 && c <= 60) return a >= 85 ? 'a token bucket' : 'a sliding counter over two windows';
  if (a >= 85) return 'a fixed window, aligned to the clock';
  if (b >= 110) {
    return lastServed ? 'a fixed window, aligned to the clock' : 'a fixed window, begun by its first request';
  }
  if (b >= 55) return 'a sliding window in which refused requests do not count';
  return 'a sliding window in which refused requests count';
}

function form(refused: readonly Exchange[]): string {
  const said = refused.map((refusal) => refusal.headers['retry-after']).find((value) => value !== undefined);
  if (said === undefined) return 'no Retry-After';
  const seconds = refused.flatMap((refusal) => retryAfter(refusal) ?? []);
  if (seconds.length === 0) return `Retry-After cannot be read: ${said}`;
  const range = [...new Set([Math.min(...seconds), Math.max(...seconds)])].join(' to ');
  return `Retry-After ${/^\d+$/.test(said) ? 'in seconds' : 'as a date'}, ${range} s away`;
}
