import { type Capability, type Duration, expect, shared } from '../../../lib/interface/index.ts';
import { attemptsAfter, dueAfter, MINUTE } from '../../webhooks/retries/timing.ts';
import type { Row } from '../alike/groups.ts';
import { type Stream, streamed } from './stream.ts';

// "about 5 seconds after creation", "within a few seconds", "within expiresInMinutes", "24 hours": each begins with the object itself, and no later
// request of its merchant puts it off. Each object is looked at while the merchant goes on: once nothing is asked for, what waited for that would end.

const needs: readonly Capability[] = ['own-merchant', 'clock', 'buyer', 'escrow-buyer', 'wallets', 'webhooks'];
const waits: Duration = '31h';
const run = shared('a merchant that goes on asking for something new', needs, streamed);

type Which = Exclude<keyof Stream, 'merchant' | 'untaken'>;

interface Ending extends Pick<Row, 'id'> {
  readonly which: Which;
  readonly what: string;
  readonly status: string;
  readonly told: { readonly id: Row['id']; readonly event: Parameters<Stream['merchant']['webhooks']['arrives']>[0] };
}

const endings: readonly Ending[] = [
  {
    id: 'payout.succeeds',
    which: 'payout',
    what: 'a payout succeeds',
    status: 'succeeded',
    told: { id: 'webhook.payout-succeeded', event: 'payout.succeeded' },
  },
  {
    id: 'payout.failing-account',
    which: 'failingPayout',
    what: 'a payout to 0000000000 fails',
    status: 'failed',
    told: { id: 'webhook.payout-failed', event: 'payout.failed' },
  },
  {
    id: 'refund.settles',
    which: 'refund',
    what: 'a refund succeeds',
    status: 'succeeded',
    told: { id: 'webhook.refund-succeeded', event: 'refund.succeeded' },
  },
  {
    id: 'refund.sandbox-fail',
    which: 'failingRefund',
    what: 'a refund that is to fail does',
    status: 'failed',
    told: { id: 'webhook.refund-failed', event: 'refund.failed' },
  },
  {
    id: 'wallet-link.expires',
    which: 'link',
    what: 'a link of 5 minutes expires',
    status: 'EXPIRED',
    told: { id: 'webhook.link-expired', event: 'wallet.link.expired' },
  },
  {
    id: 'escrow.releases-by-itself',
    which: 'escrow',
    what: 'a paid escrow of an hour is released',
    status: 'released',
    told: { id: 'webhook.escrow-released-by-itself', event: 'escrow.released' },
  },
  {
    id: 'escrow.expires',
    which: 'unpaidEscrow',
    what: 'an unpaid escrow expires',
    status: 'expired',
    told: { id: 'webhook.escrow-cancelled-on-expiry', event: 'escrow.cancelled' },
  },
  {
    id: 'checkout.expires',
    which: 'checkout',
    what: 'an unpaid checkout expires',
    status: 'failed',
    told: { id: 'webhook.payment-failed-on-expiry', event: 'payment.failed' },
  },
];

const retries = [
  { id: 'delivery.first-retry', turn: 1, minutes: 1 },
  { id: 'delivery.second-retry', turn: 2, minutes: 5 },
  { id: 'delivery.later-retries', turn: 3, minutes: 30 },
] as const;

/** Checks for several chapters: see `table`. */
export const goesOn: readonly Row[] = [
  ...endings.flatMap(({ id, which, what, status, told }): Row[] => [
    {
      id,
      title: `${what} in its time, while its merchant goes on making others of every kind`,
      needs,
      waits,
      async check(context) {
        for (const { record } of (await run(context))[which]) expect(record).toHaveField('status', status);
      },
    },
    {
      id: told.id,
      title: `${told.event} comes while its merchant goes on making others of every kind`,
      needs,
      waits,
      async check(context) {
        const stream = await run(context);
        for (const { reference } of stream[which]) await stream.merchant.webhooks.arrives(told.event, reference);
      },
    },
  ]),
  ...retries.map(
    ({ id, turn, minutes }): Row => ({
      id,
      title: `retry ${turn} comes after ${minutes} min, while other events of its merchant come and are acknowledged`,
      needs,
      waits,
      async check(context) {
        const { merchant, untaken } = await run(context);
        const first = await merchant.webhooks.given('payout.succeeded', untaken);
        const all = merchant.webhooks.surely('payout.succeeded', untaken);
        const came = attemptsAfter(all, turn);
        expect(dueAfter(all, first, minutes * MINUTE)).toHaveCome(
          `retry ${turn} was due ${minutes} min after the attempt before it, or after the event; retries came ${came.value.join(', ')} s after the first attempt`,
        );
      },
    }),
  ),
];
