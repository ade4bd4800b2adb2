import { describe, expect, test } from 'vitest';
import type { Fields } from '../events.ts';
import {
  type Case,
  checkoutBody,
  failing,
  payoutBody,
  payoutRecord,
  refundBody,
  refundRecord,
  Story,
  type Tale,
} from '../stories.support.ts';

const DAYS = 4 * 24;
const balance = (story: Story, available: number, more: Fields = {}) =>
  story.gets('balance', { available, currency: 'NGN', ...more });
const later = (story: Story) => story.advances(DAYS);

/** A checkout of so many kobo that was paid; days ago. */
const paidIn = (amount = 50_000) => later(new Story().creates('checkouts', checkoutBody('c1', amount)).settles('c1'));
const refunded = () =>
  later(
    paidIn()
      .creates('refunds', refundBody('r1', 1_000))
      .advances(1)
      .gets('refunds/r1', refundRecord('succeeded', refundBody('r1', 1_000))),
  );
const refundFailed = () =>
  later(
    paidIn()
      .creates('refunds', failing('r1', 1_000))
      .advances(1)
      .gets('refunds/r1', refundRecord('failed', failing('r1', 1_000))),
  );
const paidOut = () =>
  later(paidIn().creates('payouts', payoutBody()).advances(1).gets('payouts/p1', payoutRecord('succeeded')));

describe('the amount available', () => {
  const rejected: readonly Case[] = [
    ['without what was paid', () => balance(paidIn(), 0), 'balance.payment-adds'],
    [
      'with what was not paid',
      () => balance(new Story().creates('checkouts', checkoutBody()), 5_000),
      'balance.unpaid-adds-nothing',
    ],
    ['with what was refunded', () => balance(refunded(), 50_000), 'balance.refund-subtracts'],
    [
      'without what a failed refund gave back',
      () => balance(refundFailed(), 49_000),
      'balance.failed-refund-subtracts-nothing',
    ],
    ['with what was paid out', () => balance(paidOut(), 50_000), 'balance.payout-subtracts'],
    [
      'of no one integer each time',
      () => balance(balance(paidIn(), 50_000, { total: 1 }), 1, { total: 50_000 }),
      'balance.payment-adds',
    ],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  const allowed: readonly (readonly [string, Tale])[] = [
    ['what was paid', () => balance(paidIn(), 50_000)],
    ['what was paid, not shown yet', () => balance(new Story().creates('checkouts', checkoutBody()).settles('c1'), 0)],
    [
      'at whatever place',
      () => balance(balance(refunded(), 7, { net: { kobo: 49_000 } }), 8, { net: { kobo: 49_000 } }),
    ],
    ['minus a refund', () => balance(refunded(), 49_000)],
    ['after a failed refund', () => balance(refundFailed(), 50_000)],
    ['minus a payout', () => balance(paidOut(), 30_000)],
    [
      'minus one that is under way, or not',
      () => balance(balance(paidIn().creates('payouts', payoutBody()), 30_000), 50_000),
    ],
    [
      'of a sandbox that paid out more than there was',
      () => balance(later(new Story().creates('payouts', payoutBody())), -20_000),
    ],
    [
      'of a merchant that this run has not made',
      () => new Story().gets('balance', { available: 99 }, { merchant: 'm9' }),
    ],
  ];
  test.each(allowed)('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('live payouts', () => {
  const live = { environment: 'live', merchant: 'm3' } as const;
  const merchant = () => new Story().step('POST /merchants', {}, { environment: 'live' }, { merchantId: 'm3' });
  const rich = (amount = 20_000) =>
    later(
      merchant()
        .creates('checkouts', checkoutBody('c1', amount), {}, live)
        .step(
          'POST /merchants/{merchantId}/checkouts/{reference}/settle',
          { merchantId: 'm3', reference: 'c1' },
          { outcome: 'succeeded' },
        ),
    );
  const pays = (story: Story, reference = 'p1') => story.creates('payouts', payoutBody(reference), {}, live);
  const refuses = (story: Story) => story.refused('payouts', payoutBody(), 422, 'insufficient_balance', live);

  const rejected: readonly Case[] = [
    ['of what is not there', () => pays(merchant()), 'environment.live-payout-above-balance'],
    ['of one kobo more', () => pays(rich(19_999)), 'environment.live-payout-above-balance'],
    ['of what is there, refused', () => refuses(rich()), 'environment.live-payout-of-balance'],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  const allowed: readonly (readonly [string, Tale])[] = [
    ['of what is there', () => pays(rich())],
    ['of what is not there, refused', () => refuses(rich(19_999))],
    [
      'of what was just paid, refused or not',
      () => refuses(merchant().creates('checkouts', checkoutBody('c1', 20_000), {}, live)),
    ],
  ];
  test.each(allowed)('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});
