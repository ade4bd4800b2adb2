import {
  type Body,
  type CheckContext,
  type Created,
  came,
  type Exchange,
  shared,
} from '../../../lib/interface/index.ts';
import { checkoutBody } from '../../environments/support.ts';
import { attempt } from '../../support/attempts.ts';
import { longestAsked } from '../retry-after.ts';
import { letThrough, readOtherwise } from '../spellings.ts';
import {
  atOnce,
  isRefused,
  OFTEN,
  quiet,
  reads,
  readsAfter,
  rested,
  sound,
  tell,
  throughInAll,
  unpaced,
} from '../support.ts';

/** 120 requests of a rested key, by kind, and 150 reads behind them: of all of them 120 are to be let through. */
export interface Flood {
  readonly reads: readonly Exchange[];
  readonly others: readonly Exchange[];
  /** Replayed, or refused for what they ask. */
  readonly inVain: readonly Exchange[];
  readonly more: readonly Exchange[];
}

export const everything = ({ reads: plain, others, inVain, more }: Flood) => [...plain, ...others, ...inVain, ...more];

async function flooded(
  context: CheckContext,
  [unpaid]: readonly Created[],
  { body, idempotencyKey }: { readonly body: Body; readonly idempotencyKey: string },
): Promise<Flood> {
  const { live, data } = context;
  const api = unpaced(live);
  const times = (count: number, send: () => Promise<Exchange>) => Array.from({ length: count }, send);
  const create = (fields: Body = {}) => api.createCheckout({ ...checkoutBody(data.reference('chk')), ...fields });
  const burst = async (what: string, sent: readonly Promise<Exchange>[]) =>
    sound(await atOnce(context, what, sent)).answers;
  const [plain, others, inVain] = await Promise.all([
    burst('reads in live', reads(api, 40)),
    burst('other requests in live', [
      ...times(20, () => api.getCheckout(unpaid?.reference ?? '')),
      ...times(20, () => create()),
    ]),
    burst('requests in vain in live', [
      ...times(20, () => create({ amount: 99 })),
      ...times(10, () => api.getRefund(data.reference('nil'))),
      ...times(10, () => api.createCheckout(body, { idempotencyKey })),
    ]),
  ]);
  return { reads: plain, others, inVain, more: await burst('more reads in live', reads(api, 150)) };
}

export const used = shared('the key of a live merchant, used up', ['live'], async (context) => {
  const { merchant, live, data, time, buyer, console, can } = context;
  const api = unpaced(live);
  // Paced as usual, since its key has to have room.
  const others = merchant.api.with({ wait: undefined });
  const checkouts: Created[] = [];
  if (can('live-buyer')) for (let turn = 0; turn < OFTEN; turn++) checkouts.push(await live.checkout());
  const unpaid = [await live.checkout(), await live.checkout()];
  const replayed = { body: checkoutBody(data.reference('chk')), idempotencyKey: data.reference('key') };
  await live.api.createCheckout(replayed.body, { idempotencyKey: replayed.idempotencyKey });
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
  const tries = [await flooded(context, unpaid, replayed)];
  if (Number(throughInAll(tries.flatMap(everything)).value) > 120) {
    // The end of a minute can explain one excess, not two.
    await quiet({ merchant: live, time });
    tries.push(await flooded(context, unpaid, replayed));
  }
  let more = tries.at(-1)?.more ?? [];
  // Repeated up to three times, because the end of a minute in between makes room for the create.
  for (let turn = 1; ; turn++) {
    if (turn > 1) more = sound(await atOnce(context, 'more reads in live', reads(api, 150))).answers;
    const refused = more.filter(isRefused);
    const since = performance.now();
    // Several, for a limiter that refills a little at a time lets one or two through.
    const sent = Array.from({ length: 6 }, async () => {
      const [reference, idempotencyKey] = [data.reference('chk'), data.reference('key')];
      const answer = await api.createCheckout(checkoutBody(reference), { idempotencyKey });
      return { reference, idempotencyKey, answer };
    });
    const attempts = await came(sent);
    const creates = attempts.map(({ answer }) => answer);
    const last = attempts.findLast(({ answer }) => isRefused(answer));
    const create = last?.answer;
    const other = tell(context, "meanwhile, of the sandbox merchant's key", await came(reads(others, 5)));
    const otherwise = await readOtherwise(context, live);
    const still = await readsAfter(api, (performance.now() - since) / 1_000);
    if (turn < 3 && (refused.length === 0 || create === undefined || !still.answers.some(isRefused))) continue;
    if (turn < 3 && letThrough(otherwise).length > 0) continue;
    await time.wait(longestAsked([...refused, ...creates, ...still.answers]), 'Retry-After runs out');
    const again = await came(reads(api, 1));
    await rested(context);
    const found = last && (await live.api.getCheckout(last.reference));
    const options = { idempotencyKey: last?.idempotencyKey ?? null, onRateLimited: 'return' } as const;
    const repeated = last && (await live.api.createCheckout(checkoutBody(last.reference), options));
    return { tries, more, refused, create, creates, other, otherwise, still, again, found, repeated };
  }
});
