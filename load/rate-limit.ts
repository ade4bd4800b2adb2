// At which request does the limit of 120 per minute per key apply, and how does it recover?
//
// Each virtual user has its own API key, unused for at least two minutes, in one of four roles: *burst* keys send far more than 120 requests
// at once, wait as long as Retry-After says, send one probe, and send a second burst 90.5 seconds after the first; *steady* keys stay just
// below the limit; *neighbour* keys send few requests throughout; the *curve* key sends four requests a second, for the plot. All requests
// are reads, so they change nothing at the target.
//
// "120 per minute" may be implemented as fixed windows, a sliding log or counter, or a token bucket. The audit's bounds hold for all.
import type { Options } from 'k6/options';
import type { Line } from './support/line.ts';
import { type Ask, atOnce, usual } from './support/requests.ts';
import { complete, keyOfUser, keys, type Mine, number, users } from './support/settings.ts';
import { clockMoves, pass, targetNow, until } from './support/time.ts';

/** Number of keys in each role. Roles are assigned in the order of the keys: burst, steady, neighbour, then the curve key. */
const bursts = number('LOAD_BURST_KEYS', 4);
const steady = number('LOAD_STEADY_KEYS', 2);
const neighbours = number('LOAD_NEIGHBOUR_KEYS', 2);
const burst = number('LOAD_BURST', 300);
/** Seconds between the first bursts of two keys, so that they fall in different phases of a fixed minute. */
const apartSeconds = number('LOAD_APART', 15);
/** Seconds for which the steady keys and the curve key send. */
const lastSeconds = number('LOAD_SECONDS', 130);

/** Seconds from a key's first burst to its second: shifts the phase within a minute by 30 s, with 0.5 s more for a bucket to refill. */
const AGAIN = 90.5;
/** Seconds added to Retry-After: up to 1 s because whole seconds or a date may be rounded down, and 1 s for network delay. */
const SLACK = 2;
/** The longest Retry-After that the script waits for, in seconds; a longer one is not probed. */
const MAX_RETRY_AFTER_SECONDS = 122;

export const options: Options = {
  ...usual(burst + 10),
  scenarios: {
    limit: { executor: 'per-vu-iterations', vus: clockMoves ? 1 : users, iterations: 1, maxDuration: '15m' },
  },
};

export const setup = complete;

export default function (): void {
  const mine = keyOfUser();
  if (mine === undefined) return;
  if (clockMoves) oneAfterTheOther();
  else if (mine.index < bursts) {
    pass(mine.index * apartSeconds);
    burstTwice(mine, []);
  } else if (mine.index < bursts + steady) paced(mine, 'steady', 3, 1.55, lastSeconds);
  else if (mine.index < bursts + steady + neighbours) {
    paced(mine, 'neighbour', 3, 2, (bursts - 1) * apartSeconds + AGAIN + 2);
  } else paced(mine, 'curve', 4, 1, lastSeconds);
}

/** One virtual user plays all roles: only one may advance the target's clock. */
function oneAfterTheOther(): void {
  const at = (index: number): Mine[] => {
    const key = keys[index];
    return key === undefined ? [] : [{ index, key }];
  };
  for (let index = 0; index < bursts; index++) {
    for (const mine of at(index)) burstTwice(mine, at(bursts + steady));
    pass(17);
  }
  for (let index = bursts; index < bursts + steady; index++)
    for (const mine of at(index)) paced(mine, 'steady', 3, 1.55, 75);
}

function burstTwice(mine: Mine, beside: readonly Mine[]): void {
  const began = targetNow();
  const seconds = longestSaid(atOnce(mine, 0, [...reads('burst', burst), ...modest(beside)], { keepBodies: false }));
  const answered = targetNow();
  if (seconds > 0 && seconds <= MAX_RETRY_AFTER_SECONDS) {
    until(answered + (seconds + SLACK) * 1_000);
    atOnce(mine, 0, reads('probe', 1), { keepBodies: false });
  }
  until(began + AGAIN * 1_000);
  atOnce(mine, 1, [...reads('burst', burst), ...modest(beside)], { keepBodies: false });
}

/** Sends `count` requests at once every `every` seconds for `seconds` seconds; only a response slower than `every` delays the next batch. */
function paced(mine: Mine, op: string, count: number, every: number, seconds: number): void {
  const began = targetNow();
  const turns = Math.floor(seconds / every);
  for (let turn = 0; turn < turns; turn++) {
    until(began + turn * every * 1_000);
    atOnce(mine, turn, reads(op, count), { keepBodies: false });
  }
}

/** Alternates between two endpoints: the limit is per key, not per endpoint. */
function reads(op: string, count: number): Ask[] {
  return Array.from({ length: count }, (_, turn) => ({
    op,
    method: 'GET',
    turn,
    path: turn % 2 === 0 ? '/v1/balance' : '/v1/banks',
  }));
}

/** Ten requests with each of these other keys, sent within a burst. */
function modest(others: readonly Mine[]): Ask[] {
  return others.flatMap((of) => reads('neighbour', 10).map((ask) => ({ ...ask, of })));
}

/** Seconds of the longest Retry-After; 0 if no response has one that can be parsed. */
function longestSaid(lines: readonly Line[]): number {
  const said = lines.map(({ retryAfter = '', date = '' }) => {
    if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
    const seconds = (Date.parse(retryAfter) - Date.parse(date)) / 1_000;
    return Number.isFinite(seconds) ? seconds : 0;
  });
  return Math.max(0, ...said);
}
