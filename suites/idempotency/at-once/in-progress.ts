import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  NotExercised,
  of,
  raw,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { creates } from '../replays/paths.ts';
import { atOnce, expectOneOriginal, isOriginal, keyedEndpoints } from '../support.ts';

/** Milliseconds of real time for which control keeps a request in progress. */
const HELD = 2_000;

checks(
  'idempotency.in-progress',
  keyedEndpoints,
  ({ name }) => `two more of ${name} while it is being processed, and two when it is done`,
  async (context, endpoint) => {
    const idempotencyKey = context.data.reference('key');
    const { first, others, later } = await endpoint.on(context, async ({ send }) => {
      const held = await heldOpen(context, () => send({ idempotencyKey, ...raw }));
      return { ...held, later: [await send({ idempotencyKey }), await send({ idempotencyKey })] };
    });

    for (const other of others) expect(other).toBeRefusedWith(409, 'request_in_progress');
    for (const again of later) expect(again).toReplay(first);
  },
  ({ name, needs }) => ({ needs, alsoInLive: name === 'POST /v1/checkouts' }),
);

checks(
  'idempotency.concurrent-one-original',
  keyedEndpoints,
  ({ name }) => `three of ${name} at once, of which one is held open: one is original`,
  async (context, endpoint) => {
    const idempotencyKey = context.data.reference('key');
    const { first, others } = await endpoint.on(context, ({ send }) =>
      heldOpen(context, () => send({ idempotencyKey, ...raw })),
    );

    expectOneOriginal([first, ...others]);
  },
  ({ needs }) => ({ needs: [...needs, 'processing-delay'] }),
);

// The key is in progress, and was used with another body: either refusal is correct.
checks(
  'idempotency.in-progress',
  ['payout', 'checkout', 'refund', 'escrow'] as const,
  (kind) => `two other ${kind} creates with the key of one that is being processed`,
  async (context, kind) => {
    const { merchant, data } = context;
    const create = await creates[kind](context);
    const references = Array.from({ length: 3 }, () => data.reference('one'));
    const { first, others } = await heldOpen(context, (turn) => create({ reference: references[turn] }, raw));

    for (const other of others) {
      expect(other).toHaveStatus(409);
      expect(of(other, 'error.code')).toBeOneOf(['request_in_progress', 'idempotency_key_reused']);
      const { reference } = JSON.parse(other.sent.body ?? '{}') as { reference: string };
      expect(await merchant.get({ kind, reference })).toHaveStatus(404);
    }
    // None of them has taken the key from the first.
    const { reference } = JSON.parse(first.sent.body ?? '{}') as { reference: string };
    expect(await create({ reference })).toReplay(first);
  },
  (kind) => ({ needs: kind === 'refund' ? ['buyer'] : [] }),
);

/**
 * Milliseconds of real time: the duration of a long request, and the pauses between repetitions meanwhile, up to the last moment at which it
 * is certain to last. A key is in progress as long as its request is, however long a lock on it lasts. One endpoint is also tried for more than
 * half a minute; a target may end such a request instead.
 */
const long = { lasts: 12_500, looks: [1_300, 4_400, 5_000] } as const;
const longer = { lasts: 35_000, looks: [1_300, 9_500, 10_000, 10_500] } as const;
const MARGIN = 1_000;

checks(
  'idempotency.in-progress',
  [
    ...keyedEndpoints.map((endpoint) => ({ ...endpoint, ...long })),
    ...keyedEndpoints.filter(({ name }) => /payouts/.test(name)).map((endpoint) => ({ ...endpoint, ...longer })),
  ],
  ({ name, lasts }) => `${name} that takes ${lasts / 1_000} s, again and again as long as it lasts`,
  async (context, endpoint) => {
    const { console, merchant, data } = context;
    const { lasts, looks } = endpoint;
    const idempotencyKey = data.reference('key');
    const { first, others } = await endpoint.on(context, async ({ send }) => {
      await console.delayProcessing(merchant, lasts);
      const once = { idempotencyKey, deadlineMs: lasts + 15_000, ...raw };
      const two = [send(once), send(once)];
      // Once one of the two is refused, the other one is being processed.
      await Promise.race(two);
      const answers: Exchange[] = [];
      // What is done in the console meanwhile does not end it either.
      await attempt(console.rotateWebhookSecret(merchant));
      await attempt(console.change(merchant, { requireLinkedWallets: false }));
      for (const pause of looks) {
        // A delayed request with another key measures the pause by the target's own processing, independent of this machine.
        await console.delayProcessing(merchant, pause);
        await merchant.createCheckout({}, raw);
        answers.push(await send({ idempotencyKey, ...raw }));
      }
      await console.delayProcessing(merchant, 0);
      answers.push(...(await Promise.all(two)));
      // Any answer will do: if the repetition was processed too, the long request may be refused as a duplicate.
      const lasting = answers.find(({ durationMs }) => durationMs > lasts / 2);
      return { first: lasting, others: answers.filter((answer) => answer !== lasting) };
    });
    if (first === undefined) throw new Blocked('none of the two requests sent at once took so long');
    const meanwhile = others.filter(({ sentMono }) => sentMono < first.receivedMono - MARGIN);
    if (meanwhile.length < 3 && (first.status === 408 || first.status >= 500))
      throw new NotExercised('a request that takes so long is ended');
    if (meanwhile.length < 3) throw new Blocked('the request did not last long enough');

    for (const other of meanwhile) expect(other).toBeRefusedWith(409, 'request_in_progress');
  },
  ({ name, needs }) => ({ needs, alsoInLive: name === 'POST /v1/checkouts' }),
);

/** A step: three concurrent requests, the first of which is held open until the others have come. */
async function heldOpen({ console, merchant }: CheckContext, send: (turn: number) => Promise<Exchange>) {
  await console.delayProcessing(merchant, HELD);
  const answers = await atOnce(3, send);
  await console.delayProcessing(merchant, 0);
  const first = answers.find(isOriginal);
  if (first === undefined) throw new Blocked('none of the requests sent at once was carried out');
  const others: Exchange[] = answers.filter((answer) => answer !== first);
  if (first.durationMs < HELD / 2) throw new Blocked(`the processing was not delayed: ${first.durationMs} ms`);
  if (!others.every(({ sentMono }) => sentMono < first.receivedMono - HELD / 2))
    throw new Blocked('nothing overlapped');
  return { first, others };
}
