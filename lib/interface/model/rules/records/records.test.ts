import { describe, expect, test } from 'vitest';
import {
  type Case,
  checkoutBody,
  checkoutRecord,
  escrowBody,
  failing,
  paid,
  payoutBody,
  payoutRecord,
  refundBody,
  refunded,
  refundRecord,
  Story,
  type Tale,
} from '../../stories.support.ts';

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
    [
      'a description without the blanks around it',
      () =>
        new Story()
          .creates('checkouts', { ...checkoutBody(), description: ' two words ' })
          .gets('checkouts/c1', checkoutRecord('pending', { description: 'two words' })),
    ],
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

describe('createdAt', () => {
  const at = Date.UTC(2026, 0, 1);
  const created = (createdAt: string, asked = {}, now = '2026-01-01T00:00:00Z') =>
    new Story()
      .step('POST /clock/advance', {}, { seconds: 0 }, { now })
      .creates('checkouts', checkoutBody(), {}, { date: at, ...asked })
      .gets('checkouts/c1', checkoutRecord('pending', { createdAt })).broken;

  test.each([
    ['an hour earlier', '2025-12-31T23:00:00Z'],
    ['a minute later', '2026-01-01T00:01:00Z'],
  ])('%s than the request', (_, createdAt) => expect(created(createdAt)).toEqual(['checkout.created-at-true']));

  test('as the clock of the target told, however it is spelled', () => {
    expect(created('2026-01-01T01:00:03.250+01:00')).toEqual([]);
    expect(created('2025-12-31T23:00:00Z', { date: null })).toEqual([]);
  });

  test('of a Date that is not of the clock which control moves nothing is concluded', () => {
    expect(created('2026-03-01T00:00:00Z', {}, '2026-03-01T00:00:00Z')).toEqual([]);
  });

  test.each([
    ['25 seconds', '2026-01-01T00:00:25Z'],
    ['a minute', '2026-01-01T00:01:00Z'],
  ])('nor while that clock is only %s ahead', (_, now) => {
    expect(created(now, {}, now)).toEqual([]);
    expect(created(now, { date: Date.parse(now) }, now)).toEqual([]);
  });

  test('a Date of when the request arrived, although it took long', () => {
    const slow = (createdAt: string) =>
      new Story()
        .step('POST /clock/advance', {}, { seconds: 0 }, { now: '2026-01-01T00:00:00Z' })
        .creates('checkouts', checkoutBody(), {}, { date: at, began: at + 500, ended: at + 12_500 })
        .waits(13_000)
        .gets('checkouts/c1', checkoutRecord('pending', { createdAt })).broken;
    expect(slow('2026-01-01T00:00:12Z')).toEqual([]);
    expect(slow('2026-01-01T00:00:25Z')).toEqual(['checkout.created-at-true']);
  });

  test('nor while a move of that clock waits for receivers: it may stand still', () => {
    const meanwhile = (waits: number) =>
      new Story()
        .step('POST /clock/advance', {}, { seconds: 0 }, { now: '2026-01-01T00:00:00Z' })
        .step(
          'POST /clock/advance',
          {},
          { seconds: 1 },
          { now: '2026-01-01T00:00:01Z', began: at + 500, ended: at + waits },
        )
        .creates('checkouts', checkoutBody(), {}, { date: at + 14_000, began: at + 14_000, ended: at + 14_010 })
        .waits(40_000)
        .gets('checkouts/c1', checkoutRecord('pending', { createdAt: '2026-01-01T00:00:01Z' })).broken;
    expect(meanwhile(30_000)).toEqual([]);
    expect(meanwhile(600)).toEqual(['checkout.created-at-true']);
  });

  test('nor where a move of that clock has not been answered', () => {
    const moved = (seconds: number) =>
      new Story()
        .step('POST /clock/advance', {}, { seconds: 0 }, { now: '2026-01-01T00:00:00Z' })
        .step('POST /clock/advance', {}, { seconds }, { outcome: 'lost' })
        .creates('checkouts', checkoutBody(), {}, { date: at })
        .gets('checkouts/c1', checkoutRecord('pending', { createdAt: '2026-01-01T00:00:20Z' })).broken;
    expect(moved(20)).toEqual([]);
    expect(moved(0)).toEqual(['checkout.created-at-true']);
  });
});
