import type { Line } from '../../../load/support/line.ts';
import { arrivalsOf } from '../../../load/support/profile.ts';
import { counted } from '../../engine/evidence/counted.ts';
import { ALL, type Latency, percentileMs } from '../latency/histograms.ts';
import type { Ran } from '../script.ts';
import type { Finding, LoadOptions, Plan } from '../types.ts';
import { Cases, fieldOf, finding, holds, holdsOfSeen, holdsUnless, inconclusive } from './findings.ts';

/** A checkout that was created, and the GET of it after the run. */
export interface Looked {
  readonly reference: string;
  /** Kobo. */
  readonly amount: number;
  /** HTTP status; 0: no response. */
  readonly status: number;
  readonly json: unknown;
}

/** The generator has kept up if it sent at least this share of the planned requests. */
const KEPT_UP = 0.98;

export function judgeSteady(
  { lines, plan, totals, latency }: Ran,
  looked: readonly Looked[],
  options: Pick<LoadOptions, 'p95' | 'p99' | 'errors'>,
  doubt: string | null,
): Finding[] {
  const pace = new Pace();
  const [broken, limited, refused] = [new Cases(), new Cases(), new Cases()];
  for (const line of lines) {
    const { status } = line;
    pace.add(line);
    if (status === 0 || status >= 500) broken.addLine(line);
    else if (status === 429) limited.addLine(line);
    else if (status >= 400) refused.addLine(line);
  }
  const { kept, words } = pace.keptUp(plan, totals.dropped);
  const share = pace.count === 0 ? 0 : broken.count / pace.count;
  return [
    finding('rate', 'As many requests were sent as was asked for.', kept ? 'passed' : 'inconclusive', words, []),
    within('p95', latency, options.p95, kept),
    within('p99', latency, options.p99, kept),
    holds(
      'errors',
      `At most ${options.errors * 100}% of the requests get no answer or a 5xx.`,
      `${broken.count} of ${pace.count} (${(share * 100).toFixed(2)}%), ${totals.dropped} never sent`,
      share > options.errors ? broken : [],
    ),
    holdsUnless(
      doubt,
      'within-limit-served',
      'Within the limit of its key no request is refused for the rate.',
      `${counted(pace.count, 'request')} over ${counted(plan.keys, 'key')}`,
      limited,
    ),
    holds('accepted', 'Well-formed requests are accepted.', `${pace.count - refused.count} of ${pace.count}`, refused),
    holdsOfSeen(
      looked.filter(({ status }) => status === 0).length,
      'kept',
      'What was created is there afterwards, as it was asked for.',
      `${looked.length} checkouts looked at`,
      looked
        .filter(({ status, json, amount, reference }) => {
          return (
            status !== 0 &&
            (status !== 200 || fieldOf(json, 'amount') !== amount || fieldOf(json, 'reference') !== reference)
          );
        })
        .map(
          ({ reference, status }) =>
            `${reference}: ${status === 200 ? 'not as it was asked for' : `answered ${status}`}`,
        ),
    ),
  ];
}

/** How many arrivals have no line (as when lines from other machines are missing): their effects are unknown. Null if at most 1%. */
export function linesMissing({ plan, lines, totals }: Pick<Ran, 'plan' | 'lines' | 'totals'>): string | null {
  const due = plan.profile === undefined ? 0 : arrivalsOf(plan.profile);
  const missing = due - lines.count - totals.dropped;
  return missing > 0.01 * due ? `${counted(missing, 'arrival')} left no line, and may have been sent` : null;
}

/** Inconclusive if the generator could not keep up, or if latency is above `most` (ms) only because k6 itself sent requests late. */
function within(name: 'p95' | 'p99', latency: Latency | null, most: number, kept: boolean): Finding {
  const share = name === 'p95' ? 0.95 : 0.99;
  const all = latency?.histograms.get(ALL);
  const [ms, ownMs] = [percentileMs(all, share), percentileMs(latency?.own, share)];
  const says = `${share * 100}% of the requests are answered within ${most} ms after they were due.`;
  const detail = `${ms.toFixed(1)} ms of ${counted(all?.totalCount ?? 0, 'arrival')}`;
  if (!all?.totalCount) return inconclusive(name, says, 'no answers');
  if (!kept) return inconclusive(name, says, `${detail}, but the generator could not keep up`);
  if (ms > most && ownMs <= most)
    return inconclusive(name, says, `${detail}, but only ${ownMs.toFixed(1)} ms since k6 began them, late`);
  return holds(name, says, detail, ms > most ? [`${ms.toFixed(1)} ms`] : []);
}

/**
 * Whether the planned requests were sent. k6 drops arrivals when no virtual user is free: because all wait for the target, which counts as
 * kept up, or because the generator's machine is too slow. The lines, added in the order of `at`, show how many waited at the same time.
 */
export class Pace {
  count = 0;
  #first = 0;
  #last = 0;
  /** End times (epoch milliseconds) of the requests in progress. */
  readonly #ends: number[] = [];
  /** Maximum number of requests in progress at the same time. */
  #most = 0;

  add({ at, ms }: Line): void {
    if (this.count++ === 0) this.#first = at;
    this.#last = at;
    let kept = 0;
    for (const end of this.#ends) if (end > at) this.#ends[kept++] = end;
    this.#ends.length = kept;
    this.#most = Math.max(this.#most, this.#ends.push(at + ms));
  }

  keptUp(plan: Pick<Plan, 'env' | 'profile'>, dropped: number): { kept: boolean; words: string } {
    const asked = plan.profile === undefined ? 0 : arrivalsOf(plan.profile);
    const planned = plan.env.LOAD_SECONDS ?? 0;
    const achieved = this.count / Math.max(1, (this.#last - this.#first) / 1_000, planned);
    const words = `asked ${Number((asked / Math.max(1, planned)).toFixed(2))} a second, achieved ${achieved.toFixed(1)} (${this.count} of ${asked}), ${dropped} dropped`;
    if (this.count >= asked * KEPT_UP) return { kept: true, words };
    const held = this.#most >= 0.8 * (plan.env.LOAD_MAX_USERS ?? Number.POSITIVE_INFINITY);
    return held
      ? { kept: true, words: `${words}: ${this.#most} virtual users waited for the target, all there are` }
      : { kept: false, words: `${words}: the generator could not keep up, which says nothing of the target` };
  }
}
