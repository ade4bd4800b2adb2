import type { Line } from '../../../load/support/line.ts';
import { arrivalsOf, type Profile } from '../../../load/support/profile.ts';
import { counted } from '../../engine/evidence/counted.ts';
import { type Arrival, arrivalsSinceDue } from '../latency/due.ts';
import type { Finding, LoadOptions, Ran } from '../types.ts';
import { describe, fieldOf, finding, holds, holdsUnless, inconclusive, percentile } from './findings.ts';

/** A checkout that was created, and what a GET says of it afterwards. */
export interface Looked {
  readonly reference: string;
  /** Kobo. */
  readonly amount: number;
  readonly status: number;
  readonly json: unknown;
}

/** A generator that sent less than this share of what was asked has not kept up. */
const KEPT_UP = 0.98;

export function judgeSteady(
  ran: Ran,
  looked: readonly Looked[],
  options: LoadOptions,
  doubt: string | null,
): Finding[] {
  const { lines, plan, totals } = ran;
  const profile: Profile = plan.profile ?? { startRate: 0, stages: [] };
  const arrivals = arrivalsSinceDue(lines, profile, totals.dropped);
  const broken = lines.filter(({ status }) => status === 0 || status >= 500);
  const limited = lines.filter(({ status }) => status === 429);
  const refused = lines.filter(({ status }) => status >= 400 && status < 500 && status !== 429);
  const { kept, words } = generator(ran);
  const share = lines.length === 0 ? 0 : broken.length / lines.length;
  return [
    finding('rate', 'As many requests were sent as was asked for.', kept ? 'passed' : 'inconclusive', words, []),
    latency('p95', arrivals, options.p95, kept),
    latency('p99', arrivals, options.p99, kept),
    holds(
      'errors',
      `At most ${options.errors * 100}% of the requests get no answer or a 5xx.`,
      `${broken.length} of ${lines.length} (${(share * 100).toFixed(2)}%), ${totals.dropped} never sent`,
      share > options.errors ? broken.map(describe) : [],
    ),
    holdsUnless(
      doubt,
      'within-limit-served',
      'Within the limit of its key no request is refused for the rate.',
      `${counted(lines.length, 'request')} over ${counted(plan.keys, 'key')}`,
      limited.map(describe),
    ),
    holds(
      'accepted',
      'Well-formed requests are accepted.',
      `${lines.length - refused.length} of ${lines.length}`,
      refused.map(describe),
    ),
    holds(
      'kept',
      'What was created is there afterwards, as it was asked for.',
      `${looked.length} checkouts looked at`,
      looked
        .filter(({ status, json, amount, reference }) => {
          return status !== 200 || fieldOf(json, 'amount') !== amount || fieldOf(json, 'reference') !== reference;
        })
        .map(
          ({ reference, status }) =>
            `${reference}: ${status === 200 ? 'not as it was asked for' : `answered ${status}`}`,
        ),
    ),
  ];
}

/** Latency that was measured while the generator could not keep up, or that is long only because k6 itself began late, is nobody's fault. */
function latency(name: 'p95' | 'p99', arrivals: readonly Arrival[], most: number, kept: boolean): Finding {
  const share = name === 'p95' ? 0.95 : 0.99;
  const of = (part: 'ms' | 'ownMs') =>
    percentile(
      arrivals.map((each) => each[part]).sort((a, b) => a - b),
      share,
    );
  const ms = of('ms');
  const says = `${share * 100}% of the requests are answered within ${most} ms after they were due.`;
  const detail = `${ms.toFixed(1)} ms of ${counted(arrivals.length, 'arrival')}`;
  if (arrivals.length === 0) return inconclusive(name, says, 'no answers');
  if (!kept) return inconclusive(name, says, `${detail}, but the generator could not keep up`);
  if (ms > most && of('ownMs') <= most)
    return inconclusive(name, says, `${detail}, but only ${of('ownMs').toFixed(1)} ms since k6 began them, late`);
  return holds(name, says, detail, ms > most ? [`${ms.toFixed(1)} ms`] : []);
}

/**
 * Whether what was asked was sent. Arrivals are dropped where no virtual user is free: because all wait for the target, which is the
 * target's doing, or because the machine is too slow. How many waited at the same time the lines tell.
 */
export function generator({ lines, plan, totals }: Ran): { kept: boolean; words: string } {
  const asked = plan.profile === undefined ? 0 : arrivalsOf(plan.profile);
  const first = lines[0]?.at ?? 0;
  const last = lines.at(-1)?.at ?? 0;
  const seconds = Math.max(1, (last - first) / 1_000);
  const achieved = lines.length / Math.max(seconds, plan.env.LOAD_SECONDS ?? 0);
  const words = `asked ${Number((asked / Math.max(1, plan.env.LOAD_SECONDS ?? 1)).toFixed(2))} a second, achieved ${achieved.toFixed(1)} (${lines.length} of ${asked}), ${totals.dropped} dropped`;
  if (lines.length >= asked * KEPT_UP) return { kept: true, words };
  const waiting = mostAtOnce(lines);
  const held = waiting >= 0.8 * (plan.env.LOAD_MAX_USERS ?? Number.POSITIVE_INFINITY);
  return held
    ? { kept: true, words: `${words}: ${waiting} virtual users waited for the target, all there are` }
    : { kept: false, words: `${words}: the generator could not keep up, which says nothing of the target` };
}

/** How many requests were under way in the busiest moment. */
function mostAtOnce(lines: readonly Line[]): number {
  const ends = lines.map(({ at, ms }) => at + ms).sort((a, b) => a - b);
  const begins = lines.map(({ at }) => at).sort((a, b) => a - b);
  let most = 0;
  let ended = 0;
  for (const [begun, at] of begins.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= at) ended++;
    most = Math.max(most, begun + 1 - ended);
  }
  return most;
}
