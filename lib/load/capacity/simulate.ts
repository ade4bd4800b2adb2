import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { dueMsOf, profileOf } from '../../../load/support/profile.ts';
import type { Arrival } from '../latency/due.ts';
import { beginSearch, type Knee, kneeOf, observe, type SearchLimits } from './search.ts';
import { judgeWindow, windowSeconds } from './window.ts';

/** A service with so many workers, which serve so many requests a second when all are busy. */
export interface SimulatedService {
  readonly capacity: number;
  readonly workers: number;
  /** Standard deviation of the logarithm of the time of service. */
  readonly spread: number;
  /** In this share of windows it stands still for two seconds, which says nothing of its capacity. */
  readonly stalls: number;
  /** In this share of seconds the generator stands still for a while, and begins all at once that was due meanwhile. */
  readonly lateness: number;
  readonly seed: number;
}

const LIMITS = { p95: 1_000, errors: 0.001 } as const;
const STALL_MS = 2_000;
/** The longest that the generator stands still, as it was seen on a busy machine. */
const MAX_LATE_MS = 400;

/** The search at a simulated service, and for how many seconds of load. */
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

/** One window, begun with nothing queued: each arrival goes to the worker that is free first. */
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

/** In how many of so many services, with capacities from 20 to 400 a second, the knee was found within this share of the truth. */
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
    // Every other one is asked on a busy machine.
    const lateness = turn % 2 === 0 ? 0 : 0.3;
    const service = { capacity, workers, spread: 0.3, stalls: 0.03, lateness, seed: seed + turn };
    const { knee, seconds } = searchSimulated(service, { first: 10, most: 1_000, windows: 60 });
    const isNear = Math.abs(knee.rate / capacity - 1) <= within;
    if (knee.kind === 'found' && isNear) found++;
    // "At least" of less is true, and that it could not tell is no number.
    else if (knee.kind === 'found' || knee.kind === 'none holds' || (knee.kind === 'at least' && knee.rate > capacity))
      wrong++;
    longestSeconds = Math.max(longestSeconds, seconds);
  }
  return { found, wrong, longestSeconds };
}
