/** When refunds and payouts settle, and what counts until then. */
import { event, functions, shows, sum, timer, transition } from '../../mutants/change.ts';
import { all, type Change } from '../../mutants/mutant.ts';
import type { Payout, Refund } from '../../reference/rules/records.ts';
import { does } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const money = ['refunds', 'payouts', 'balance', 'webhooks', 'environments', 'idempotency'] as const;
const DAY = 86_400;
const LAG_MS = 5_000;

/** When refunds have succeeded, in epoch milliseconds. */
const succeeded = new WeakMap<object, number>();

export const settlement: readonly PermittedVariant[] = [
  reading(
    {
      name: 'settled-at-once',
      oneOf: 'settlement',
      what: 'a refund or payout has settled when its creation is answered',
      touches: money,
      decides: ['refund.status-on-create', 'payout.status-on-create', 'environment.live-settlement'],
    },
    settledAtOnce(),
  ),
  reading(
    {
      name: 'settled-after-the-answer',
      oneOf: 'settlement',
      what: 'a refund or payout is pending when its creation is answered, and settles in the same moment',
      touches: money,
      decides: ['refund.status-on-create', 'payout.status-on-create'],
    },
    timer('refund', 'pending', { after: 0 }),
    timer('payout', 'pending', { after: 0 }),
  ),
  reading(
    {
      name: 'settled-slowly',
      oneOf: 'settlement',
      what: 'a refund settles after 9 s, a payout after 8 s',
      touches: money,
      decides: ['refund.status-on-create', 'payout.status-on-create'],
    },
    timer('refund', 'pending', { after: 9 }),
    timer('payout', 'pending', { after: 8 }),
  ),
  reading(
    {
      name: 'live-settles-next-day',
      oneOf: 'settlement',
      what: 'in live a refund settles after three days, a payout after one',
      touches: ['environments', 'webhooks', 'payouts', 'refunds'],
      decides: ['environment.live-settlement'],
    },
    timer('refund', 'pending', { after: liveAfter(2, 3 * DAY) }),
    timer('payout', 'pending', { after: liveAfter(5, DAY) }),
  ),
  reading(
    {
      name: 'live-payouts-reviewed',
      oneOf: 'settlement',
      what: 'in live nothing settles while anybody watches: a person has to look at it first',
      touches: ['environments'],
      decides: ['environment.live-settlement'],
    },
    timer('refund', 'pending', { after: liveAfter(2, 400 * DAY) }),
    timer('payout', 'pending', { after: liveAfter(5, 400 * DAY) }),
  ),
  reading(
    {
      name: 'refunds-leave-the-balance-late',
      what: 'a refund leaves the balance when it has succeeded, not before',
      touches: ['balance', 'environments', 'idempotency', 'refunds'],
    },
    sum('balance', 'refund', { while: ['succeeded'] }),
  ),
  reading(
    {
      name: 'records-follow-seconds-later',
      // States, "Also happens": no time is stated; `customer` and `recipient` may have more in them than is shown.
      what: 'what a payment, a refund and a payout bring about is in the records some seconds later, with names that others tell',
      touches: ['checkouts', 'refunds', 'payouts', 'errors', 'idempotency'],
    },
    transition('refund', 'settlement succeeds', {
      also: (refund, at) => {
        succeeded.set(refund, Date.parse(at));
      },
    }),
    shows('getCheckout', (record, { asked: { merchant, service } }) => {
      const isYoung = (since: unknown) => Number(since) > service.clock.now() - LAG_MS;
      const young = [...merchant.records.refund.values()].filter(
        (refund) => refund.paymentReference === record.reference && isYoung(succeeded.get(refund)),
      );
      const paidLately = record.paidAt === null || isYoung(Date.parse(String(record.paidAt)));
      return {
        ...record,
        refundedAmount: young.reduce((sum, { amount }) => sum - amount, Number(record.refundedAmount)),
        paymentMethod: paidLately ? null : record.paymentMethod,
        customer: { ...Object(record.customer), name: paidLately ? null : 'Ada Obi' },
      };
    }),
    shows('getPayout', (record) => ({
      ...record,
      recipient: { ...Object(record.recipient), sessionId: record.status === 'succeeded' ? '000013' : null },
    })),
  ),
  reading(
    {
      name: 'failures-in-other-words',
      what: 'failures have other reasons: whole sentences',
      touches: ['checkouts', 'refunds', 'payouts', 'webhooks'],
    },
    transition('checkout', 'fail', { also: says('The card was not accepted.') }),
    transition('refund', 'settlement fails', { also: says('R51: not possible') }),
    transition('payout', 'settlement fails', { also: says('Bénéficiaire inconnu') }),
  ),
  reading(
    {
      name: 'checkouts-expire-with-a-scheduler',
      oneOf: 'scheduler',
      what: 'what falls due after hours is noticed by a job that runs at each whole minute, links 20 s late',
      touches: ['checkouts', 'escrows', 'wallet-links', 'webhooks', 'hosted-pages'],
    },
    timer('checkout', 'pending', { after: noticed(({ createdAt }) => [createdAt, DAY]) }),
    timer('escrow', 'pending_payment', { after: noticed(({ createdAt }) => [createdAt, DAY]) }),
    timer('escrow', 'funded', {
      after: noticed(({ paidAt, autoReleaseHours = 72 }) => [paidAt ?? '', autoReleaseHours * 3_600]),
    }),
    timer('walletLink', 'PENDING', {
      after: (link: { expiresInMinutes?: number }) => (link.expiresInMinutes ?? 60) * 60 + 20,
    } as object),
  ),
  reading(
    {
      name: 'ends-noticed-every-five-minutes',
      oneOf: 'scheduler',
      // "24 hours pass" and "within autoReleaseHours" have figures, and no tolerance.
      what: 'what falls due after hours is noticed by a job that runs every five minutes of the clock',
      touches: [
        ...(['checkouts', 'escrows', 'wallet-links', 'webhooks', 'hosted-pages', 'balance', 'refunds'] as const),
        ...(['payouts', 'idempotency', 'errors', 'environments', 'accounts'] as const),
      ],
    },
    noticedEveryFiveMinutes(),
  ),
  reading(
    {
      name: 'ends-noticed-later-and-dated-when-due',
      oneOf: 'scheduler',
      // "occurredAt" of what ends by time: when its time was over, or when that was noticed.
      what: 'ends are noticed later, and the events of a link or a checkout whose time is over say when that was',
      touches: ['checkouts', 'wallet-links', 'webhooks'],
    },
    noticedEveryFiveMinutes(),
    event('wallet.link.expired', (carried, { expiresAt }) => ({ ...carried, due: expiresAt })),
    event('payment.failed', (carried, { failureReason, createdAt }) => {
      const due = new Date(Date.parse(String(createdAt)) + DAY * 1_000).toISOString();
      return failureReason === 'expired' ? { ...carried, due } : carried;
    }),
    functions(({ payload }) => ({
      // A link that a newer request cancels ends before its time.
      payload: ({ due, ...told }) => {
        const isOver = due !== undefined && Date.parse(String(due)) <= Date.parse(String(told.occurredAt));
        return payload(isOver ? { ...told, occurredAt: due } : told);
      },
    })),
  ),
];

function noticedEveryFiveMinutes(): Change {
  return all(
    timer('checkout', 'pending', { after: noticed(({ createdAt }) => [createdAt, DAY], 300) }),
    timer('escrow', 'pending_payment', { after: noticed(({ createdAt }) => [createdAt, DAY], 300) }),
    timer('escrow', 'funded', {
      after: noticed(({ paidAt, autoReleaseHours = 72 }) => [paidAt ?? '', autoReleaseHours * 3_600], 300),
    }),
    timer('walletLink', 'PENDING', {
      after: noticed(({ createdAt, expiresInMinutes = 60 }) => [createdAt, expiresInMinutes * 60], 300),
    }),
  );
}

function settledAtOnce(): Change {
  const settle = (name: 'createRefund' | 'createPayout') =>
    does(name, (asked, own) => {
      const record = own();
      const due = asked.service.rules.timers.find((each) => each.kind === record?.kind && each.in === 'pending');
      if (record && due) asked.service.fire(record, typeof due.on === 'string' ? due.on : due.on(record as never));
      return record;
    });
  return all(settle('createRefund'), settle('createPayout'));
}

interface Timed {
  readonly createdAt: string;
  readonly paidAt?: string | null;
  readonly autoReleaseHours?: number;
  readonly expiresInMinutes?: number;
}

/** Seconds from the entry into a state to the next run of a job after it is due. `dueOf`: since when, and after how many seconds. */
function noticed(dueOf: (record: Timed) => readonly [since: string, seconds: number], every = 60) {
  return (record: Timed): number => {
    const [since, seconds] = dueOf(record);
    const began = Date.parse(since) / 1_000;
    return Math.ceil((began + seconds) / every) * every - began;
  };
}

function liveAfter(sandbox: number, live: number) {
  return (record: Refund | Payout) => (record.merchant.environment.name === 'live' ? live : sandbox);
}

function says(reason: string) {
  return (record: object) => {
    Object.assign(record, { failureReason: reason });
  };
}
