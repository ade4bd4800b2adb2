import { describe, expect, test } from 'vitest';
import {
  type Case,
  checkoutBody,
  checkoutRecord,
  failing,
  overlapping,
  paid,
  refundBody,
  refunded,
  refundRecord,
  type Story,
  type Tale,
} from '../../stories.support.ts';

function twoAtOnce(first: number, second: number): Story {
  const story = paid();
  const at = overlapping(story);
  return story
    .creates('refunds', refundBody('r1', first), {}, at)
    .creates('refunds', refundBody('r2', second), {}, at)
    .waits(1_000);
}

const shows = (story: Story, refundedAmount: number) =>
  story.gets('checkouts/c1', checkoutRecord('succeeded', { refundedAmount }));

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
      'refundedAmount without one that succeeded a minute ago',
      () => shows(refunded(1_000).gets('refunds/r1', refundRecord('succeeded')).waits(60_000), 0),
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
    [
      'a moment after one succeeded, not counted yet',
      () => shows(refunded(1_000).gets('refunds/r1', refundRecord('succeeded')).waits(50_000), 0),
    ],
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
      'without what was asked for under the reference of another refund, and not answered',
      () =>
        paid()
          .creates('checkouts', checkoutBody('c2'))
          .settles('c2')
          .creates('refunds', refundBody('r1', 500), {}, { key: 'k' })
          .asks('POST', 'refunds', { ...refundBody('r1', 600), paymentReference: 'c2' }, 0, undefined, { key: 'k' })
          .advances(1)
          .gets('refunds/r1', refundRecord('succeeded', refundBody('r1', 500)))
          .gets('checkouts/c2', checkoutRecord('succeeded', { ...checkoutBody('c2'), id: 'id-c2', refundedAmount: 0 })),
    ],
    [
      'refused again under its key, though it would fit by now',
      () =>
        paid()
          .creates('refunds', failing('r1', 5_000), {}, { key: 'k1' })
          .refused('refunds', refundBody('r2', 1_000), 422, 'refund_exceeds_paid', { key: 'k2' })
          .gets('refunds/r1', refundRecord('failed', failing('r1', 5_000)))
          .refused('refunds', refundBody('r2', 1_000), 422, 'refund_exceeds_paid', { key: 'k2' }),
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
