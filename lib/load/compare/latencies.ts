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

/** One measure of one operation in both runs. Latencies in milliseconds; the rate in answers a second. */
export interface Row {
  readonly op: string;
  readonly measure: Measure;
  readonly a: Estimate;
  readonly b: Estimate;
  /** B beside A: 1.1 is a tenth more. */
  readonly ratio: Estimate;
  readonly change: 'same' | 'worse' | 'better';
  /** A change of this share is seen in 95 of 100 comparisons of such runs. */
  readonly sees: number;
}

/** With its interval of 95%. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface CompareOptions {
  /** A change of less than this share is none, however certain. */
  readonly tolerance: number;
  /** Resamplings for the intervals; 0: none. */
  readonly resamplings?: number;
  readonly seed?: number;
}

/** All operations together, each request in relation to the median of its operation. */
export const ALL = 'all operations';

/**
 * How often two runs of the same service are called different: 5 in 1,000, half of them worse. A gate is asked for at most 1 in 100; the rest
 * is left for what makes blocks dependent on each other. The median of all operations, which a slower service moves first, has half of
 * it for itself; all other rows share the rest.
 */
const ALPHA = { headline: 0.0025, others: 0.0025 } as const;
const PERMUTATIONS = 1_999;

/** A run is cut into blocks of equal time, and blocks are exchanged within an eighth of the run only: what ramps up stays comparable. */
const STRATA = 8;
const BLOCKS_IN_STRATUM = 6;
const BLOCKS = STRATA * BLOCKS_IN_STRATUM;

/** A percentile with fewer answers than this beyond it is one answer's luck. */
const BEYOND = 5;
/** Standard normal quantiles: 95% one-sided, for the power. */
const POWER = 1.645;
/** A scale of zero would call any difference certain. */
const LEAST_SCALE = 0.001;

const shares = [
  { measure: 'p50', share: 0.5 },
  { measure: 'p95', share: 0.95 },
  { measure: 'p99', share: 0.99 },
] as const;

/**
 * Compares two runs of one plan. Latencies are skewed and depend on their neighbours in time, so neither means nor single requests can be
 * tested as if they were normal and independent. For each percentile of both runs together it is counted which share of each run's answers
 * took longer (as in Mood's median test), and blocks of time are exchanged between the runs: where both are the same, any exchange is as
 * likely as what was seen. The largest standardised difference of all rows is compared with its distribution over the exchanges (Westfall
 * and Young's max-T), which bounds false alarms over all rows together, however these depend on each other.
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

/** One measure of one series, as it is tested. */
interface TestedRow {
  readonly series: Series;
  readonly measure: Measure;
  /** The percentile of both runs together, and how many answers of each block took longer; of the rate nothing. */
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

/** How much worse B is where `inA` says which blocks count as A's: as a share of its answers, or of its rate. */
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

/** The least share by which a run has to be slower, as a whole, for a difference of so much between what both have over the cut. */
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

/** The latencies of one operation in both runs, sorted, with the block of each. */
interface Series {
  readonly op: string;
  readonly ms: Float64Array;
  readonly block: Uint8Array;
  /** How many answers each block has. */
  readonly sizes: Float64Array;
  /** Percentiles from the lowest to the highest, and then the rate, where it is compared. */
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

/** Percentiles that enough answers of both runs lie beyond; the rate of all operations together, since the mix of a script is given. */
function measuresOf(op: string, sizes: Float64Array): Series['measures'] {
  const count = (from: number) => sizes.subarray(from, from + BLOCKS).reduce((sum, size) => sum + size, 0);
  const least = Math.min(count(0), count(BLOCKS));
  const compared = shares.filter(({ share }) => least * (1 - share) >= BEYOND);
  return op === ALL && least > 0 ? [...compared, { measure: 'rate', share: 1 }] : compared;
}

/** Each row's percentile, or the number of its answers, with the blocks counted as often as `weights` says. */
function values(series: readonly Series[], weights: Float64Array): number[] {
  return series.flatMap((one) => valuesOf(one, weights));
}

/** In plain loops: it is called hundreds of times. */
function valuesOf({ ms, block, sizes, measures }: Series, weights: Float64Array): number[] {
  let total = 0;
  for (let each = 0; each < sizes.length; each++) total += (sizes[each] ?? 0) * (weights[each] ?? 0);
  const found: number[] = [];
  let reached = 0;
  let at = 0;
  // One pass finds all percentiles: each begins where the lower one was found.
  for (const { measure, share } of measures) {
    const rank = Math.max(1, Math.ceil(total * share));
    while (measure !== 'rate' && at < block.length && reached < rank) reached += weights[block[at++] ?? 0] ?? 0;
    found.push(measure === 'rate' ? total : (ms[Math.max(0, at - 1)] ?? 0));
  }
  return found;
}

/** Within each stratum half of the blocks of both runs count as A's. */
function exchange(random: RandomGenerator): Float64Array {
  const inA = new Float64Array(2 * BLOCKS);
  for (let stratum = 0; stratum < STRATA; stratum++) {
    const first = stratum * BLOCKS_IN_STRATUM;
    let left = BLOCKS_IN_STRATUM;
    for (let place = 0; place < 2 * BLOCKS_IN_STRATUM; place++) {
      const block = place < BLOCKS_IN_STRATUM ? first + place : BLOCKS + first + place - BLOCKS_IN_STRATUM;
      // Each choice of six out of twelve is equally likely.
      if (uniformInt(random, 1, 2 * BLOCKS_IN_STRATUM - place) > left) continue;
      inA[block] = 1;
      left--;
    }
  }
  return inA;
}

/** Blocks drawn anew, with replacement, within their stratum: what else the run could have measured. */
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
