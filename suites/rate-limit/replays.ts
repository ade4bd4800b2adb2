import { Blocked, check, created, expect, shared } from '../../lib/interface/index.ts';
import { longestAsked } from './retry-after.ts';
import { atOnce, isRefused, reads, refusedOf, rested, unpaced } from './support.ts';

/** Many more than a bucket can have refilled since the reads, if they take no longer than `SOON` seconds. */
const [REPLAYS, SOON] = [20, 5];

/** 300 reads at once, then creates of before, sent again under their keys; up to three times, as the end of a minute in between makes room. */
const again = shared('replays while the key is refused', [], async (context) => {
  const { merchant, data } = context;
  const api = unpaced(merchant);
  const originals = await Promise.all(
    ['one', 'another'].map(async (name) => {
      const idempotencyKey = data.reference(`key-${name}`);
      const { sent } = created('checkout', await merchant.createCheckout({}, { idempotencyKey })).exchange;
      return { idempotencyKey, body: JSON.parse(sent.body ?? '{}') as Parameters<typeof api.createCheckout>[0] };
    }),
  );
  for (let turn = 1; ; turn++) {
    const flood = await atOnce(context, 'reads', reads(api, 300));
    const sent = Array.from({ length: REPLAYS / originals.length }, () =>
      originals.map(({ body, idempotencyKey }) =>
        api.createCheckout(body, { idempotencyKey, onRateLimited: 'return' }),
      ),
    );
    const replays = await atOnce(context, 'replays', sent.flat());
    if (replays.refused.length === 0 && turn < 3 && flood.refused.length > 0) continue;
    await rested(context, longestAsked([...flood.refused, ...replays.refused]));
    return { flood, replays };
  }
});

// "More than 120 requests per minute per API key": a replay is a request like any other.
check(
  'rate-limit.every-endpoint-limited',
  'replays of creates are refused while a key is refused for its reads',
  async (context) => {
    const { flood, replays } = await again(context);
    if (flood.refused.length === 0) throw new Blocked('none of 300 reads at once was refused');
    if (replays.refused.length === 0 && replays.seconds > SOON)
      throw new Blocked('the replays took so long that the key may have had room for them');

    expect(refusedOf(replays.answers), `refused of ${REPLAYS} replays`).not.toBeEmpty();
    for (const answer of replays.answers.filter(isRefused)) {
      expect(answer).toBeRefusedWith(429, 'rate_limited');
      expect(answer).toHaveErrorShape();
    }
  },
  { runs: 'alone' },
);
