import { describe, expect, test } from 'vitest';
import {
  type Case,
  checkoutBody,
  checkoutRecord,
  escrowBody,
  linkAnswer,
  linkBody,
  paid,
  payoutBody,
  payoutRecord,
  Story,
  type Tale,
} from '../../stories.support.ts';

const unpaid = () => new Story().creates('checkouts', checkoutBody());
const checkout = (story: Story, status: string, change: object) =>
  story.gets('checkouts/c1', checkoutRecord(status, { ...change }));
const payout = (recipient: unknown) =>
  new Story().creates('payouts', payoutBody()).gets('payouts/p1', payoutRecord('pending', { recipient }));
const escrow = (amount: unknown, more: object = {}) =>
  new Story().creates('escrows', escrowBody()).gets('escrows/e1', { status: 'pending_payment', amount, ...more });
const page = (checkoutUrl: unknown) => checkout(unpaid(), 'pending', { checkoutUrl });
const expired = (failureReason: string) => checkout(unpaid().advances(25), 'failed', { failureReason });
const link = (expiresAt: unknown, date: number | null = null) =>
  new Story()
    .step('POST /clock/advance', {}, { seconds: 0 }, { now: '2026-01-01T00:00:00Z' })
    .asks('POST', 'wallet-links', linkBody(), 201, { ...linkAnswer(), expiresAt }, { date });

describe('what a record has, whatever was sent', () => {
  test.each<Case>([
    ['no page', () => page(undefined), 'checkout.url'],
    ['a page without a host', () => page('/pay/c1'), 'checkout.url'],
    ['a page of an app', () => page('shop://pay/c1'), 'checkout.url'],
    [
      'no page when created',
      () => new Story().creates('checkouts', checkoutBody(), { checkoutUrl: null }),
      'checkout.url',
    ],
    ['no page of an escrow', () => new Story().creates('escrows', escrowBody(), { payUrl: '' }), 'escrow.pay-url'],
    [
      'a payment method of its own kind',
      () => checkout(paid(), 'succeeded', { paymentMethod: {} }),
      'checkout.record-payment-method',
    ],
    [
      'no payment method',
      () => checkout(unpaid(), 'pending', { paymentMethod: undefined }),
      'checkout.record-payment-method',
    ],
    [
      'no refundedAmount',
      () => checkout(paid(), 'succeeded', { refundedAmount: undefined }),
      'checkout.nothing-refunded',
    ],
    [
      'refundedAmount as text',
      () => checkout(unpaid(), 'pending', { refundedAmount: '0' }),
      'checkout.nothing-refunded',
    ],
    ['expired for another reason', () => expired('declined'), 'checkout.expires'],
    ['a recipient as text', () => payout('Ada, Access Bank'), 'payout.record-recipient'],
    ['no recipient', () => payout(undefined), 'payout.record-recipient'],
    ['another amount of an escrow', () => escrow(5_000), 'escrow.amount-stored'],
    ['the amount of an escrow as text', () => escrow('50000'), 'escrow.amount-stored'],
    ['a link without an end', () => link(undefined), 'wallet-link.expires-at'],
    ['a link that ends too early', () => link('2026-01-01T00:59:00Z', Date.UTC(2026, 0, 1)), 'wallet-link.expires-at'],
    ['a link that ends too late', () => link('2026-01-01T01:01:00Z', Date.UTC(2026, 0, 1)), 'wallet-link.expires-at'],
  ])('%s: rejected', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  test.each<readonly [string, Tale]>([
    ['a page with port, query and fragment', () => page('http://localhost:8080/p?id=c1#card')],
    ['expired', () => expired('expired')],
    [
      'failed for a reason of its own',
      () => checkout(unpaid().settles('c1', 'failed'), 'failed', { failureReason: 'declined' }),
    ],
    [
      'failed before a page that was opened',
      () => checkout(unpaid().opens('checkout', 'c1').advances(25), 'failed', { failureReason: 'declined' }),
    ],
    ['an amount by share', () => escrow(undefined, { money: { total: 50_000, held: 0 } })],
    [
      'no whole amount once it was moved',
      () =>
        new Story()
          .creates('escrows', escrowBody())
          .buyer('e1', 'pay')
          .asks('POST', 'escrows/e1/refund', { amount: 10_000 }, 200, {})
          .gets('escrows/e1', { status: 'refunded', amount: 10_000 }),
    ],
    ['the end of a link, however it is spelled', () => link('2026-01-01T02:00:00+01:00', Date.UTC(2026, 0, 1))],
    ['an end that no clock here can tell', () => link('2026-03-01T00:00:00Z')],
  ])('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});
