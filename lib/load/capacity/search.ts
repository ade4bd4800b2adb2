/**
 * State of the search for the highest rate that holds, a pure state machine: the observation of one window in, the rate of the next window
 * out. The search raises the rate until one does not hold, then narrows down. Observations are uncertain near the knee, and sometimes wrong
 * (because of other load on the machine), so it keeps the likelihood of each capacity given all windows rather than two bounds.
 */
export interface Search {
  readonly limits: SearchLimits;
  /** Arrivals per second of the next window; null: the search has ended. */
  readonly next: number | null;
  readonly windows: number;
  /** True until a rate does not hold. */
  readonly raising: boolean;
  /** The highest rate that may be tried; lowered if the generator could not keep up several times in a row. */
  readonly most: number;
  readonly generatorLate: number;
  /** The highest rate at which the generator kept up. Failing to keep up at a lower rate is due to other load on its machine. */
  readonly kept: number;
  /** Number of consecutive windows, up to the last, in which the machine was busy. */
  readonly busy: number;
  /** Log-likelihood of each capacity of the grid. */
  readonly belief: readonly number[];
}

export interface SearchLimits {
  /** Arrivals per second of the first window. */
  readonly first: number;
  /** Maximum arrivals per second within the rate limits of the keys. */
  readonly most: number;
  /** Maximum number of windows. */
  readonly windows: number;
}

/**
 * The last three say nothing about the target. `unknown`: the generator could not keep up. `disturbed`: latency grew, but perhaps only because
 * k6 sent requests late. `busy`: the rate was not seen to hold, but this machine delayed its processes, perhaps the target among them; a rate that
 * holds on a busy machine is still `holds`.
 */
export type Observed = 'holds' | 'does not hold' | 'unknown' | 'disturbed' | 'busy';

export interface Knee {
  /**
   * `at least`: the highest rate that could be tried holds. `not narrowed`: the maximum number of windows was reached first. `machine busy`:
   * the search was given up after several consecutive windows on a busy machine.
   */
  readonly kind: 'found' | 'at least' | 'none holds' | 'not narrowed' | 'machine busy';
  /** Capacity in arrivals per second: the median, and the ends of the interval of `CONFIDENCE`. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

export const CONFIDENCE = 0.95;

/** Factor by which each window that holds raises the rate, until one does not hold. */
const RAISE = 1.5;
/** Consecutive `unknown` windows after which `most` is lowered; a `disturbed` window counts half. */
const LATE = 3;
/** Consecutive windows on a busy machine after which the search is given up: one or two minutes. */
const BUSY = 6;
/** The search ends when the upper end of the interval divided by the lower one is at most this. */
const NARROW = 1.05;
/** A rate above the capacity by less than this (difference of logarithms) seems to hold: the queue grows too slowly to be seen in a window. */
const UNSEEN = 0.01;
/** Scale of the logistic curve (difference of logarithms): an observation is nearly certain several of these away from its middle. */
const SOFTNESS = 0.015;
/** Share of windows that show the opposite of the truth. */
const WRONG = 0.03;
/** Maximum distance between neighbouring capacities of the grid (difference of logarithms). */
const STEP = 0.004;
/** The lowest capacity of the grid, as a share of the first rate. */
const LEAST = 1 / 20;

export function beginSearch(limits: SearchLimits): Search {
  const first = Math.min(limits.first, limits.most);
  const count = capacities({ ...limits, first }).length;
  return {
    limits: { ...limits, first },
    next: first,
    windows: 0,
    raising: true,
    most: limits.most,
    generatorLate: 0,
    kept: 0,
    busy: 0,
    belief: Array.from({ length: count }, () => 0),
  };
}

export function observe(search: Search, rate: number, observed: Observed): Search {
  const windows = search.windows + 1;
  if (observed === 'busy') return planned({ ...search, windows, busy: search.busy + 1 });
  if (observed === 'unknown' || observed === 'disturbed') {
    const late = observed === 'unknown' ? 1 : 0.5;
    const generatorLate = rate <= search.kept ? 0 : search.generatorLate + late;
    const most = generatorLate < LATE ? search.most : Math.min(search.most, rate / RAISE ** 0.5);
    return planned({ ...search, windows, most, generatorLate: generatorLate % LATE, busy: 0 });
  }
  const belief = capacities(search.limits).map((capacity, place) => {
    const holds = WRONG + (1 - 2 * WRONG) / (1 + Math.exp((Math.log(rate / capacity) - UNSEEN) / SOFTNESS));
    return (search.belief[place] ?? 0) + Math.log(observed === 'holds' ? holds : 1 - holds);
  });
  const raising = search.raising && observed === 'holds';
  const kept = Math.max(search.kept, rate);
  return planned({ ...search, windows, belief, raising, kept, generatorLate: 0, busy: 0 }, rate);
}

/** Estimate of the capacity after the windows so far. */
export function kneeOf(search: Search): Knee {
  const [low, rate, high] = [(1 - CONFIDENCE) / 2, 0.5, (1 + CONFIDENCE) / 2].map((share) => quantile(search, share));
  const knee = { rate: rate ?? 0, low: low ?? 0, high: high ?? 0 };
  if (knee.low >= search.most) return { kind: 'at least', rate: search.most, low: search.most, high: knee.high };
  if (knee.high <= search.limits.first * LEAST * 1.5) return { kind: 'none holds', ...knee };
  if (knee.high / knee.low <= NARROW) return { kind: 'found', ...knee };
  return { kind: search.busy >= BUSY ? 'machine busy' : 'not narrowed', ...knee };
}

function planned(search: Search, last?: number): Search {
  const { kind } = kneeOf(search);
  const done = kind !== 'not narrowed' || search.windows >= search.limits.windows;
  if (done) return { ...search, next: null };
  const raised = search.raising && last !== undefined ? last * RAISE : search.raising ? (search.next ?? 1) : null;
  return { ...search, next: Math.min(search.most, raised ?? quantile(search, 0.5)) };
}

/** The grid of capacities, evenly spaced by logarithm. The last ones, above `most`, stand for all capacities beyond it. */
function capacities({ first, most }: SearchLimits): number[] {
  const [low, high] = [Math.log(first * LEAST), Math.log(most * 1.1)];
  const count = Math.ceil((high - low) / STEP);
  return Array.from({ length: count + 1 }, (_, place) => Math.exp(low + (place * (high - low)) / count));
}

function quantile({ limits, belief }: Search, share: number): number {
  const most = belief.reduce((largest, each) => Math.max(largest, each), Number.NEGATIVE_INFINITY);
  const weights = belief.map((each) => Math.exp(each - most));
  const total = weights.reduce((sum, each) => sum + each, 0);
  const grid = capacities(limits);
  let sum = 0;
  const place = weights.findIndex((weight) => {
    sum += weight;
    return sum >= share * total;
  });
  return grid[place] ?? grid.at(-1) ?? 0;
}
