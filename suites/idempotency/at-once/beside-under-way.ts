import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  header,
  NotExercised,
  part,
  raw,
} from '../../../lib/interface/index.ts';
import { oneForAll } from '../../support/alike/groups.ts';
import { haveOverlapped } from '../support.ts';
import { type Pair, pairs } from './pairs.ts';

// "A request with the same key still being processed": what is under way under one key refuses no request under another, whatever the two have in
// common: a body, or none, a path, a reference, a payment, a key that is nearly the same.

/** Milliseconds of real time for which control keeps each request in progress. */
const HELD = 1_000;

/** The most rounds: one in which the two were not in progress at one time shows nothing and is repeated. */
const ROUNDS = 3;

checks(
  'idempotency.keys-differ',
  pairs,
  ({ what }) => `${what}, while the other is being processed: both are carried out`,
  async (context, pair) => {
    for (let round = 1; round <= ROUNDS; round++) {
      const answers = await bothCarriedOut(context, pair);
      if (haveOverlapped(answers) && answers.every(({ durationMs }) => durationMs >= HELD / 2)) return;
      context.note(`round ${round}: the two were not in progress at one time`);
    }
    throw new Blocked(`in ${ROUNDS} rounds the two were never in progress at one time`);
  },
  ({ needs }) => ({ needs: ['processing-delay', ...needs], drawn: 1 }),
);

async function bothCarriedOut(
  context: CheckContext,
  { status, keys, oneReference, ready }: Pair,
): Promise<readonly Exchange[]> {
  const { merchant, data, console } = context;
  const [one, another] = await ready(context);
  const key = data.reference('key');
  const [first, second] = keys?.(key) ?? [key, data.reference('key')];
  await console.delayProcessing(merchant, HELD);
  const answers = await Promise.all([
    one({ idempotencyKey: first, ...raw }),
    another({ idempotencyKey: second, ...raw }),
  ]);
  await console.delayProcessing(merchant, 0);

  // Whether kinds share one set of references is not shown.
  if (oneReference && answers.some(oneForAll)) throw new NotExercised('two kinds cannot have one reference here');
  for (const answer of answers) {
    if (status !== null) expect(answer).toHaveStatus(status);
    else expect(part(answer, 'status'), 'status').toBeLessThan(300);
    expect(header(answer, 'idempotent-replayed')).not.toBe('true');
  }
  return answers;
}
