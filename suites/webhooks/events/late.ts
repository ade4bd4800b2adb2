import { checks, expect, of, shared } from '../../../lib/interface/index.ts';
import type { Actors, Happening } from '../happenings/acts.ts';
import { rows, titleOf } from '../happenings/histories.ts';
import { idOf } from '../happenings/requirements.ts';
import { LONG } from '../retries/timing.ts';
import { sent } from '../support.ts';

// An event comes however long its resource has waited: just before its time ends, or long after it was created.

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The amount in events about failures, or about held money, is not shown. */
const saysItsAmount = /\.succeeded$|^escrow\.(released|refunded)$/;

const day = [
  { age: 13 * HOUR, words: '13 hours' },
  { age: 24 * HOUR - 5 * MINUTE, words: '23 hours and 55 minutes' },
];
const days = [
  { age: 30 * HOUR, words: '30 hours' },
  { age: 60 * HOUR, words: '60 hours' },
];
const minutes = [
  { age: 40 * MINUTE, words: '40 minutes' },
  { age: 57 * MINUTE, words: '57 minutes' },
];

/** Ages at which the happening is triggered, each before the resource would end by time: a day, an hour (links), or 72 hours. */
function agesOf({ kind }: Happening) {
  if (/^payment|funded|cancelled/.test(kind)) return day;
  return /link\.(approved|rejected)/.test(kind) ? minutes : days;
}

const late = rows.flatMap(({ happening }) => {
  const { act, kind, what, sandbox } = happening;
  const id = idOf[kind];
  // A payout settles without an action.
  if (act === undefined || id === undefined || kind.startsWith('payout')) return [];
  return agesOf(happening).map(({ age, words }) => ({
    id,
    happening,
    words,
    needs: ['webhooks', ...sandbox] as const,
    waits: age < HOUR ? ('1h' as const) : age < 24 * HOUR ? ('24h' as const) : ('61h' as const),
    happened: shared(`${words} later ${what}`, ['webhooks', ...sandbox], async (context) => {
      const { merchant, buyer, wallets, data, time } = context;
      const actors: Actors = { merchant, buyer, wallets, data, time, environment: 'sandbox' };
      const subject = await happening.begins(actors);
      await time.wait(age, `${what} at last`);
      await act(actors, subject);
      return { merchant, subject };
    }),
  }));
});

checks(
  ({ id }) => id,
  late,
  ({ happening, words }) => `${happening.kind}, when ${happening.what} after ${words}`,
  async (context, { happening, happened }) => {
    const { merchant, subject } = await happened(context);

    const event = await merchant.webhooks.arrives(happening.kind, subject.reference);
    if (subject.amountMinor !== null && saysItsAmount.test(happening.kind))
      expect(of(event, 'amountMinor')).toBe(subject.amountMinor);
    if (subject.link !== undefined) expect(of(event, 'linkRef')).toBe(subject.link.linkRef);
  },
  ({ needs, waits }) => ({ needs, waits, drawn: 1 }),
);

/** One happening of each kind, after an earlier delivery of its merchant was given up: the end of one delivery ends nothing else. */
const afterGivenUp = rows.flatMap((row, at) => {
  const { kind, act } = row.happening;
  const id = idOf[kind];
  const first = rows.findIndex(({ happening }) => happening.kind === kind && happening.act !== undefined);
  return act === undefined || id === undefined || at !== first ? [] : [{ ...row, id, act }];
});

checks(
  ({ id }) => id,
  afterGivenUp,
  (row) => `${titleOf(row)}, and the delivery of an earlier event was given up`,
  async (context, { happening, act }) => {
    const { merchant, buyer, wallets, data, time } = context;
    await sent(context, 503);
    await time.wait(LONG, 'the delivery is given up');
    const actors: Actors = { merchant, buyer, wallets, data, time, environment: 'sandbox' };
    const subject = await happening.begins(actors);
    await act(actors, subject);

    await merchant.webhooks.arrives(happening.kind, subject.reference);
  },
  ({ happening }) => ({ needs: ['webhooks', 'clock', ...happening.sandbox], waits: '40h', drawn: 1 }),
);
