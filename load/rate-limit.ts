// Where exactly does the limit of 120 a minute per key bite, and how does it recover?
//
// Each virtual user has an API key of its own, rested, and one of four parts: *burst* keys send far more than a minute has room for at
// once, heed Retry-After, ask once more, and 90 seconds after the first burst send another; *steady* keys stay just below the limit;
// *neighbours* ask modestly all the while; the *curve* key asks four times a second, for the plot. Reads only: they leave nothing behind.
//
// "120 per minute" may be counted in fixed windows, in a sliding log or counter, or by a bucket that refills. The bounds that the audit
// applies hold for all of them.
import type { Options } from 'k6/options';
import type { Line } from './support/line.ts';
import { type Ask, atOnce, usual } from './support/requests.ts';
import { complete, keyOfUser, keys, type Mine, number, users } from './support/settings.ts';
import { clockMoves, pass, targetNow, until } from './support/time.ts';

/** Parts, by the place of the key: burst keys first, then steady ones, neighbours, and the curve. */
const bursts = number('LOAD_BURST_KEYS', 4);
const steady = number('LOAD_STEADY_KEYS', 2);
const neighbours = number('LOAD_NEIGHBOUR_KEYS', 2);
const burst = number('LOAD_BURST', 300);
/** Between the first bursts of two keys: so their minutes begin at different moments. */
const apartSeconds = number('LOAD_APART', 15);
/** How long steady keys and the curve go on. */
const lastSeconds = number('LOAD_SECONDS', 130);

/** Seconds from a key's first burst to its second: half a minute of another phase, and half a second more for a bucket. */
const AGAIN = 90.5;
/** Seconds: Retry-After is whole seconds or a date, so that one that is rounded down is nearly one early; and one for the way. */
const SLACK = 2;
/** The longest that Retry-After is heeded, in seconds: whatever is said beyond two minutes is not tried out here. */
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

/** All parts by one user, who alone moves the clock. */
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

/** So many at once every so many seconds, by the clock: a slow answer does not delay the next ones unless it takes longer than that. */
function paced(mine: Mine, op: string, count: number, every: number, seconds: number): void {
  const began = targetNow();
  const turns = Math.floor(seconds / every);
  for (let turn = 0; turn < turns; turn++) {
    until(began + turn * every * 1_000);
    atOnce(mine, turn, reads(op, count), { keepBodies: false });
  }
}

/** The limit is the key's, whatever it asks for: two endpoints in turn. */
function reads(op: string, count: number): Ask[] {
  return Array.from({ length: count }, (_, turn) => ({
    op,
    method: 'GET',
    turn,
    path: turn % 2 === 0 ? '/v1/balance' : '/v1/banks',
  }));
}

/** A few requests with another key in the midst of a burst. */
function modest(others: readonly Mine[]): Ask[] {
  return others.flatMap((of) => reads('neighbour', 10).map((ask) => ({ ...ask, of })));
}

/** Seconds of the longest Retry-After; 0 where nothing was refused or nothing can be read. */
function longestSaid(lines: readonly Line[]): number {
  const said = lines.map(({ retryAfter = '', date = '' }) => {
    if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
    const seconds = (Date.parse(retryAfter) - Date.parse(date)) / 1_000;
    return Number.isFinite(seconds) ? seconds : 0;
  });
  return Math.max(0, ...said);
}
