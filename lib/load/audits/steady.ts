import type { Line } from '../../../load/support/line.ts';
import { arrivalsOf } from '../../../load/support/profile.ts';
import { counted } from '../../engine/evidence/counted.ts';
import { ALL, type Latency, percentileMs } from '../latency/histograms.ts';
import type { Ran } from '../script.ts';
import type { Finding, LoadOptions, Plan } from '../types.ts';
import { Cases, fieldOf, finding, holds, holdsOfSeen, holdsUnless, inconclusive } from './findings.ts';

/** A checkout that was created, and what a GET says of it afterwards. */
export interface Looked {
  readonly reference: string;
  /** Kobo. */
  readonly amount: number;
  /** 0: no answer. */
  readonly status: number;
  readonly json: unknown;
}

/** A generator that sent less than this share of what was asked has not kept up. */
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

/** From other machines not all lines may have come: what those requests did, nothing here can know. Null where they are all there. */
export function linesMissing({ plan, lines, totals }: Pick<Ran, 'plan' | 'lines' | 'totals'>): string | null {
  const due = plan.profile === undefined ? 0 : arrivalsOf(plan.profile);
  const missing = due - lines.count - totals.dropped;
  return missing > 0.01 * due ? `${counted(missing, 'arrival')} left no line, and may have been sent` : null;
}

/** Latency that was measured while the generator could not keep up, or that is long only because k6 itself began late, is nobody's fault. */
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
 * Whether what was asked was sent. Arrivals are dropped where no virtual user is free: because all wait for the target, which is the
 * target's doing, or because the machine is too slow. How many waited at the same time the lines tell, in the order in which they were begun.
 */
export class Pace {
  count = 0;
  #first = 0;
  #last = 0;
  /** When those end that are under way, and how many there were in the busiest moment. */
  readonly #ends: number[] = [];
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
