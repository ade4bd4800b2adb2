import {
  Blocked,
  type CheckContext,
  type Created,
  came,
  checks,
  expect,
  shared,
  summary,
} from '../../lib/interface/index.ts';
import { checkoutBody } from '../environments/support.ts';
import { attempt } from '../support/attempts.ts';
import {
  atOnce,
  inTime,
  isRefused,
  OFTEN,
  quiet,
  reads,
  readsAfter,
  refusedOf,
  rested,
  retryAfter,
  retryAfterOf,
  sound,
  tell,
  unpaced,
} from './support.ts';

// The limit is that of the key, in live as in sandbox: 120 pass, far more do not, and the key of the other environment has its own.

/** In seconds: for rounding, clocks and network. */
const SLACK = 2;

const used = shared('the key of a live merchant, used up', ['live'], async (context) => {
  const { merchant, live, data, time, buyer, console, can } = context;
  const api = unpaced(live);
  // Paced as usual, since its key has to have room.
  const others = merchant.api.with({ wait: undefined });
  const checkouts: Created[] = [];
  if (can('live-buyer')) for (let turn = 0; turn < OFTEN; turn++) checkouts.push(await live.checkout());
  const unpaid = [await live.checkout(), await live.checkout()];
  await quiet({ merchant: live, time });
  // What people do is no request of the key.
  for (const checkout of checkouts) {
    await attempt(buyer.tries(live, checkout, 'succeeded'));
    await attempt(console.deliveries(live));
    await attempt(console.rotateWebhookSecret(live));
  }
  // Their pages are over; those of two others are not.
  const visited = can('browser') ? [...checkouts.slice(0, 2), ...unpaid] : [];
  for (const each of visited) await attempt(buyer.atPage(each, async () => {}));
  const within = sound(await atOnce(context, '120 reads in live', reads(api, 120)));
  // Repeated up to three times, because the end of a minute in between makes room for the create.
  for (let turn = 1; ; turn++) {
    const { answers: all, refused } = sound(await atOnce(context, 'more reads in live', reads(api, 150)));
    const since = performance.now();
    // Several, for a limiter that refills a little at a time lets one or two through.
    const references = Array.from({ length: 6 }, () => data.reference('chk'));
    const creates = await came(
      references.map((reference) =>
        api.createCheckout(checkoutBody(reference), { idempotencyKey: data.reference('key') }),
      ),
    );
    const create = creates.findLast(isRefused);
    const other = tell(context, "meanwhile, of the sandbox merchant's key", await came(reads(others, 5)));
    const still = await readsAfter(api, (performance.now() - since) / 1_000);
    if (turn < 3 && (refused.length === 0 || create === undefined || !still.answers.some(isRefused))) continue;
    const asked = Math.max(0, ...[...refused, ...creates.filter(isRefused)].map((refusal) => retryAfter(refusal) ?? 0));
    await time.wait(asked + SLACK, 'Retry-After runs out');
    const again = await came(reads(api, 1));
    await rested(context);
    const { reference = '' } = JSON.parse(create?.sent.body ?? '{}') as { reference?: string };
    const found = create && (await live.api.getCheckout(reference));
    return { within, all, refused, create, creates, other, still, again, found };
  }
});

type Used = Awaited<ReturnType<typeof used>>;

const rows = [
  {
    id: 'rate-limit.more-is-refused',
    what: 'reads and a create beyond 120 are refused',
    expected({ all, refused, create }: Used) {
      expect(refusedOf(all), 'refused of 150 reads after 120').not.toBeEmpty();
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
    expected: ({ within }: Used) => expect(refusedOf(within.answers), 'refused of 120').toBeEmpty(),
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
      expect(refusedOf(seen.again), 'refused after waiting as long as was asked, and 2 s').toBeEmpty();
    },
  },
  {
    id: 'rate-limit.refused-has-no-effect',
    what: 'a create that was refused made no checkout',
    expected({ create, found }: Used) {
      if (create === undefined || found === undefined) throw new Blocked('no create was refused');
      if (isRefused(found)) throw new Blocked('the key is still refused after a minute without a request');
      expect(found, summary(found)).toHaveStatus(404);
    },
  },
  {
    id: 'rate-limit.per-key',
    what: "a sandbox merchant's requests are served meanwhile",
    expected(seen: Used) {
      refusals(seen);
      expect(refusedOf(seen.other.answers), 'refused of five with a key that has hardly been used').toBeEmpty();
    },
  },
] as const;

checks(
  ({ id }) => id,
  rows,
  ({ what }) => `live: ${what}`,
  async (context: CheckContext, { expected }) => void expected(await used(context)),
  { needs: ['live'], runs: 'alone', waits: '4m', drawn: 1.5 },
);

/** A step: some requests were refused. */
function refusals({ refused, create }: Used) {
  const all = [...refused, ...(create === undefined ? [] : [create])].filter(isRefused);
  if (all.length === 0) throw new Blocked('no request was refused');
  return all;
}
