/** Idempotency keys and counters of requests: a list in a header, a caller who is gone, and a name without its day. */
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Real time after which a caller who hung up is noticed, in milliseconds. */
const NOTICED_MS = 10;
const MINUTES_OF_A_DAY = 1_440;

function firstOfTheList({ header }: Case): Case['header'] {
  return (name) => {
    const value = header(name);
    return name === 'idempotency-key' ? value?.split(',')[0]?.trim() : value;
  };
}

/** The request is cancelled with its connection: what was written stays, and what comes after, the kept answer, is left out. */
function cancelledWithTheConnection(): Change {
  return (rules) => {
    const { finish } = rules.functions;
    const gone = new Set<string>();
    return all(
      functions(() => ({
        finish: async (answer, asked, clock) => {
          await pause(NOTICED_MS);
          if (asked.socket.destroyed) gone.add(`${asked.headers.authorization} ${asked.headers['idempotency-key']}`);
          return (await finish?.(answer, asked, clock)) ?? answer;
        },
      })),
      before('keepKey', ({ header, merchant }, next) => {
        const key = header('idempotency-key') ?? '';
        if (gone.delete(`${header('authorization')} ${key}`)) merchant.keys.delete(key);
        return next();
      }),
    )(rules);
  };
}

/** Counters are named by the key and the minute of the day, and none is ever deleted. */
function minutesWithoutTheirDay(): Change {
  return functions(() => ({
    rateLimiter(limit, windowMs) {
      const counts = new Map<number, number>();
      return {
        admit(now) {
          const minute = Math.floor(now / windowMs) % MINUTES_OF_A_DAY;
          const count = counts.get(minute) ?? 0;
          if (count >= limit) return windowMs - (now % windowMs);
          counts.set(minute, count + 1);
          return 0;
        },
      };
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Every POST sends `Idempotency-Key: <unique string>` (max 255 chars). Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.keys-differ',
      'blind20-key-up-to-its-first-comma',
      'a header may come several times, which is the same as a list with commas, and the framework gives the first of the list: the keys "order 7, try 1" and "order 7, try 2" are one key',
      around('keepKey', (own) => (asked, next) => own({ ...asked, header: firstOfTheList(asked) }, next)),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed, with response header `Idempotent-Replayed: true`.',
    mutant(
      'idempotency.cut-connection',
      'blind20-cancelled-with-the-connection',
      'a request is cancelled when its connection is lost, and the answer is kept last: where the caller hung up the checkout is there and its key is not, and the repetition with that key is refused with duplicate_reference',
      cancelledWithTheConnection(),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.120-at-once-pass',
      'blind20-minutes-counted-without-their-day',
      'a counter is named by the key and the minute, such as 14:05, and its expiry was forgotten: what was sent in the same minute of earlier days counts, and a key that sends at a fixed time each day is refused on the second or third',
      minutesWithoutTheirDay(),
    ),
  ),
];
