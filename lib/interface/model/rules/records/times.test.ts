import { describe, expect, test } from 'vitest';
import {
  checkoutBody,
  checkoutRecord,
  event,
  linkAnswer,
  linkBody,
  payoutBody,
  payoutRecord,
  Story,
} from '../../stories.support.ts';

const HOUR = 3_600;
const BEGAN = Date.UTC(2026, 0, 1);
const at = (second: number) => new Date(BEGAN + 1_000 * second).toISOString();

/** A checkout that is created at the beginning and paid an hour later. */
const paidLate = () =>
  new Story()
    .until(0)
    .creates('checkouts', checkoutBody())
    .until(HOUR)
    .settles('c1')
    .until(2 * HOUR);

describe('paidAt', () => {
  const shown = (paidAt: string) =>
    paidLate()
      .gets('checkouts/c1', checkoutRecord('succeeded', { paidAt }))
      .until(3 * HOUR).broken;

  test.each([
    ['when it was created', 0],
    ['when the record was read', 3 * HOUR],
    ['a day earlier', -24 * HOUR],
  ])('%s: rejected', (_, second) => expect(shown(at(second))).toEqual(['checkout.paid-at-true']));

  test.each([
    ['when it was paid', HOUR],
    ['some seconds later', HOUR + 30],
    ['before the clock was read again', 2 * HOUR],
  ])('%s: allowed', (_, second) => expect(shown(at(second))).toEqual([]));

  test('of a payment that nobody saw all that is known is that it came before it was shown', () => {
    const shown = (paidAt: string) =>
      new Story()
        .until(0)
        .creates('checkouts', checkoutBody())
        .opens('checkout', 'c1')
        .until(HOUR)
        .gets('checkouts/c1', checkoutRecord('succeeded', { paidAt }))
        .until(2 * HOUR).broken;
    expect([10, HOUR - 10].flatMap((second) => shown(at(second)))).toEqual([]);
    expect(shown(at(3 * HOUR))).toEqual(['checkout.paid-at-true']);
  });

  test('where no clock is told nothing is concluded', () => {
    const story = new Story().creates('checkouts', checkoutBody()).settles('c1');
    expect(story.gets('checkouts/c1', checkoutRecord('succeeded', { paidAt: at(-9 * HOUR) })).broken).toEqual([]);
  });
});

describe('occurredAt', () => {
  const told = (second: number, stamp = HOUR + 5) =>
    paidLate().tries(event('payment.succeeded', 'c1', { occurredAt: at(second) }), stamp, 200).broken;

  test.each([
    ['when it was created', 0],
    ['later than it was sent', HOUR + 90],
    ['a day earlier', -24 * HOUR],
  ])('%s: rejected', (_, second) => expect(told(second)).toContain('webhook.occurred-at'));

  test.each([
    ['when it happened', HOUR],
    ['when it was sent', HOUR + 5],
  ])('%s: allowed', (_, second) => expect(told(second)).toEqual([]));

  test('of what is settled by itself: before it was seen so', () => {
    const told = (second: number) =>
      new Story()
        .until(0)
        .creates('payouts', payoutBody())
        .until(120)
        .gets('payouts/p1', payoutRecord('succeeded'))
        .gets('balance', {}, { date: BEGAN + 121_000 })
        .until(HOUR)
        .tries(event('payout.succeeded', 'p1', { amountMinor: 20_000, occurredAt: at(second) }), HOUR, 200).broken;
    expect(told(5)).toEqual([]);
    expect(told(HOUR)).toContain('webhook.occurred-at');
  });

  test('of what time ended: when it was due, although it was seen as open until that was noticed', () => {
    const told = (second: number) =>
      new Story()
        .until(0)
        .creates('wallet-links', linkBody(), linkAnswer())
        .until(HOUR + 250)
        .gets('wallet-links/l1', { ...linkAnswer(), status: 'PENDING' })
        .until(HOUR + 300)
        .gets('wallet-links/l1', { ...linkAnswer(), status: 'EXPIRED' })
        .until(HOUR + 400)
        .tries(event('wallet.link.expired', 'l1', { occurredAt: at(second) }), HOUR + 300, 200).broken;
    expect([HOUR, HOUR + 290].flatMap((second) => told(second))).toEqual([]);
    expect(told(-HOUR)).toContain('webhook.occurred-at');
  });

  test('an object that is not known here has no times', () => {
    const story = new Story().until(0).tries(event('payment.succeeded', 'c9', { occurredAt: at(-HOUR) }), 5, 200);
    expect(story.broken).not.toContain('webhook.occurred-at');
  });
});

describe('where others move the clock too, an end may have come at any time by then', () => {
  const shown = (others: number) =>
    new Story()
      .until(0)
      .creates('checkouts', checkoutBody())
      .until(60)
      .gets('checkouts/c1', checkoutRecord('failed', { failureReason: 'expired' }))
      .step('POST /clock/advance', {}, { seconds: 0 }, { now: at(60 + others) })
      .until(60 + others + 60).broken;

  test('a day of theirs: nothing is concluded', () => expect(shown(24 * HOUR)).toEqual([]));
  test('seconds of theirs: it ended too early', () => expect(shown(3)).not.toEqual([]));
});
