/** Defects common to refunds and payouts: of their references, records and final states. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { EventName } from '../../reference/rules/states.ts';
import { refusedSendsFailure, refusedTakesReference } from '../after-refusal.ts';
import { addedTransition, functions, guard, shows } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, before, isAt, pause } from '../steps.ts';

type Kind = 'refund' | 'payout';

const HOUR = 3_600;

const creates = { refund: 'createRefund', payout: 'createPayout' } as const;
const gets = { refund: 'getRefund', payout: 'getPayout' } as const;

export const settlementMutants: readonly Mutant[] = (['refund', 'payout'] as const).flatMap((kind) => [
  mutant(
    `${kind}.concurrent-same-reference`,
    `${kind}-reference-race`,
    `${kind}s at once all find the reference free`,
    looksForReferenceTooEarly(kind),
  ),
  mutant(
    `${kind}.reference-case`,
    `${kind}-reference-case-ignored`,
    'a reference that differs in case alone counts as used',
    guard(`${kind}.duplicate-reference`, {
      refuses: ({ merchant, body }) => {
        const reference = body.text('reference')?.toLowerCase();
        return [...merchant.records[kind].keys()].some((used) => used.toLowerCase() === reference);
      },
    }),
  ),
  mutant(
    `${kind}.references-apart`,
    `${kind}-of-another-with-the-same-reference`,
    `where two merchants have a ${kind} with one reference, each reads the other's`,
    readsTheOthers(kind),
  ),
  mutant(
    `${kind}.settled-reference-stays-used`,
    `${kind}-succeeded-frees-reference`,
    `the reference of a ${kind} that succeeded can be used again`,
    guard(`${kind}.duplicate-reference`, {
      refuses: ({ merchant, body }) =>
        ![undefined, 'succeeded'].includes(merchant.records[kind].get(body.text('reference') ?? '')?.status),
    }),
  ),
  mutant(
    `${kind}.amount-kept`,
    `${kind}-amount-in-single-precision`,
    'the record has the amount in single precision',
    shows(gets[kind], (body) => ({ ...body, amount: Math.fround(Number(body.amount)) })),
  ),
  mutant(
    `${kind}.body-object`,
    `${kind}-body-list-breaks`,
    'a body that is a list is answered with 500',
    answers(creates[kind], (reply, { raw }) =>
      raw.toString().trim().startsWith('[')
        ? { status: 500, text: JSON.stringify({ error: { code: 'internal_error', message: 'it broke' } }) }
        : reply,
    ),
  ),
  mutant(
    `${kind}.refused-creates-nothing`,
    `${kind}-refused-takes-reference`,
    `the reference of a refused ${kind} counts as used`,
    refusedTakesReference(creates[kind], 422),
  ),
  mutant(
    `${kind}.refused-sends-nothing`,
    `${kind}-refused-sends-failure`,
    `a refused ${kind} sends ${kind}.failed`,
    refusedSendsFailure(creates[kind], 422),
  ),
  mutant(
    `${kind}.created-at-true`,
    `${kind}-created-an-hour-early`,
    'createdAt is an hour early',
    shows(gets[kind], (body) => ({
      ...body,
      createdAt: new Date(Date.parse(String(body.createdAt)) - HOUR * 1_000).toISOString(),
    })),
  ),
  mutant(
    `${kind}.record-stays`,
    `${kind}-settled-loses-text`,
    `the record of a settled ${kind} lacks the ${kind === 'refund' ? 'reason' : 'narration'}`,
    shows(gets[kind], (body) =>
      body.status === 'pending' ? body : { ...body, [kind === 'refund' ? 'reason' : 'narration']: null },
    ),
  ),
  mutant(
    `${kind}.succeeded-is-final`,
    `${kind}-succeeded-fails-later`,
    `a ${kind} that succeeded fails half an hour later`,
    changesLater(kind, 'succeeded', 'failed'),
  ),
  mutant(
    `${kind}.failed-is-final`,
    `${kind}-failed-succeeds-later`,
    `a ${kind} that failed succeeds half an hour later`,
    changesLater(kind, 'failed', 'succeeded'),
  ),
  mutant(
    `${kind}.ends-once`,
    `${kind}-succeeded-told-twice`,
    `a ${kind} that succeeded says so again an hour later, in another event`,
    tellsAgain(kind),
  ),
  mutant(
    kind === 'refund' ? 'refund.settles' : 'payout.succeeds',
    `${kind}-lost-when-the-address-is-saved`,
    `a ${kind} that is pending when the webhook address is saved stays so`,
    lostOverSettings(kind),
  ),
]);

/** Checks whether the reference is free some time before the other guards, and does not check it again. */
function looksForReferenceTooEarly(kind: Kind): Change {
  return before('act', async (asked, next) => {
    if (!isAt(asked, creates[kind])) return next();
    await pause(15);
    for (const { id, at, only, refuses, message, ...refused } of asked.service.rules.guards) {
      const holds = at.includes(creates[kind]) && (only === undefined || only === asked.environment.name);
      if (holds && id !== `${kind}.duplicate-reference` && refuses(asked)) throw new Refusal(refused, message(asked));
    }
    return next();
  });
}

function lostOverSettings(kind: Kind): Change {
  const lost = new WeakSet<object>();
  const unlessLost =
    <R extends object>(on: string | ((record: R) => string)) =>
    (record: R) =>
      lost.has(record) ? 'nothing' : typeof on === 'string' ? on : on(record);
  return all(
    functions(({ changeAddress }) => ({
      changeAddress(merchant, webhookUrl) {
        changeAddress(merchant, webhookUrl);
        for (const record of merchant.records[kind].values()) if (record.status === 'pending') lost.add(record);
      },
    })),
    (rules) => ({
      ...rules,
      timers: rules.timers.map((each) => {
        if (each.kind === 'refund') return { ...each, on: unlessLost(each.on) };
        return each.kind === 'payout' ? { ...each, on: unlessLost(each.on) } : each;
      }),
    }),
  );
}

function readsTheOthers(kind: Kind): Change {
  return before('answerKnown', (asked, next) => {
    const { endpoint, environment, merchant, params } = asked;
    const has = ({ records }: typeof merchant) => records[kind].has(params.reference ?? '');
    if (endpoint.name === gets[kind] && has(merchant))
      asked.merchant = [...environment.merchants.values()].find((each) => each !== merchant && has(each)) ?? merchant;
    return next();
  });
}

function changesLater(kind: Kind, from: 'succeeded' | 'failed', to: 'succeeded' | 'failed'): Change {
  return all(addedTransition(kind, { from, on: 'second thoughts', to, sends: null }), (rules) => ({
    ...rules,
    timers: [...rules.timers, { kind, in: from, after: HOUR / 2, on: 'second thoughts' }],
  }));
}

function tellsAgain(kind: Kind): Change {
  const sends: EventName = `${kind}.succeeded`;
  const told = new WeakSet<object>();
  // The row leads back to its own state, which starts the timer again: the second time it must not fire.
  const after = (record: object) => {
    if (told.has(record)) return 1_000 * 365 * 24 * HOUR;
    told.add(record);
    return HOUR;
  };
  return all(addedTransition(kind, { from: 'succeeded', on: 'say it again', to: 'succeeded', sends }), (rules) => ({
    ...rules,
    timers: [...rules.timers, { kind, in: 'succeeded', after, on: 'say it again' }],
  }));
}
