import {
  Blocked,
  type CheckContext,
  type Created,
  checks,
  type Exchange,
  expect,
  field,
  header,
  NotExercised,
  shared,
} from '../../../lib/interface/index.ts';
import { DAY, HOUR } from '../../support/attempts.ts';
import { expectSameAnswer, original, repeatable, repeatableCheckout, repeatableEscrow } from '../support.ts';

// A replay does not restart a timer, whenever it comes: right after the start, in the middle, in the last hour, in the last minutes. Each
// object gets only one replay: a later one would hide the effect of an earlier one.

interface Running {
  readonly kind: 'checkout' | 'escrow';
  readonly what: string;
  readonly needs: readonly 'escrow-buyer'[];
  readonly from: string;
  readonly to: string;
  /** Duration of the timer in seconds. */
  readonly takes: number;
  readonly again: (context: CheckContext) => ReturnType<typeof repeatableCheckout>;
  readonly begun: (context: CheckContext, made: Created) => Promise<Created>;
}

const asMade = async (_: CheckContext, made: Created) => made;

const running: readonly Running[] = [
  {
    kind: 'checkout',
    what: 'an unpaid checkout',
    needs: [],
    from: 'pending',
    to: 'failed',
    takes: DAY,
    again: repeatableCheckout,
    begun: asMade,
  },
  {
    kind: 'escrow',
    what: 'an unpaid escrow',
    needs: [],
    from: 'pending_payment',
    to: 'expired',
    takes: DAY,
    again: repeatableEscrow,
    begun: asMade,
  },
  {
    kind: 'escrow',
    what: 'a paid escrow',
    needs: ['escrow-buyer'],
    from: 'funded',
    to: 'released',
    takes: 26 * HOUR,
    again: (context) => repeatableEscrow(context, { autoReleaseHours: 26 }),
    begun: ({ merchant, buyer }, made) => buyer.funds(merchant, made),
  },
];

/** Seconds before the end; a negative number counts from the start. */
const moments = [
  { words: 'half an hour before its end', before: HOUR / 2 },
  { words: 'four hours before its end', before: 4 * HOUR },
  { words: 'two minutes before its end', before: 120 },
  { words: 'half an hour after its beginning', before: -HOUR / 2 },
  { words: 'in the midst of its time', before: 13 * HOUR },
  { words: 'an hour and a half before its end', before: 1.5 * HOUR },
] as const;

/** Seconds before the end at which all objects are read. Where answers take long, the first was made minutes before the last. */
const EARLY = 600;

const rows = running.flatMap((time) => {
  const life = shared(`${time.what}, made again at several moments`, time.needs, (context) => lived(context, time));
  return moments.map(({ words }) => ({ ...time, words, life }));
});

async function lived(context: CheckContext, { kind, what, to, takes, again, begun }: Running) {
  const { merchant, time } = context;
  const made = [];
  for (const { words, before } of moments) {
    const send = again(context);
    const at = before < 0 ? -before : takes - before;
    made.push({ words, at, send, one: await begun(context, await original(kind, send)) });
  }
  let now = 0;
  const passes = async (until: number) => {
    await time.wait(until - now, `${what} becomes ${to}`);
    now = until;
  };
  for (const { at, send } of made.toSorted((a, b) => a.at - b.at)) {
    await passes(at);
    await send();
  }
  await passes(takes - EARLY);
  const early = new Map<string, Exchange>();
  for (const { words, one } of made) early.set(words, await merchant.get(one));
  await passes(takes);
  const late = new Map<string, Exchange>();
  // A target may look for expired objects only every few minutes.
  for (const { words, one } of made) late.set(words, await merchant.becomes(one, to, 600));
  return { early, late };
}

checks(
  'idempotency.replay-restarts-no-time',
  rows,
  ({ what, words, to }) => `${what} whose create is sent again ${words} is ${to} when its time is over, and not sooner`,
  async (context, { words, from, to, life }) => {
    const { early, late } = await life(context);
    const [before, after] = [early.get(words), late.get(words)];
    if (before === undefined || after === undefined) throw new Blocked('suite fault: it was not looked at');

    expect(before, 'shortly before').toHaveField('status', from);
    expect(after, 'afterwards').toHaveField('status', to);
  },
  ({ needs, takes }) => ({
    needs,
    waits: takes === DAY ? '25h' : '27h',
    drawn: 2,
    alsoInLive: takes === DAY,
  }),
);

const later = [
  { words: 'ten minutes later', after: 600, waits: '11m' },
  { words: 'more than an hour later', after: 3_900, waits: '2h' },
  { words: 'a day later', after: 90_000, waits: '26h' },
] as const;

checks(
  'idempotency.replay-is-marked',
  (['checkout', 'refund', 'payout', 'escrow'] as const).flatMap((kind) =>
    later.map(({ words, after, waits }) => ({ kind, words, after, waits })),
  ),
  ({ kind, words }) => `a ${kind} create sent again ${words} is marked, where it is answered as at first`,
  async (context, { kind, after }) => {
    const create = await repeatable(context, kind);
    const { exchange: first } = await original(kind, create);
    await context.time.wait(after, 'a create is sent again');
    const again = await create();
    // How long a key is remembered is not shown: then the reference is used.
    if (field(again.json, 'error.code') === 'duplicate_reference')
      throw new NotExercised('the key is forgotten by then');

    expectSameAnswer(again, first);
    expect(header(again, 'idempotent-replayed')).toBe('true');
  },
  ({ kind, waits }) => ({ needs: kind === 'refund' ? ['buyer'] : [], waits, drawn: 1 }),
);
