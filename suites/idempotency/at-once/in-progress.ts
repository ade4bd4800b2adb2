import { Blocked, type CheckContext, checks, type Exchange, expect, of, raw } from '../../../lib/interface/index.ts';
import { creates } from '../replays/paths.ts';
import { atOnce, isOriginal, keyedEndpoints } from '../support.ts';

/** Real time, in milliseconds, for which control keeps a request in progress. */
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
  ({ needs }) => ({ needs }),
);

// The key is in progress, and was used with another body: either refusal is right.
checks(
  'idempotency.in-progress',
  ['payout', 'checkout', 'refund', 'escrow'] as const,
  (kind) => `two other ${kind} creates with the key of one that is being processed`,
  async (context, kind) => {
    const { merchant, data } = context;
    const create = await creates[kind](context);
    const references = Array.from({ length: 3 }, () => data.reference('one'));
    const { others } = await heldOpen(context, (turn) => create({ reference: references[turn] }, raw));

    for (const other of others) {
      expect(other).toHaveStatus(409);
      expect(of(other, 'error.code')).toBeOneOf(['request_in_progress', 'idempotency_key_reused']);
      const { reference } = JSON.parse(other.sent.body ?? '{}') as { reference: string };
      expect(await merchant.get({ kind, reference })).toHaveStatus(404);
    }
  },
  (kind) => ({ needs: kind === 'refund' ? ['buyer'] : [] }),
);

/** Real time, in milliseconds: of a request that takes long, and between two looks at its key meanwhile. */
const LONG = 6_000;
const LOOKS = [1_300, 1_300, 1_300] as const;

checks(
  'idempotency.in-progress',
  keyedEndpoints,
  ({ name }) => `${name} that takes ${LONG / 1_000} s, again and again as long as it lasts`,
  async (context, endpoint) => {
    const { console, merchant, data } = context;
    const idempotencyKey = data.reference('key');
    const { first, others } = await endpoint.on(context, async ({ send }) => {
      await console.delayProcessing(merchant, LONG);
      const two = [send({ idempotencyKey, ...raw }), send({ idempotencyKey, ...raw })];
      // Once one of them is refused, the other one is being processed.
      await Promise.race(two);
      const answers: Exchange[] = [];
      for (const pause of LOOKS) {
        // A request of another key that takes so long: how time passes at the target, whatever the machine does.
        await console.delayProcessing(merchant, pause);
        await merchant.createCheckout({}, raw);
        answers.push(await send({ idempotencyKey, ...raw }));
      }
      await console.delayProcessing(merchant, 0);
      answers.push(...(await Promise.all(two)));
      // Whatever came of it: of a request that was carried out beside it, it may be a duplicate.
      const lasting = answers.find(({ durationMs }) => durationMs > LONG / 2);
      return { first: lasting, others: answers.filter((answer) => answer !== lasting) };
    });
    if (first === undefined) throw new Blocked('none of the two requests sent at once took so long');
    const meanwhile = others.filter(({ sentMono }) => sentMono < first.receivedMono - LONG / 4);
    if (meanwhile.length < 3) throw new Blocked('the request did not last long enough');

    for (const other of meanwhile) expect(other).toBeRefusedWith(409, 'request_in_progress');
  },
  ({ needs }) => ({ needs }),
);

/** A step: three requests at once, the first of which is held open long enough for the others to come meanwhile. */
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
