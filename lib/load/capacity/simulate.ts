import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { dueMsOf, profileOf } from '../../../load/support/profile.ts';
import type { Arrival } from '../latency/due.ts';
import { beginSearch, type Knee, kneeOf, observe, type SearchLimits } from './search.ts';
import { judgeWindow, windowSeconds } from './window.ts';

/** A service with `workers` workers, which serve `capacity` requests per second when all are busy. */
export interface SimulatedService {
  readonly capacity: number;
  readonly workers: number;
  /** Standard deviation of the logarithm of the service time. */
  readonly spread: number;
  /** Share of windows in which the service pauses for `STALL_MS`, which says nothing about its capacity. */
  readonly stalls: number;
  /** Share of seconds in which the generator pauses, and then sends all requests due meanwhile at once. */
  readonly lateness: number;
  readonly seed: number;
}

const LIMITS = { p95: 1_000, errors: 0.001 } as const;
const STALL_MS = 2_000;
/** Maximum pause of the generator in milliseconds, as observed on a busy machine. */
const MAX_LATE_MS = 400;

/** Runs the search at a simulated service. `seconds`: total duration of its windows. */
export function searchSimulated(service: SimulatedService, limits: SearchLimits): { knee: Knee; seconds: number } {
  const source = xoroshiro128plus(service.seed);
  const random = () => uniformFloat64(source);
  let search = beginSearch(limits);
  let total = 0;
  while (search.next !== null) {
    const rate = search.next;
    const seconds = windowSeconds(rate, [8, 20]);
    const arrivals = serve(service, rate, seconds, random);
    const seen = judgeWindow(rate, arrivals, { sent: arrivals.length, failed: 0, kept: true, waitMs: 0 }, LIMITS);
    search = observe(search, rate, seen.observed);
    total += seconds;
  }
  return { knee: kneeOf(search), seconds: total };
}

/** Simulates one window, starting with an empty queue: each arrival goes to the worker that becomes free first. */
function serve(service: SimulatedService, rate: number, seconds: number, random: () => number): Arrival[] {
  const { capacity, workers, spread, stalls, lateness } = service;
  const profile = profileOf('constant', rate, seconds);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const stallsAt = random() < stalls ? random() * seconds * 500 : null;
  const late = Array.from({ length: seconds }, (_, second) => {
    const from = (second + random()) * 1_000;
    return { from, until: random() < lateness ? from + random() * MAX_LATE_MS : from };
  });
  const free = new Float64Array(workers).fill(0);
  const meanMs = (1_000 * workers) / capacity;
  return Array.from({ length: Math.floor(rate * seconds) }, (_, turn): Arrival => {
    const dueMs = dueMsOf(profile, turn);
    let worker = 0;
    for (let each = 1; each < workers; each++) if ((free[each] ?? 0) < (free[worker] ?? 0)) worker = each;
    const begunMs = late.find(({ from, until }) => dueMs >= from && dueMs < until)?.until ?? dueMs;
    let began = Math.max(begunMs, free[worker] ?? 0);
    if (stallsAt !== null && began >= stallsAt && began < stallsAt + STALL_MS) began = stallsAt + STALL_MS;
    const endMs = began + meanMs * Math.exp(spread * normal() - (spread * spread) / 2);
    free[worker] = endMs;
    return { op: 'read', dueMs, ms: endMs - dueMs, ownMs: endMs - begunMs, dropped: false };
  });
}

/**
 * Searches `services` simulated services with capacities from 20 to 400 per second. `found`: knee within the share `within` of the true
 * capacity. `wrong`: a knee that contradicts it. `longestSeconds`: longest total load of one search.
 */
export function showCapacity(
  services: number,
  within: number,
  seed: number,
): { found: number; wrong: number; longestSeconds: number } {
  let [found, wrong] = [0, 0];
  let longestSeconds = 0;
  for (let turn = 0; turn < services; turn++) {
    const random = xoroshiro128plus(seed + turn);
    const capacity = 20 * 20 ** uniformFloat64(random);
    const workers = 1 + Math.floor(uniformFloat64(random) * 8);
    // Every other service is searched with a generator that pauses, as on a busy machine.
    const lateness = turn % 2 === 0 ? 0 : 0.3;
    const service = { capacity, workers, spread: 0.3, stalls: 0.03, lateness, seed: seed + turn };
    const { knee, seconds } = searchSimulated(service, { first: 10, most: 1_000, windows: 60 });
    const isNear = Math.abs(knee.rate / capacity - 1) <= within;
    if (knee.kind === 'found' && isNear) found++;
    // `at least` a lower rate is true, and `not narrowed` or `machine busy` claims no rate: neither is wrong.
    else if (knee.kind === 'found' || knee.kind === 'none holds' || (knee.kind === 'at least' && knee.rate > capacity))
      wrong++;
    longestSeconds = Math.max(longestSeconds, seconds);
  }
  return { found, wrong, longestSeconds };
}
