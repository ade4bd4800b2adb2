import { describe, expect, test } from 'vitest';
import {
  type Case,
  checkoutBody,
  checkoutRecord,
  escrowBody,
  event,
  linkAnswer,
  linkBody,
  paid,
  payoutBody,
  refunded,
  Story,
  type Tale,
} from '../../stories.support.ts';

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
      'an amount beyond those that are exact integers here',
      () =>
        new Story()
          .creates('escrows', { ...escrowBody(), amount: 1e20 })
          .asks('POST', 'escrows/e1/cancel', undefined, 200, {})
          .hears(event('escrow.cancelled', 'e1', { amountMinor: 1e20 })),
    ],
    [
      'nothing went back to the buyer of an unpaid escrow that was refunded',
      () =>
        new Story()
          .creates('escrows', escrowBody())
          .asks('POST', 'escrows/e1/refund', {}, 200, {})
          .gets('escrows/e1', { status: 'refunded' })
          .hears(event('escrow.refunded', 'e1', { amountMinor: 0 })),
    ],
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
    [
      'noted before the request of the second merchant who uses that reference',
      () =>
        new Story()
          .creates('payouts', payoutBody())
          .hears(event('payout.succeeded', 'p1'), '/hook-2')
          .creates('payouts', payoutBody(), {}, { merchant: 'm2' }),
    ],
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
