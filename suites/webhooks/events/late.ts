import { checks, type EventKind, expect, of, type RequirementId, shared } from '../../../lib/interface/index.ts';
import type { Actors, Happening } from '../happenings/acts.ts';
import { rows } from '../happenings/histories.ts';

// An event comes however long its resource has waited: just before its time ends, or long after it was created.

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const idOf: Readonly<Partial<Record<EventKind, RequirementId>>> = {
  'payment.succeeded': 'webhook.payment-succeeded',
  'payment.failed': 'webhook.payment-failed',
  'refund.succeeded': 'webhook.refund-succeeded',
  'refund.failed': 'webhook.refund-failed',
  'escrow.funded': 'webhook.escrow-funded',
  'escrow.disputed': 'webhook.escrow-disputed',
  'escrow.released': 'webhook.escrow-released',
  'escrow.refunded': 'webhook.escrow-refunded',
  'escrow.cancelled': 'webhook.escrow-cancelled',
  'wallet.link.approved': 'webhook.link-approved',
  'wallet.link.rejected': 'webhook.link-rejected',
  'wallet.link.revoked': 'webhook.link-revoked',
};

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
  if (act === undefined || id === undefined) return [];
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
