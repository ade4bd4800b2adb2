import {
  Blocked,
  type CheckContext,
  checks,
  type Exchange,
  expect,
  header,
  NotExercised,
  of,
  part,
  raw,
} from '../../../lib/interface/index.ts';
import { oneForAll } from '../../support/alike/groups.ts';
import { haveOverlapped } from '../support.ts';
import { acts, creates, links, type Post } from './posts.ts';

// Two merchants send byte-identical requests with the same key while the other's is being processed: each gets its own result.

/** Milliseconds of real time for which control keeps each request in progress. */
const HELD = 1_000;

/** The most rounds: one in which the requests did not overlap shows nothing and is repeated. */
const ROUNDS = 5;

const moments = [
  { when: 'while the other is being processed', needs: ['processing-delay'], held: HELD },
  { when: 'at the same moment', needs: [], held: 0 },
] as const;

checks(
  'idempotency.keys-are-per-merchant',
  moments.flatMap((moment) => [...creates, ...acts, ...links].map((post) => ({ moment, post }))),
  ({ moment, post }) => `two merchants send the same ${post.what} under one key, ${moment.when}: each has its own`,
  async (context, { moment, post }) => {
    for (let round = 1; round <= ROUNDS; round++) {
      const answers = await eachHasItsOwn(context, moment, post);
      if (haveOverlapped(answers) && answers.every(({ durationMs }) => durationMs >= moment.held / 2)) return;
      context.note(`round ${round}: the two were not in progress at one time`);
    }
    throw new Blocked(`in ${ROUNDS} rounds the two were never in progress at one time`);
  },
  ({ moment, post }) => ({ needs: ['other-merchant', ...post.needs, ...moment.needs], drawn: 1 }),
);

/** One round: both send, and each must get its own result, even if the requests did not overlap. */
async function eachHasItsOwn(
  context: CheckContext,
  { held }: (typeof moments)[number],
  post: Post,
): Promise<Exchange[]> {
  const { merchant, other, data, console } = context;
  const both = [merchant, other];
  const { send, reference } = await post.ready(context);
  const idempotencyKey = data.reference('key');
  if (held > 0) for (const each of both) await console.delayProcessing(each, held);
  const answers = await Promise.all(both.map((each) => send(each, { idempotencyKey, ...raw })));
  if (held > 0) for (const each of both) await console.delayProcessing(each, 0);

  // Whether references of refunds, payouts and escrows are unique per merchant or for all merchants is not shown.
  if (post.what !== 'checkout create' && answers.some(oneForAll))
    throw new NotExercised('two merchants cannot have one reference here');
  for (const answer of answers) {
    expect(answer).toHaveStatus(post.status);
    expect(header(answer, 'idempotent-replayed')).not.toBe('true');
  }
  const [first, second] = answers;
  if (first === undefined || second === undefined) throw new Blocked('suite fault: two were sent');
  if (post.id !== undefined) expect(of(first, post.id)).not.toBe(part(second, 'json', post.id));
  if (reference !== undefined)
    for (const each of both) expect(await each.get({ kind: 'escrow', reference })).toHaveField('status', post.becomes);
  return answers;
}
