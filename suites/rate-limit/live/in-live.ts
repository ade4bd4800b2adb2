import { Blocked, type CheckContext, checks, type Exchange, expect, summary } from '../../../lib/interface/index.ts';
import { heldOf, retryAfter, retryAfterOf, sentAgain } from '../retry-after.ts';
import { expectLimited, spellings } from '../spellings.ts';
import { expectNoneRefused, inTime, isRefused, lesser, refusedOf, throughInAll } from '../support.ts';
import { everything, type Flood, used } from './used.ts';

// The limit is that of the key, in live as in sandbox: 120 pass, far more do not, and the key of the other environment has its own.

type Used = Awaited<ReturnType<typeof used>>;

const rows = [
  {
    id: 'rate-limit.more-is-refused',
    what: 'reads and a create beyond 120 are refused',
    expected({ more, refused, create }: Used) {
      expect(refusedOf(more), 'refused of 150 reads after 120').not.toBeEmpty();
      for (const refusal of [...refused, ...(create === undefined ? [] : [create])]) {
        expect(refusal).toBeRefusedWith(429, 'rate_limited');
        expect(refusal).toHaveErrorShape();
      }
    },
  },
  {
    id: 'rate-limit.more-is-refused',
    what: 'a key that is refused is refused also when a sandbox merchant asks',
    expected(seen: Used) {
      refusals(seen);
      inTime(seen.still);
      expect(
        refusedOf(seen.still.answers),
        'refused of the reads that follow those of a sandbox merchant',
      ).not.toBeEmpty();
    },
  },
  {
    id: 'rate-limit.more-is-refused',
    what: 'of 40 reads beside 80 other requests, and 150 reads behind them no more than 120 get through',
    expected: ({ tries }: Used) => expectKept(tries.map(readsOf)),
  },
  ...(['rate-limit.every-endpoint-counts', 'rate-limit.refused-requests-count'] as const).map((id) => ({
    id,
    what: 'of 80 reads and creates, 40 that are replayed or refused, and 150 reads behind them no more than 120 get through',
    expected({ tries }: Used) {
      if (tries.every((flood) => Number(throughInAll(readsOf(flood)).value) > 120))
        throw new Blocked('more than 120 reads get through, whatever else is counted');
      expectKept(tries.map(everything));
    },
  })),
  {
    id: 'rate-limit.every-endpoint-limited',
    what: 'creates are refused when reads have used the key up',
    expected(seen: Used) {
      if (seen.refused.length === 0) throw new Blocked('no read was refused');
      expect(refusedOf(seen.creates), 'refused of six creates').not.toBeEmpty();
    },
  },
  {
    id: 'rate-limit.120-at-once-pass',
    what: '120 at once are let through',
    expected({ tries }: Used) {
      const within = tries.flatMap(({ more: _, ...kinds }) => Object.values(kinds).flat());
      expectNoneRefused(within, 120 * tries.length, 'after two quiet minutes');
    },
  },
  {
    id: 'rate-limit.retry-after-present',
    what: 'each refusal has a Retry-After',
    expected(seen: Used) {
      for (const refusal of refusals(seen)) {
        const said = refusal.headers['retry-after'] ?? '(missing)';
        expect(retryAfterOf(refusal), `Retry-After: ${said}`).toBeA('number');
      }
    },
  },
  {
    id: 'rate-limit.retry-after-honest',
    what: 'whoever has heeded Retry-After is let through',
    expected(seen: Used) {
      if (refusals(seen).some((refusal) => retryAfter(refusal) === undefined))
        throw new Blocked('a refusal without a Retry-After that can be read');
      expectNoneRefused(seen.again, 1, 'after waiting as long as was asked, and 2 s');
    },
  },
  {
    id: 'rate-limit.retry-after-honest',
    what: 'a create that was refused, sent again under its key when Retry-After is over, is not held to be still in progress',
    expected({ repeated }: Used) {
      if (repeated === undefined) throw new Blocked('no create was refused');
      expect(heldOf([sentAgain(repeated)]), summary(repeated)).toBeEmpty();
    },
  },
  {
    id: 'rate-limit.refused-has-no-effect',
    what: 'a create that was refused, sent again under its key, is carried out',
    expected({ repeated }: Used) {
      if (repeated === undefined) throw new Blocked('no create was refused');
      expect(sentAgain(repeated)).toHaveStatus(201);
    },
  },
  {
    id: 'rate-limit.refused-has-no-effect',
    what: 'a create that was refused made no checkout',
    expected({ found }: Used) {
      if (found === undefined) throw new Blocked('no create was refused');
      if (isRefused(found)) throw new Blocked('the key is still refused after a minute without a request');
      expect(found, summary(found)).toHaveStatus(404);
    },
  },
  {
    id: 'rate-limit.per-key',
    what: "a sandbox merchant's requests are served meanwhile",
    expected(seen: Used) {
      refusals(seen);
      expectNoneRefused(seen.other.answers, 5, 'with a key that has hardly been used');
    },
  },
] as const;

checks(
  'rate-limit.more-is-refused',
  spellings,
  ({ what }) => `live: reads ${what} are refused when the key is used up`,
  async (context, spelling) => {
    const seen = await used(context);
    refusals(seen);
    expectLimited(seen.otherwise, spelling);
  },
  { needs: ['live'], runs: 'alone', waits: '6m', drawn: 3 },
);

checks(
  ({ id }) => id,
  rows,
  ({ what }) => `live: ${what}`,
  async (context: CheckContext, { expected }) => void expected(await used(context)),
  { needs: ['live'], runs: 'alone', waits: '6m', drawn: 1.5 },
);

const readsOf = ({ reads, more }: Flood) => [...reads, ...more];

/** Of two tries one may have more, because a minute has ended. */
function expectKept([one, other]: readonly (readonly Exchange[])[]): void {
  if (one === undefined) throw new Blocked('suite fault: nothing was sent');
  const through = other === undefined ? throughInAll(one) : lesser(throughInAll(one), throughInAll(other));
  expect(through, 'let through, the lesser of two tries where the first has more').toBeLessThanOrEqual(120);
}

/** A step: some requests were refused. */
function refusals({ refused, create }: Used) {
  const all = [...refused, ...(create === undefined ? [] : [create])].filter(isRefused);
  if (all.length === 0) throw new Blocked('no request was refused');
  return all;
}
