/**
 * The search for the highest rate that holds, as a pure state machine: one window's observation in, the next window's rate out. It first
 * raises the rate until one does not hold, then narrows down. What a window says is not certain near the knee, and now and then it is wrong
 * altogether (the machine did something else), so it keeps a belief in place of two bounds: how likely each capacity is, after all windows.
 */
export interface Search {
  readonly limits: SearchLimits;
  /** The rate of the next window; null: it is done. */
  readonly next: number | null;
  readonly windows: number;
  /** Nothing has failed to hold yet. */
  readonly raising: boolean;
  /** The highest rate that can be asked: lowered where the generator could not keep up several times in a row. */
  readonly most: number;
  readonly generatorLate: number;
  /** The highest rate at which the generator did keep up. Where it does not at a lower one, something else is going on on its machine. */
  readonly kept: number;
  /** So many windows in a row met a busy machine. */
  readonly busy: number;
  /** Logarithm of the likelihood of each capacity of the grid. */
  readonly belief: readonly number[];
}

export interface SearchLimits {
  /** Arrivals a second: of the first window, and the most that the keys have room for. */
  readonly first: number;
  readonly most: number;
  readonly windows: number;
}

/**
 * `unknown`: the generator could not keep up, which says nothing of the target. `disturbed`: neither does this window, in which the generator
 * kept up, but something else was at work on its machine. `busy`: whatever it showed, the machine let its own processes wait, the target's
 * perhaps among them: that a rate holds would be true all the same, that it does not says nothing.
 */
export type Observed = 'holds' | 'does not hold' | 'unknown' | 'disturbed' | 'busy';

export interface Knee {
  /**
   * `at least`: the most that could be asked held. `not narrowed`: the windows were used up before. `machine busy`: it was given up, since
   * one window after the other met a busy machine.
   */
  readonly kind: 'found' | 'at least' | 'none holds' | 'not narrowed' | 'machine busy';
  /** Arrivals a second: the most likely one, and what it lies between with the confidence. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

export const CONFIDENCE = 0.95;

/** Each window that holds raises the rate by so much, until one does not. */
const RAISE = 1.5;
/** So often in a row the generator has to be late, before that is taken for the most that it can send; disturbed, twice as often. */
const LATE = 3;
/** So many windows in a row have to meet a busy machine before it is given up: a minute or two. */
const BUSY = 6;
/** Narrow enough: the upper end beside the lower one. */
const NARROW = 1.05;
/** How a window's word follows from the true capacity: even a little above it, where the queue grows too slowly to be seen in a window, */
const UNSEEN = 0.01;
/** and nearly certain several of these away from there (logarithms). */
const SOFTNESS = 0.015;
/** One window in so many says the opposite of what is true. */
const WRONG = 0.03;
/** Points of the grid, between the lowest and the highest capacity that are thought of. */
const STEP = 0.004;
/** The lowest capacity beside the first rate. */
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

/** What is known so far. */
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

/** All capacities that are thought of, evenly spread by their logarithm. The last one stands for all beyond what can be asked. */
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
