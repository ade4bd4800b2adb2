import { describe, expect, test } from 'vitest';
import {
  checkoutBody,
  checkoutRecord,
  escrowBody,
  event,
  linkAnswer,
  linkBody,
  paid,
  payoutBody,
  payoutRecord,
  refundBody,
  refundRecord,
  Story,
} from './stories.support.ts';

type Tale = () => Story;
type Case = readonly [words: string, tell: Tale, requirement: string];

const overlapping = (story: Story) => ({ began: story.now + 1, ended: story.now + 500 });

function twoAtOnce(first: number, second: number): Story {
  const story = paid();
  const at = overlapping(story);
  return story
    .creates('refunds', refundBody('r1', first), {}, at)
    .creates('refunds', refundBody('r2', second), {}, at)
    .waits(1_000);
}

const refunded = (...amounts: number[]) =>
  amounts.reduce((story, amount, index) => story.creates('refunds', refundBody(`r${index + 1}`, amount)), paid());

const shows = (story: Story, refundedAmount: number) =>
  story.gets('checkouts/c1', checkoutRecord('succeeded', { refundedAmount }));

const failing = (reference: string, amount: number) => refundBody(reference, amount, { reason: 'sandbox_fail' });

const failedOf = (amount: number) =>
  paid()
    .creates('refunds', failing('r1', amount))
    .gets('refunds/r1', refundRecord('failed', failing('r1', amount)));

describe('sums over the refunds of a checkout', () => {
  const rejected: readonly Case[] = [
    ['one kobo more than was paid', () => refunded(3_000, 2_000, 1), 'refund.exceeds-paid'],
    ['more than was paid in one', () => refunded(5_001), 'refund.exceeds-paid'],
    [
      'too much beside one that is pending',
      () => refunded(3_000, 2_001).gets('refunds/r1', refundRecord('pending', { amount: 3_000 })),
      'refund.pending-counts',
    ],
    ['too much at once', () => twoAtOnce(3_000, 2_001), 'refund.concurrent-stay-within-paid'],
    ['refundedAmount of nothing', () => shows(paid(), 1), 'checkout.record-unpaid'],
    [
      'refundedAmount without one that succeeded',
      () => shows(refunded(1_000).gets('refunds/r1', refundRecord('succeeded')), 0),
      'refund.adds-to-refunded-amount',
    ],
    [
      'refundedAmount with one that is pending',
      () => shows(refunded(1_000), 1_000).gets('refunds/r1', refundRecord('pending')),
      'refund.pending-not-yet-refunded',
    ],
    ['refundedAmount with one that failed', () => shows(failedOf(1_000), 1_000), 'refund.failed-frees-amount'],
    ['refundedAmount that is no sum', () => shows(refunded(1_000, 2_000), 2_500), 'refund.adds-to-refunded-amount'],
    [
      'refused though it fits',
      () => refunded(3_000).refused('refunds', refundBody('r9', 2_000), 422, 'refund_exceeds_paid'),
      'refund.up-to-amount-paid',
    ],
    [
      'refused for one that failed',
      () => failedOf(5_000).refused('refunds', refundBody('r9', 5_000), 422, 'refund_exceeds_paid'),
      'refund.failed-frees-amount',
    ],
    [
      'refused for one that was refused',
      () =>
        refunded(3_000)
          .refused('refunds', refundBody('r8', 2_001), 422, 'refund_exceeds_paid')
          .refused('refunds', refundBody('r9', 2_000), 422, 'refund_exceeds_paid'),
      'refund.exceeding-has-no-effect',
    ],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toContain(requirement));

  test.each<readonly [string, Tale]>([
    ['all that was paid, in parts', () => refunded(3_000, 1_999, 1)],
    ['all of it at once', () => twoAtOnce(3_000, 2_000)],
    ['again what failed', () => failedOf(5_000).creates('refunds', refundBody('r2', 5_000))],
    ['pending or settled by now', () => shows(refunded(1_000, 2_000), 2_000)],
    [
      'one that settles while the record is read',
      () => shows(refunded(1_000), 1_000).gets('refunds/r1', refundRecord('succeeded')),
    ],
    [
      'refused, as one too many',
      () => refunded(5_000).refused('refunds', refundBody('r9', 1), 422, 'refund_exceeds_paid'),
    ],
    [
      'refused for one whose answer was lost',
      () =>
        paid()
          .asks('POST', 'refunds', refundBody('r1', 5_000), 0, undefined)
          .refused('refunds', refundBody('r9', 1), 422, 'refund_exceeds_paid'),
    ],
  ])('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

const kinds = [
  ['checkout', 'checkouts', checkoutBody, 'idempotency.checkout-replay', 'idempotency.checkout-key-reused'],
  ['payout', 'payouts', payoutBody, 'idempotency.payout-replay', 'idempotency.payout-key-reused'],
  [
    'escrow',
    'escrows',
    (reference: string) => escrowBody({ reference }),
    'idempotency.escrow-replay',
    'idempotency.escrow-key-reused',
  ],
] as const;

const key = { key: 'k1' };
const again = { key: 'k1', isReplay: true };

describe('one key', () => {
  test.each(kinds)(
    '%s: a replay answers as the first did, and another body is refused',
    (_, path, body, replay, reused) => {
      const first = () => new Story().creates(path, body('x1'), {}, key);
      expect(first().creates(path, body('x1'), {}, again).broken).toEqual([]);
      expect(first().creates(path, body('x1'), { id: 'other' }, again).broken).toEqual([replay]);
      expect(first().refused(path, body('x1'), 409, 'x', key).broken).toEqual([replay]);
      expect(first().refused(path, body('x2'), 409, 'idempotency_key_reused', key).broken).toEqual([]);
      expect(first().creates(path, body('x2'), {}, key).broken).toEqual([reused]);
      expect(first().creates(path, body('x1'), {}, key).broken).toContain('idempotency.replay-is-marked');
    },
  );

  const released = (asked: object) =>
    new Story()
      .creates('escrows', escrowBody())
      .buyer('e1', 'pay')
      .asks('POST', 'escrows/e1/release', undefined, 200, { status: 'released' }, asked);
  test.each<Case>([
    [
      'a refund is made twice',
      () => paid().creates('refunds', refundBody(), {}, key).creates('refunds', refundBody(), { id: 'other' }, key),
      'idempotency.refunded-once',
    ],
    [
      'a payout is made twice',
      () =>
        new Story().creates('payouts', payoutBody(), {}, key).creates('payouts', payoutBody(), { id: 'other' }, key),
      'idempotency.paid-out-once',
    ],
    [
      'a refund is replayed otherwise',
      () =>
        paid()
          .creates('refunds', refundBody(), {}, key)
          .creates('refunds', refundBody(), { status: 'succeeded' }, again),
      'idempotency.refund-replay',
    ],
    [
      'a second refund under it',
      () => paid().creates('refunds', refundBody('r1', 1), {}, key).creates('refunds', refundBody('r2', 1), {}, key),
      'idempotency.refund-key-reused',
    ],
    [
      'a release is replayed otherwise',
      () => released(key).asks('POST', 'escrows/e1/release', undefined, 200, { status: 'funded' }, again),
      'idempotency.escrow-release-replay',
    ],
    [
      'the first is marked as a replay',
      () => new Story().creates('payouts', payoutBody(), {}, again),
      'idempotency.replay-is-marked',
    ],
    [
      "another merchant's answer",
      () =>
        new Story()
          .creates('payouts', payoutBody(), {}, key)
          .creates('payouts', payoutBody(), {}, { ...again, merchant: 'm2' }),
      'idempotency.keys-are-per-merchant',
    ],
    [
      'two originals at once',
      () => {
        const story = new Story();
        const at = { ...key, ...overlapping(story) };
        return story.creates('payouts', payoutBody(), {}, at).creates('payouts', payoutBody(), { id: 'other' }, at);
      },
      'idempotency.concurrent-one-original',
    ],
    [
      'at once, and one is told that its reference is used',
      () => {
        const story = new Story();
        const at = { ...key, ...overlapping(story) };
        return story
          .creates('payouts', payoutBody(), {}, at)
          .refused('payouts', payoutBody(), 409, 'duplicate_reference', at);
      },
      'idempotency.concurrent-one-original',
    ],
    [
      'two bodies at once',
      () => {
        const story = new Story();
        const at = { ...key, ...overlapping(story) };
        return story.creates('payouts', payoutBody('p1'), {}, at).creates('payouts', payoutBody('p2'), {}, at);
      },
      'idempotency.concurrent-bodies-one-winner',
    ],
  ])('%s', (_, tell, requirement) => expect(tell().broken).toContain(requirement));

  test.each<readonly [string, Tale]>([
    [
      'at once, and one is in progress',
      () => {
        const story = paid();
        const at = { ...key, ...overlapping(story) };
        return story
          .refused('refunds', refundBody(), 409, 'request_in_progress', at)
          .creates('refunds', refundBody(), {}, at);
      },
    ],
    [
      'a replay of what was lost',
      () =>
        new Story()
          .asks('POST', 'payouts', payoutBody(), 0, undefined, key)
          .creates('payouts', payoutBody(), {}, again),
    ],
    [
      'a key that may be forgotten by now',
      () =>
        new Story()
          .creates('payouts', payoutBody(), {}, key)
          .advances(1)
          .refused('payouts', payoutBody(), 409, 'duplicate_reference', key),
    ],
    [
      'still in progress',
      () =>
        new Story()
          .creates('payouts', payoutBody(), {}, key)
          .refused('payouts', payoutBody(), 409, 'request_in_progress', key),
    ],
    [
      'one key at two addresses',
      () => new Story().creates('payouts', payoutBody(), {}, key).creates('checkouts', checkoutBody(), {}, key),
    ],
    [
      'a link that ignores keys',
      () =>
        new Story()
          .asks('POST', 'wallet-links', linkBody(), 201, linkAnswer(), key)
          .asks('POST', 'wallet-links', linkBody(), 200, linkAnswer(), key),
    ],
  ])('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('records', () => {
  const unpaid = () => new Story().creates('checkouts', checkoutBody());
  const checkout = (story: Story, status: string, change: object) =>
    story.gets('checkouts/c1', checkoutRecord(status, { ...change }));
  const refund = (status: string, change: object) =>
    refunded(1_000).gets('refunds/r1', refundRecord(status, { ...change }));
  const payout = (status: string, change: object) =>
    new Story().creates('payouts', payoutBody()).gets('payouts/p1', payoutRecord(status, { ...change }));
  const failed = () => unpaid().settles('c1', 'failed');
  test.each<Case>([
    ['another id', () => checkout(unpaid(), 'pending', { id: 'other' }), 'checkout.record-found'],
    ['an unknown status', () => checkout(unpaid(), 'open', {}), 'checkout.record-unpaid'],
    ['another amount', () => checkout(unpaid(), 'pending', { amount: 5_001 }), 'checkout.record-as-sent'],
    ['another amount once it is paid', () => checkout(paid(), 'succeeded', { amount: 1 }), 'checkout.record-as-sent'],
    ['another currency', () => checkout(unpaid(), 'pending', { currency: 'USD' }), 'checkout.record-as-sent'],
    [
      'another e-mail',
      () => checkout(unpaid(), 'pending', { customer: { email: 'x@example.com' } }),
      'checkout.record-as-sent',
    ],
    [
      'a description that was not given',
      () => checkout(unpaid(), 'pending', { description: '' }),
      'checkout.optional-fields',
    ],
    [
      'other metadata',
      () =>
        new Story()
          .creates('checkouts', { ...checkoutBody(), metadata: { a: 1 } })
          .gets('checkouts/c1', checkoutRecord('pending', { metadata: { a: '1' } })),
      'checkout.record-metadata',
    ],
    [
      'a description cut short',
      () =>
        new Story()
          .creates('checkouts', { ...checkoutBody(), description: 'two words' })
          .gets('checkouts/c1', checkoutRecord('pending', { description: 'two' })),
      'checkout.record-as-sent',
    ],
    [
      'a creation that moves',
      () =>
        checkout(unpaid().gets('checkouts/c1', checkoutRecord('pending')), 'pending', {
          createdAt: '2026-01-01T00:00:01Z',
        }),
      'checkout.record-created-at',
    ],
    [
      'a payment that moves',
      () =>
        checkout(paid().gets('checkouts/c1', checkoutRecord('succeeded')), 'succeeded', {
          paidAt: '2026-01-01T00:00:01Z',
        }),
      'checkout.paid-at-set',
    ],
    ['no paidAt', () => checkout(paid(), 'succeeded', { paidAt: null }), 'checkout.paid-at-set'],
    [
      'paidAt while pending',
      () => checkout(unpaid(), 'pending', { paidAt: '2026-01-01T00:00:00Z' }),
      'checkout.record-unpaid',
    ],
    [
      'paidAt though it failed',
      () => checkout(failed(), 'failed', { paidAt: '2026-01-01T00:00:00Z' }),
      'checkout.payment-fails',
    ],
    ['no reason', () => checkout(failed(), 'failed', { failureReason: null }), 'checkout.payment-fails'],
    [
      'a reason though paid',
      () => checkout(paid(), 'succeeded', { failureReason: 'declined' }),
      'checkout.paid-at-set',
    ],
    [
      'another reason',
      () => checkout(failed().gets('checkouts/c1', checkoutRecord('failed')), 'failed', { failureReason: 'other' }),
      'checkout.payment-fails',
    ],
    [
      'created as something else',
      () => new Story().creates('checkouts', checkoutBody(), { status: 'succeeded' }),
      'checkout.created',
    ],
    [
      'an escrow created as funded',
      () => new Story().creates('escrows', escrowBody(), { status: 'funded' }),
      'escrow.created',
    ],
    ['another refund id', () => refund('pending', { id: 'other' }), 'refund.record-found'],
    ['another refund amount', () => refund('pending', { amount: 1 }), 'refund.record-as-sent'],
    ['another payment', () => refund('pending', { paymentReference: 'c2' }), 'refund.record-as-sent'],
    ['a reason that was not given', () => refund('pending', { reason: 'x' }), 'refund.record-nulls'],
    ['another refund currency', () => refund('pending', { currency: 'USD' }), 'refund.record-as-sent'],
    ['a failure without failing', () => refund('pending', { failureReason: 'x' }), 'refund.record-nulls'],
    [
      'failing without a reason',
      () =>
        paid()
          .creates('refunds', failing('r1', 1_000))
          .gets('refunds/r1', refundRecord('failed', { ...failing('r1', 1_000), failureReason: null })),
      'refund.sandbox-fail',
    ],
    [
      'a refund creation that moves',
      () => refund('pending', {}).gets('refunds/r1', refundRecord('pending', { createdAt: '2026-01-02T00:00:00Z' })),
      'refund.record-created-at',
    ],
    [
      'a refund created as refused',
      () => paid().creates('refunds', refundBody(), { status: 'refused' }),
      'refund.created',
    ],
    ['another payout id', () => payout('pending', { id: 'other' }), 'payout.record-found'],
    ['another payout amount', () => payout('pending', { amount: 1 }), 'payout.record-as-sent'],
    ['a narration that was not given', () => payout('pending', { narration: 'x' }), 'payout.record-nulls'],
    [
      'a payout creation that moves',
      () => payout('pending', {}).gets('payouts/p1', payoutRecord('pending', { createdAt: '2026-01-02T00:00:00Z' })),
      'payout.record-created-at',
    ],
    [
      'a payout created as refused',
      () => new Story().creates('payouts', payoutBody(), { status: 'refused' }),
      'payout.created',
    ],
  ])('%s', (_, tell, requirement) => expect(tell().broken).toContain(requirement));

  test.each<readonly [string, Tale]>([
    ['extra fields', () => checkout(unpaid(), 'pending', { more: 1 })],
    [
      'the same instant, spelled otherwise',
      () =>
        checkout(unpaid().gets('checkouts/c1', checkoutRecord('pending')), 'pending', {
          createdAt: '2026-01-01T01:00:00+01:00',
        }),
    ],
    [
      'metadata in another order',
      () =>
        new Story()
          .creates('checkouts', { ...checkoutBody(), metadata: { a: 1, b: 2 } })
          .gets('checkouts/c1', checkoutRecord('pending', { metadata: { b: 2, a: 1 } })),
    ],
    ['settled at once', () => paid().creates('refunds', refundBody(), { status: 'succeeded' })],
  ])('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('webhooks', () => {
  const late = (story: Story) => story.waits(5_000);
  const funded = () => new Story().creates('escrows', escrowBody()).buyer('e1', 'pay');
  const link = () => new Story().asks('POST', 'wallet-links', linkBody(), 201, linkAnswer());
  const linkEvent = (kind: string, more: object = {}) =>
    event(`wallet.link.${kind}`, 'l1', { linkId: 'l1', linkRef: 'ref-1', walletId: '0000000001', ...more });
  test.each<Case>([
    [
      'paid, and GET still shows pending',
      () =>
        late(
          new Story()
            .creates('checkouts', checkoutBody())
            .opens('checkout', 'c1')
            .hears(event('payment.succeeded', 'c1')),
        ).gets('checkouts/c1', checkoutRecord('pending')),
      'webhook.get-agrees',
    ],
    [
      'paid, though nobody paid',
      () => new Story().creates('checkouts', checkoutBody()).hears(event('payment.succeeded', 'c1')),
      'webhook.get-agrees',
    ],
    [
      'a payout succeeded that failed',
      () =>
        late(
          new Story()
            .creates('payouts', payoutBody('p1', '0000000000'))
            .hears(event('payout.succeeded', 'p1', { amountMinor: 20_000 })),
        ),
      'webhook.no-false-success',
    ],
    [
      'the amount of the checkout',
      () => paid().hears(event('payment.succeeded', 'c1', { amountMinor: 4_999 })),
      'webhook.payment-succeeded-amount',
    ],
    [
      'the amount of a refund',
      () => refunded(1_000).hears(event('refund.succeeded', 'r1')),
      'webhook.refund-succeeded-amount',
    ],
    [
      'the amount of a payout',
      () => new Story().creates('payouts', payoutBody()).hears(event('payout.succeeded', 'p1')),
      'webhook.payout-succeeded-amount',
    ],
    [
      'the seller’s share',
      () =>
        funded()
          .asks('POST', 'escrows/e1/release', undefined, 200, {})
          .hears(event('escrow.released', 'e1', { amountMinor: 49_000 })),
      'webhook.escrow-released-amount',
    ],
    [
      'what the buyer got',
      () =>
        funded()
          .asks('POST', 'escrows/e1/refund', { amount: 20_000 }, 200, {})
          .hears(event('escrow.refunded', 'e1', { amountMinor: 50_000 })),
      'webhook.escrow-refunded-amount',
    ],
    [
      'no integer',
      () => paid().hears(event('payment.succeeded', 'c1', { amountMinor: '5000' })),
      'webhook.payload-fields',
    ],
    [
      'no amount of an escrow',
      () => funded().hears(event('escrow.funded', 'e1', { amountMinor: null })),
      'webhook.escrow-payload',
    ],
    [
      'another wallet',
      () =>
        link()
          .owner('l1', 'approve')
          .hears(linkEvent('approved', { walletId: '0000000002' })),
      'webhook.link-payload',
    ],
    [
      'a second event for one payment',
      () =>
        paid()
          .hears(event('payment.succeeded', 'c1'))
          .hears(event('payment.succeeded', 'c1', { id: 'evt-2' })),
      'webhook.payment-succeeded',
    ],
    [
      'one id for two events',
      () =>
        refunded(1_000)
          .hears(event('payment.succeeded', 'c1'))
          .hears(event('refund.succeeded', 'r1', { id: 'evt-payment.succeeded-c1', amountMinor: 1_000 })),
      'webhook.payload-id',
    ],
    [
      'another time at the second attempt',
      () =>
        paid()
          .hears(event('payment.succeeded', 'c1'))
          .hears(event('payment.succeeded', 'c1', { occurredAt: '2026-01-01T00:00:01Z' })),
      'delivery.retry-same-body',
    ],
    [
      "another merchant's address",
      () => paid().hears(event('payment.succeeded', 'c1'), '/hook-2'),
      'webhook.own-address-only',
    ],
    [
      'of what was refused',
      () => late(new Story().refused('payouts', payoutBody(), 400, 'x').hears(event('payout.succeeded', 'p1'))),
      'error.refused-has-no-effect',
    ],
    ...(['funded', 'disputed', 'released', 'refunded', 'cancelled'] as const).map(
      (kind): Case => [
        `escrow.${kind} though it is unpaid`,
        () =>
          late(
            new Story().creates('escrows', escrowBody()).hears(event(`escrow.${kind}`, 'e1', { amountMinor: 50_000 })),
          ),
        `webhook.escrow-${kind}`,
      ],
    ),
    ...(['approved', 'rejected', 'expired', 'revoked'] as const).map(
      (kind): Case => [
        `wallet.link.${kind} though it is pending`,
        () => late(link().hears(linkEvent(kind))),
        `webhook.link-${kind}`,
      ],
    ),
  ])('%s', (_, tell, requirement) => expect(tell().broken).toContain(requirement));

  test.each<readonly [string, Tale]>([
    [
      'twice, and before the response',
      () => paid().hears(event('payment.succeeded', 'c1')).hears(event('payment.succeeded', 'c1')),
    ],
    [
      'out of order',
      () =>
        funded()
          .asks('POST', 'escrows/e1/release', undefined, 200, {})
          .hears(event('escrow.released', 'e1', { amountMinor: 50_000 }))
          .hears(event('escrow.funded', 'e1', { amountMinor: 50_000 })),
    ],
    [
      'fields that the document does not name',
      () =>
        paid()
          .hears(event('payment.succeeded', 'c1'))
          .hears(event('payment.succeeded', 'c1', { attempt: 2 })),
    ],
    ['of what nobody knows', () => new Story().hears(event('payment.succeeded', 'c9'))],
    [
      'just before it can be read',
      () =>
        new Story()
          .creates('checkouts', checkoutBody())
          .opens('checkout', 'c1')
          .hears(event('payment.succeeded', 'c1'))
          .gets('checkouts/c1', checkoutRecord('pending')),
    ],
  ])('%s: allowed', (_, tell) => expect(late(tell()).broken).toEqual([]));
});
