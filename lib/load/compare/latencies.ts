import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** One answered request. */
export interface Sample {
  readonly op: string;
  /** Milliseconds since the run began. */
  readonly at: number;
  readonly ms: number;
}

export type Measure = 'p50' | 'p95' | 'p99' | 'rate';

/** One measure of one operation in both runs. Latencies in milliseconds; the rate in responses per second. */
export interface Row {
  readonly op: string;
  readonly measure: Measure;
  readonly a: Estimate;
  readonly b: Estimate;
  /** B divided by A: 1.1 is 10% more. */
  readonly ratio: Estimate;
  readonly change: 'same' | 'worse' | 'better';
  /** Smallest relative change that 95 of 100 comparisons of such runs detect. */
  readonly sees: number;
}

/** A value with its 95% confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface CompareOptions {
  /** A relative change below this is `same`, however certain. */
  readonly tolerance: number;
  /** Number of bootstrap resamplings for the intervals; 0 (the default): no intervals. */
  readonly resamplings?: number;
  readonly seed?: number;
}

/** All operations together: the latency of each request divided by the median of its operation. */
export const ALL = 'all operations';

/**
 * Significance levels: two runs of the same service are called different in 5 of 1,000 comparisons, half of these `worse`. The aim is at most
 * 1 in 100 false alarms; the margin allows for dependence between blocks. The median of all operations, which shows a slower service first,
 * has half of the level; all other rows share the other half.
 */
const ALPHA = { headline: 0.0025, others: 0.0025 } as const;
const PERMUTATIONS = 1_999;

/** A run is divided into blocks of equal time. Blocks are exchanged only within the same eighth (stratum) of the runs, because rates may ramp. */
const STRATA = 8;
const BLOCKS_IN_STRATUM = 6;
const BLOCKS = STRATA * BLOCKS_IN_STRATUM;

/** A percentile is compared only if each run has at least this many responses beyond it. */
const BEYOND = 5;
/** Standard normal quantile for a power of 95% (one-sided). */
const POWER = 1.645;
/** Minimum scale: with a scale of 0 any difference would be significant. */
const LEAST_SCALE = 0.001;

const shares = [
  { measure: 'p50', share: 0.5 },
  { measure: 'p95', share: 0.95 },
  { measure: 'p99', share: 0.99 },
] as const;

/**
 * Compares two runs of one plan by a permutation test. Latencies are skewed and correlated in time, so tests that assume normal or
 * independent values do not apply. For each percentile of both runs together, the test statistic is the difference in the shares of each
 * run's responses that took longer (as in Mood's median test). Blocks of time are exchanged between the runs: if both are the same, every
 * exchange is equally likely. The largest standardised difference of all rows is compared with its distribution over the exchanges (Westfall
 * and Young's max-T), which bounds the false alarms over all rows together, however the rows depend on each other.
 */
export function compareLatencies(a: readonly Sample[], b: readonly Sample[], options: CompareOptions): Row[] {
  const random = xoroshiro128plus(options.seed ?? 1);
  const series = seriesOf([...a, ...b], [...blocksOf(a, 0), ...blocksOf(b, BLOCKS)]);
  const rows = series.flatMap(rowsOf);
  const original = Float64Array.from({ length: 2 * BLOCKS }, (_, block) => (block < BLOCKS ? 1 : 0));
  const exchanged = Array.from({ length: PERMUTATIONS }, () => {
    const inA = exchange(random);
    return rows.map((row) => differenceOf(row, inA));
  });
  const scales = rows.map((_, row) => Math.max(LEAST_SCALE, spread(exchanged.map((each) => each[row] ?? 0))));
  const boundOf = (family: (row: number) => boolean, alpha: number) => {
    const largest = exchanged
      .map((each) => Math.max(...each.map((value, row) => (family(row) ? Math.abs(value) / (scales[row] ?? 1) : 0))))
      .sort((one, other) => other - one);
    return largest[Math.floor(alpha * (PERMUTATIONS + 1)) - 1] ?? Number.POSITIVE_INFINITY;
  };
  const headline = (row: number) => rows[row]?.series.op === ALL && rows[row]?.measure === 'p50';
  const bounds = {
    headline: boundOf(headline, ALPHA.headline),
    others: boundOf((row) => !headline(row), ALPHA.others),
  };
  const told = intervals(series, [secondsOf(a), secondsOf(b)], options.resamplings ?? 0, random);
  return rows.map((each, row): Row => {
    const scale = scales[row] ?? 1;
    const bound = headline(row) ? bounds.headline : bounds.others;
    const difference = differenceOf(each, original);
    const measured = told(row);
    const certain = Math.abs(difference) / scale >= bound;
    const large = Math.abs(measured.ratio.value - 1) >= options.tolerance;
    return {
      op: each.series.op,
      measure: each.measure,
      ...measured,
      change: !certain || !large ? 'same' : difference > 0 ? 'worse' : 'better',
      sees: Math.max(options.tolerance, seenFrom(each, (bound + POWER) * scale)),
    };
  });
}

/** Test data of one measure of one series. */
interface TestedRow {
  readonly series: Series;
  readonly measure: Measure;
  /** `cut`: the percentile of both runs together, in ms. `over`: responses of each block above it. Both are unused for the rate. */
  readonly cut: number;
  readonly over: Float64Array;
}

function rowsOf(series: Series): TestedRow[] {
  const { ms, block, measures } = series;
  return measures.map(({ measure, share }) => {
    const cut = ms[Math.max(0, Math.ceil(ms.length * share) - 1)] ?? 0;
    const over = new Float64Array(2 * BLOCKS);
    for (let at = 0; at < ms.length; at++)
      if ((ms[at] ?? 0) > cut) over[block[at] ?? 0] = (over[block[at] ?? 0] ?? 0) + 1;
    return { series, measure, cut, over };
  });
}

/** Test statistic, above 0 if B is worse: difference in the shares over `cut`, or logarithm of the ratio of rates. `inA[block]` 1: A's. */
function differenceOf({ series: { sizes }, measure, over }: TestedRow, inA: Float64Array): number {
  let [sizeA, sizeB, overA, overB] = [0, 0, 0, 0];
  for (let block = 0; block < sizes.length; block++) {
    if (inA[block] === 1) {
      sizeA += sizes[block] ?? 0;
      overA += over[block] ?? 0;
    } else {
      sizeB += sizes[block] ?? 0;
      overB += over[block] ?? 0;
    }
  }
  if (measure === 'rate') return Math.log(Math.max(1, sizeA) / Math.max(1, sizeB));
  return overB / Math.max(1, sizeB) - overA / Math.max(1, sizeA);
}

/** The smallest share by which a whole run must be slower for the test statistic to reach `difference`. */
function seenFrom({ series: { ms }, measure, cut }: TestedRow, difference: number): number {
  if (measure === 'rate') return Math.expm1(difference);
  const over = (limit: number) => {
    let [low, high] = [0, ms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ms[middle] ?? 0) > limit) high = middle;
      else low = middle + 1;
    }
    return (ms.length - low) / ms.length;
  };
  for (let slower = 0.01; slower < 10; slower += 0.01) {
    const half = Math.sqrt(1 + slower);
    if (over(cut / half) - over(cut * half) >= difference) return slower;
  }
  return Number.POSITIVE_INFINITY;
}

/** The latencies of one operation in both runs, ascending, with the block of each. */
interface Series {
  readonly op: string;
  readonly ms: Float64Array;
  readonly block: Uint8Array;
  /** Number of responses in each block. */
  readonly sizes: Float64Array;
  /** Percentiles, ascending; then the rate, if it is compared. */
  readonly measures: readonly { readonly measure: Measure; readonly share: number }[];
}

function secondsOf(samples: readonly Sample[]): number {
  return (
    Math.max(
      1,
      samples.reduce((latest, { at }) => Math.max(latest, at), 0),
    ) / 1_000
  );
}

function blocksOf(samples: readonly Sample[], first: number): number[] {
  const last = samples.reduce((latest, { at }) => Math.max(latest, at), 0) + 1;
  return samples.map(({ at }) => first + Math.min(BLOCKS - 1, Math.floor((at / last) * BLOCKS)));
}

function seriesOf(samples: readonly Sample[], blocks: readonly number[]): Series[] {
  const marked = samples.map(({ op, ms }, place) => ({ op, ms, block: blocks[place] ?? 0 }));
  const byOp = [...Map.groupBy(marked, ({ op }) => op)].sort(([, one], [, other]) => other.length - one.length);
  const sorted = byOp.map(([op, of]) => [op, of.sort((one, other) => one.ms - other.ms)] as const);
  const relative = sorted.flatMap(([, of]) => {
    const median = Math.max(Number.MIN_VALUE, of[Math.floor(of.length / 2)]?.ms ?? 1);
    return of.map(({ ms, block }) => ({ ms: ms / median, block }));
  });
  relative.sort((one, other) => one.ms - other.ms);
  return [[ALL, relative] as const, ...sorted].map(([op, of]): Series => {
    const sizes = new Float64Array(2 * BLOCKS);
    for (const { block } of of) sizes[block] = (sizes[block] ?? 0) + 1;
    return {
      op,
      ms: Float64Array.from(of, ({ ms }) => ms),
      block: Uint8Array.from(of, ({ block }) => block),
      sizes,
      measures: measuresOf(op, sizes),
    };
  });
}

/** Percentiles with at least `BEYOND` responses beyond them in both runs; the rate only of all operations, because a script's mix is fixed. */
function measuresOf(op: string, sizes: Float64Array): Series['measures'] {
  const count = (from: number) => sizes.subarray(from, from + BLOCKS).reduce((sum, size) => sum + size, 0);
  const least = Math.min(count(0), count(BLOCKS));
  const compared = shares.filter(({ share }) => least * (1 - share) >= BEYOND);
  return op === ALL && least > 0 ? [...compared, { measure: 'rate', share: 1 }] : compared;
}

/** Each row's percentile, or number of responses for the rate, with each block weighted by `weights`. */
function values(series: readonly Series[], weights: Float64Array): number[] {
  return series.flatMap((one) => valuesOf(one, weights));
}

/** Uses plain loops for speed: it is called hundreds of times. */
function valuesOf({ ms, block, sizes, measures }: Series, weights: Float64Array): number[] {
  let total = 0;
  for (let each = 0; each < sizes.length; each++) total += (sizes[each] ?? 0) * (weights[each] ?? 0);
  const found: number[] = [];
  let reached = 0;
  let at = 0;
  // One pass finds all percentiles: each search continues where the lower percentile was found.
  for (const { measure, share } of measures) {
    const rank = Math.max(1, Math.ceil(total * share));
    while (measure !== 'rate' && at < block.length && reached < rank) reached += weights[block[at++] ?? 0] ?? 0;
    found.push(measure === 'rate' ? total : (ms[Math.max(0, at - 1)] ?? 0));
  }
  return found;
}

/** Random permutation: within each stratum half of the blocks of both runs are assigned to A. */
function exchange(random: RandomGenerator): Float64Array {
  const inA = new Float64Array(2 * BLOCKS);
  for (let stratum = 0; stratum < STRATA; stratum++) {
    const first = stratum * BLOCKS_IN_STRATUM;
    let left = BLOCKS_IN_STRATUM;
    for (let place = 0; place < 2 * BLOCKS_IN_STRATUM; place++) {
      const block = place < BLOCKS_IN_STRATUM ? first + place : BLOCKS + first + place - BLOCKS_IN_STRATUM;
      // Selection sampling: each choice of six of the twelve blocks is equally likely.
      if (uniformInt(random, 1, 2 * BLOCKS_IN_STRATUM - place) > left) continue;
      inA[block] = 1;
      left--;
    }
  }
  return inA;
}

/** Bootstrap intervals: `count` times the blocks of a run are drawn with replacement within their stratum. */
function intervals(
  series: readonly Series[],
  seconds: readonly [number, number],
  count: number,
  random: RandomGenerator,
): (row: number) => Pick<Row, 'a' | 'b' | 'ratio'> {
  const isRate = series.flatMap(({ measures }) => measures.map(({ measure }) => measure === 'rate'));
  const measured = (first: number, time: number) => {
    const of = (weights: Float64Array) =>
      values(series, weights).map((value, row) => (isRate[row] ? value / time : value));
    const own = Float64Array.from({ length: 2 * BLOCKS }, (_, at) => (at >= first && at < first + BLOCKS ? 1 : 0));
    return { value: of(own), drawn: Array.from({ length: count }, () => of(redrawn(first, random))) };
  };
  const a = measured(0, seconds[0]);
  const b = measured(BLOCKS, seconds[1]);
  const beside = (one: readonly number[], other: readonly number[], row: number) =>
    (other[row] ?? 0) / Math.max(1e-9, one[row] ?? 0);
  const column = (drawn: readonly number[][], row: number) => drawn.map((each) => each[row] ?? 0);
  return (row) => ({
    a: estimate(a.value[row] ?? 0, column(a.drawn, row)),
    b: estimate(b.value[row] ?? 0, column(b.drawn, row)),
    ratio: estimate(
      beside(a.value, b.value, row),
      a.drawn.map((each, draw) => beside(each, b.drawn[draw] ?? [], row)),
    ),
  });
}

function redrawn(first: number, random: RandomGenerator): Float64Array {
  const weights = new Float64Array(2 * BLOCKS);
  for (let stratum = 0; stratum < STRATA; stratum++) {
    const begins = first + stratum * BLOCKS_IN_STRATUM;
    for (let draw = 0; draw < BLOCKS_IN_STRATUM; draw++) {
      const block = begins + uniformInt(random, 0, BLOCKS_IN_STRATUM - 1);
      weights[block] = (weights[block] ?? 0) + 1;
    }
  }
  return weights;
}

function estimate(value: number, drawn: readonly number[]): Estimate {
  const sorted = drawn.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? value;
  return { value, low: Math.min(value, at(0.025)), high: Math.max(value, at(0.975)) };
}

function spread(all: readonly number[]): number {
  return Math.sqrt(all.reduce((sum, each) => sum + each * each, 0) / Math.max(1, all.length));
}
