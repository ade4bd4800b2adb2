import {
  Blocked,
  type Created,
  type Exchange,
  expect,
  NotExercised,
  type RequirementId,
  raw,
  shared,
} from '../../../lib/interface/index.ts';
import { repeatable } from '../../idempotency/support.ts';
import type { Row } from '../alike/groups.ts';

// A create that takes seconds is one create: it is answered as one that takes none, and so is its repetition.

/** Milliseconds of real time. */
const LASTS = 4_000;

const needs = ['buyer', 'processing-delay'] as const;

const kinds = ['checkout', 'refund', 'payout', 'escrow'] as const;

interface Seen {
  readonly answer: Exchange;
  readonly again: Exchange;
}

const slow = shared('creates that take four seconds', needs, async (context) => {
  const { merchant, console } = context;
  const creates = await Promise.all(kinds.map(async (kind) => ({ kind, create: await repeatable(context, kind) })));
  await console.delayProcessing(merchant, LASTS);
  const answers = await Promise.all(
    creates.map(async ({ kind, create }) => ({
      kind,
      create,
      answer: await create({}, { ...raw, deadlineMs: LASTS + 20_000 }),
    })),
  );
  await console.delayProcessing(merchant, 0);
  const seen = new Map<string, Seen>();
  for (const { kind, create, answer } of answers) seen.set(kind, { answer, again: await create() });
  return seen;
});

function seenOf(seen: ReadonlyMap<string, Seen>, kind: Created['kind']): Seen {
  const own = seen.get(kind);
  if (own === undefined) throw new Blocked('suite fault: it was not sent');
  const { answer } = own;
  if (answer.status === 408 || answer.status >= 500) throw new NotExercised('a request that takes so long is ended');
  if (answer.durationMs < LASTS / 2) throw new NotExercised('its processing was not delayed');
  return own;
}

/** Checks for several chapters: see `table`. */
export const takesLong: readonly Row[] = kinds.flatMap((kind): Row[] => [
  {
    id: `${kind}.created` satisfies RequirementId,
    title: `a ${kind} create that takes four seconds is answered with 201`,
    needs,
    async check(context) {
      expect(seenOf(await slow(context), kind).answer).toHaveStatus(201);
    },
  },
  {
    id: `idempotency.${kind}-replay` satisfies RequirementId,
    title: `a ${kind} create that took four seconds, sent again, is replayed`,
    needs,
    async check(context) {
      const { answer, again } = seenOf(await slow(context), kind);
      expect(again).toReplay(answer);
    },
  },
]);
