import { Blocked, type Exchange, expect, type Given, raw, requirement } from '../../lib/harness/index.ts';
import { atOnce, isInProgress, isReplay, type Repeatable, repeatableCheckout, repeatablePayout } from './support.ts';

/** Real time, in milliseconds, for which control keeps a request in progress. */
const HELD = 2_000;

requirement('idempotency.in-progress', 'two more of a checkout create that is being processed', async (given) => {
  const { others } = await heldOpen(given, repeatableCheckout(given));

  for (const other of others) expect(other).toBeRefusedWith(409, 'request_in_progress');
});

requirement('idempotency.in-progress', 'two more of a payout create that is being processed', async (given) => {
  const { others } = await heldOpen(given, repeatablePayout(given));

  for (const other of others) expect(other).toBeRefusedWith(409, 'request_in_progress');
});

requirement('idempotency.in-progress', 'afterwards the create is replayed', async (given) => {
  const create = repeatableCheckout(given);
  const { first, others } = await heldOpen(given, create);
  if (!others.some(isInProgress)) throw new Blocked('nothing was refused as being in progress');

  expect(await create()).toReplay(first);
});

/** A step: three requests at once, the first of which is held open long enough for the others to come meanwhile. */
async function heldOpen({ console, merchant }: Given, create: Repeatable) {
  await console.delayProcessing(merchant, HELD);
  const answers = await atOnce(3, () => create({}, raw));
  await console.delayProcessing(merchant, 0);
  const first = answers.find((answer) => answer.status === 201 && !isReplay(answer));
  if (first === undefined) throw new Blocked('none of the requests sent at once was carried out');
  const others: Exchange[] = answers.filter((answer) => answer !== first);
  if (first.durationMs < HELD / 2) throw new Blocked(`the processing was not delayed: ${first.durationMs} ms`);
  if (!others.every(({ sentMono }) => sentMono < first.receivedMono - HELD / 2))
    throw new Blocked('nothing overlapped');
  return { first, others };
}
