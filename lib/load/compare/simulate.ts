import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { compareLatencies, type Row, type Sample } from './latencies.ts';

/** Parameters of a simulated run of `steady` at the reference on a shared machine. */
export interface Simulated {
  readonly seed: number;
  /** Arrivals per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Factor by which all latencies are multiplied. */
  readonly times: number;
}

/** From short runs of `steady` at the reference: cumulative share of the requests, and median latency in milliseconds. */
const operations = [
  { op: 'create checkout', upTo: 0.35, median: 1.5 },
  { op: 'look up checkout', upTo: 0.65, median: 1.15 },
  { op: 'create payout', upTo: 0.75, median: 1.55 },
  { op: 'create escrow', upTo: 0.85, median: 1.6 },
  { op: 'balance', upTo: 0.95, median: 1.1 },
  { op: 'banks', upTo: 1, median: 1.15 },
] as const;

/** Standard deviation of the logarithm of each latency's independent part. */
const SPREAD = 0.25;
/** Noise that neighbouring latencies share: standard deviation of its logarithm, and time constant of its autocorrelation in milliseconds. */
const noises = [
  { deviation: 0.2, memoryMs: 80 },
  { deviation: 0.03, memoryMs: 1_000 },
] as const;
/** Pauses of the service, as in garbage collection: number per second, and mean duration in milliseconds. */
const STALLS = 0.2;
const STALL_MS = 40;
/** Share of requests that take `OUTLIER_TIMES` as long. */
const OUTLIERS = 0.01;
const OUTLIER_TIMES = 5;

export function simulateRun({ seed, rate, seconds, times }: Simulated): Sample[] {
  const source = xoroshiro128plus(seed);
  const random = () => uniformFloat64(source);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const between = 1_000 / rate;
  const kept = noises.map(({ memoryMs }) => Math.exp(-between / memoryMs));
  let noise = noises.map(({ deviation }) => deviation * normal());
  let stalledUntil = 0;
  return Array.from({ length: Math.round(rate * seconds) }, (_, turn): Sample => {
    const at = turn * between;
    noise = noises.map(({ deviation }, place) => {
      const share = kept[place] ?? 0;
      return share * (noise[place] ?? 0) + Math.sqrt(1 - share * share) * deviation * normal();
    });
    if (random() < STALLS / rate) stalledUntil = at + STALL_MS * (0.5 + random());
    const drawn = random();
    const { op, median } = operations.find(({ upTo }) => drawn < upTo) ?? operations[0];
    const outlier = random() < OUTLIERS ? OUTLIER_TIMES : 1;
    const shared = noise.reduce((total, each) => total + each, 0);
    const ms = median * outlier * Math.exp(shared + SPREAD * normal()) + Math.max(0, stalledUntil - at);
    return { op, at, ms: ms * times };
  });
}

/** Parameters of the compared runs, as `steady --seconds 90` has them. */
const RATE = 50;
const SECONDS = 90;

export interface Shown {
  readonly comparisons: number;
  /** Comparisons of a service with itself that called B worse. */
  readonly falseAlarms: number;
  /** Comparisons with the service made slower that called B worse. */
  readonly seen: number;
}

/** Counts comparisons that call B worse if nothing changed, and if all latencies are longer by the share `slower`. */
export function showComparison(comparisons: number, slower: number, seed: number, tolerance: number): Shown {
  const run = (turn: number, times: number) => simulateRun({ seed: seed + turn, rate: RATE, seconds: SECONDS, times });
  const worse = (rows: readonly Row[]) => rows.some(({ change }) => change === 'worse');
  let falseAlarms = 0;
  let seen = 0;
  for (let turn = 0; turn < comparisons; turn++) {
    const a = run(3 * turn, 1);
    if (worse(compareLatencies(a, run(3 * turn + 1, 1), { tolerance }))) falseAlarms++;
    if (worse(compareLatencies(a, run(3 * turn + 2, 1 + slower), { tolerance }))) seen++;
  }
  return { comparisons, falseAlarms, seen };
}
