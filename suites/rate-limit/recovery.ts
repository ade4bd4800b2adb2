import {
  Blocked,
  came,
  check,
  checks,
  type Exchange,
  expect,
  NotExercised,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { unknownKey } from '../authentication/support.ts';
import { retryAfter, SLACK } from './retry-after.ts';
import {
  atOnce,
  exhaust,
  expectNoneRefused,
  inTime,
  isRefused,
  quiet,
  reads,
  readsAfter,
  refusedOf,
  rested,
  sound,
  tell,
  throughOf,
  unpaced,
} from './support.ts';

// Three times in direct succession, at different phases of a clock-aligned minute, so that a constant number of seconds is not right by
// chance each time.
for (const time of ['first', 'second', 'third']) {
  check(
    'rate-limit.retry-after-honest',
    `the ${time} time, whoever has heeded every Retry-After is let through`,
    async (context) => {
      const api = unpaced(context.merchant);
      const { refused } = await exhaust(context, api);

      const seconds = Math.max(0, ...refused.map((refusal) => left(refusal)));
      await context.time.wait(seconds + SLACK, 'Retry-After runs out');
      const [again] = await came(reads(api, 1));

      if (again === undefined) throw new Blocked('the answer was lost');
      const words = `refused after waiting as long as was asked, and 2 s: ${summary(again)}`;
      expect(refusedOf([again]), words).toBeEmpty();
    },
    { runs: 'alone' },
  );
}

// Far fewer than 120 per minute: however a limiter counts, it admits these once the burst is forgotten, which a sliding counter over two
// windows does after two minutes.
checks(
  'rate-limit.retry-after-honest',
  [10, 2],
  (every) =>
    `whoever goes on with a request every ${every} seconds while it is refused is let through within three minutes`,
  async (context, every) => {
    const api = unpaced(context.merchant);
    await exhaust(context, api);

    const asked: Exchange[] = [];
    for (let waited = 0; waited < 180 && asked.every(isRefused); waited += every) {
      await context.time.wait(every, 'requests at a slow pace');
      asked.push(...(await came(reads(api, 1))));
    }
    if (asked.length === 0) throw new Blocked('the answers were lost');
    sound(tell(context, 'at a slow pace', asked));
    expect(throughOf(asked), `let through of ${asked.length}, one every ${every} s`).not.toBeEmpty();
  },
  { runs: 'alone', drawn: 0.5 },
);

/** Ten requests of another merchant and then ten of the refused key, up to three times: a minute does not end each time. */
const besideAnother = shared('another merchant asks while a key is refused', ['other-merchant'], async (context) => {
  const mine = unpaced(context.merchant);
  // Paced as usual, since its key has to have room.
  const others = context.other.api.with({ wait: undefined });

  for (let turn = 1; ; turn++) {
    await exhaust(context, mine);
    const since = performance.now();
    const other = await came(reads(others, 10));
    tell(context, "meanwhile, of the other merchant's key", other);
    const own = await readsAfter(mine, (performance.now() - since) / 1_000);
    const { refused } = sound(tell(context, 'of the exhausted key', own.answers));
    if (refused.length === 0 && turn < 3) continue;
    await rested(context);
    return { other, own, refused };
  }
});

check(
  'rate-limit.per-key',
  "ten requests of another merchant are served while one's are refused",
  async (context) => {
    const { other, refused } = await besideAnother(context);
    if (refused.length === 0) throw new Blocked('the exhausted key was served again at once, three times');

    expectNoneRefused(other, 10, 'with a key that has hardly been used');
  },
  { runs: 'alone', alsoInLive: true },
);

check(
  'rate-limit.more-is-refused',
  'a key that is refused is refused also when another merchant asks',
  async (context) => {
    const { own } = await besideAnother(context);
    inTime(own);

    expect(
      refusedOf(own.answers),
      `refused of ${own.answers.length} that follow those of another merchant, three times`,
    ).not.toBeEmpty();
  },
  { runs: 'alone', needs: ['other-merchant'], alsoInLive: true },
);

check(
  'rate-limit.per-key',
  "120 requests of a merchant are served after 130 that had its id, and no key or one that is nobody's",
  async (context) => {
    const api = unpaced(context.merchant);
    await quiet(context);

    const keyless = { headers: { Authorization: null } };
    const wrong = Array.from({ length: 130 }, (_, turn) =>
      api.getBalance(turn % 3 === 0 ? keyless : unknownKey(context)),
    );
    tell(context, 'with wrong credentials', await came(wrong));
    const own = sound(await atOnce(context, 'with its own key', reads(api, 120)));
    const others = await came(reads(context.other.api.with({ wait: undefined }), 10));
    await rested(context);
    // Whether a service blocks a client that has guessed keys is not shown: that would affect all merchants at the same address.
    if (tell(context, "meanwhile, of another merchant's key", others).refused.length > 0)
      throw new NotExercised('after many wrong keys other merchants are refused too');

    expectNoneRefused(own.answers, 120, 'with a key that has been quiet');
  },
  { runs: 'alone' },
);

/** Seconds left of a refusal's `Retry-After`. */
function left(refusal: Exchange): number {
  const said = retryAfter(refusal);
  if (said === undefined) throw new Blocked('a refusal without a Retry-After that can be read');
  return said - (performance.now() - refusal.receivedMono) / 1_000;
}
