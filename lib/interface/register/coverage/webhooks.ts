import type { EventKind } from '../../wire/codes.ts';
import type { ObservationId, RequirementId } from '../index.ts';
import { type Cell, coverageTable, excluded } from './table.ts';

/** What all events have in common: the checks of each of these requirements have a row for every way in which an event kind is caused. */
const everyKind = {
  'method, content type, JSON': 'webhook.request',
  'x-service-signature, each attempt': 'webhook.signature',
  'x-service-signature-v2, each attempt': ['webhook.signature-v2', 'version.both-signatures'],
  'x-service-timestamp, first attempt': 'webhook.timestamp',
  'x-service-timestamp, retries': 'delivery.retry-signed-afresh',
  'x-service-timestamp, resent': 'delivery.resent-afresh',
  reference: 'webhook.payload-reference',
  occurredAt: 'webhook.occurred-at',
  'id: one per transition': 'webhook.one-event',
  'id: no other event has it': 'webhook.payload-id',
  'same fields at each attempt': 'delivery.retry-same-body',
  'its merchant alone': 'webhook.own-address-only',
  'nothing else comes': 'webhook.no-false-event',
  'schedule of a day': 'delivery.one-schedule',
  'ends after a day': 'delivery.ends-after-a-day',
  'acknowledged is final': 'delivery.every-2xx-acknowledges',
  listed: ['delivery.listed', 'delivery.lists-attempts'],
  abandoned: ['delivery.abandoned', 'delivery.not-abandoned'],
  resent: ['delivery.resent', 'delivery.resent-listed'],
  'after a rotation': 'webhook.secret-rotated',
  'after a change of address': 'webhook.address-changed',
} as const satisfies Record<string, Cell>;

const byItself = excluded(
  'It happens by itself, after hours: what is done in the console before it does is covered with the other kinds.',
);
const noLive = excluded(
  'Nothing makes a refund or payout fail in live: `sandbox_fail` and account 0000000000 are words of the sandbox.',
);
const live: readonly RequirementId[] = [
  'webhook.live-signed',
  'webhook.live-payload',
  'webhook.live-once',
  'webhook.live-retried',
];

interface Kind {
  readonly sent: RequirementId | readonly RequirementId[];
  readonly fields: RequirementId;
  readonly amount: RequirementId | ObservationId | ReturnType<typeof excluded>;
  readonly live?: ReturnType<typeof excluded>;
  readonly timer?: true;
}

const noAmount = excluded('Wallet-link events carry no amount.');
const kinds: Readonly<Record<EventKind, Kind>> = {
  'payment.succeeded': {
    sent: 'webhook.payment-succeeded',
    fields: 'webhook.payload-fields',
    amount: 'webhook.payment-succeeded-amount',
  },
  'payment.failed': {
    sent: ['webhook.payment-failed', 'webhook.payment-failed-on-expiry'],
    fields: 'webhook.payload-fields',
    amount: 'webhook.failed-amount',
  },
  'refund.succeeded': {
    sent: 'webhook.refund-succeeded',
    fields: 'webhook.payload-fields',
    amount: 'webhook.refund-succeeded-amount',
  },
  'refund.failed': {
    sent: 'webhook.refund-failed',
    fields: 'webhook.payload-fields',
    amount: 'webhook.failed-amount',
    live: noLive,
  },
  'payout.succeeded': {
    sent: 'webhook.payout-succeeded',
    fields: 'webhook.payload-fields',
    amount: 'webhook.payout-succeeded-amount',
  },
  'payout.failed': {
    sent: 'webhook.payout-failed',
    fields: 'webhook.payload-fields',
    amount: 'webhook.failed-amount',
    live: noLive,
  },
  'escrow.funded': {
    sent: 'webhook.escrow-funded',
    fields: 'webhook.escrow-payload',
    amount: 'webhook.escrow-event-fields',
  },
  'escrow.disputed': {
    sent: 'webhook.escrow-disputed',
    fields: 'webhook.escrow-payload',
    amount: 'webhook.escrow-event-fields',
  },
  'escrow.released': {
    sent: ['webhook.escrow-released', 'webhook.escrow-released-by-buyer', 'webhook.escrow-released-by-itself'],
    fields: 'webhook.escrow-payload',
    amount: 'webhook.escrow-released-amount',
  },
  'escrow.refunded': {
    sent: 'webhook.escrow-refunded',
    fields: 'webhook.escrow-payload',
    amount: 'webhook.escrow-refunded-amount',
  },
  'escrow.cancelled': {
    sent: ['webhook.escrow-cancelled', 'webhook.escrow-cancelled-on-expiry'],
    fields: 'webhook.escrow-payload',
    amount: 'webhook.escrow-event-fields',
  },
  'wallet.link.approved': { sent: 'webhook.link-approved', fields: 'webhook.link-payload', amount: noAmount },
  'wallet.link.rejected': { sent: 'webhook.link-rejected', fields: 'webhook.link-payload', amount: noAmount },
  'wallet.link.expired': {
    sent: 'webhook.link-expired',
    fields: 'webhook.link-payload',
    amount: noAmount,
    timer: true,
  },
  'wallet.link.revoked': {
    sent: ['webhook.link-revoked', 'webhook.link-revoked-by-owner'],
    fields: 'webhook.link-payload',
    amount: noAmount,
  },
};

function cellsOf({ sent, fields, amount, live: noLiveOne, timer }: Kind) {
  const own = timer ? { 'after a rotation': byItself, 'after a change of address': byItself } : {};
  return {
    'it is sent': sent,
    'its fields': fields,
    amountMinor: amount,
    ...everyKind,
    ...own,
    live: noLiveOne ?? live,
  };
}

export const eventsByKind = coverageTable({
  title: 'Events by kind',
  source: 'Events; States and transitions',
  axes: ['event kind', 'rule'],
  cells: Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, cellsOf(of)])) as Record<
    EventKind,
    ReturnType<typeof cellsOf>
  >,
});
