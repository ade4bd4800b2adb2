import { describe, expect, test } from 'vitest';
import { link, ways } from '../../states.support.ts';
import {
  checkoutBody,
  escrowBody,
  failing,
  overlapping,
  paid,
  payoutBody,
  refundBody,
  refunded,
  refundRecord,
  Story,
} from '../../stories.support.ts';

const state = (name: string) => ways.checkout[name]?.() ?? new Story();
const refused = (story: Story, status: number, code: string, body = refundBody('r9', 1_000)) =>
  story.refused('refunds', body, status, code).broken;

describe('why a refund is refused', () => {
  test.each([
    ['absent', 404, 'payment_not_found', 'refund.payment-not-found'],
    ['pending', 409, 'payment_not_paid', 'refund.pending-payment'],
    ['failed', 409, 'payment_not_paid', 'refund.failed-payment'],
  ])('%s: with %i %s alone', (name, status, code, requirement) => {
    expect(refused(state(name), status, code)).toEqual([]);
    expect(refused(state(name), 422, 'not_refundable')).toEqual([requirement]);
    expect(refused(state(name), 409, 'x')).toEqual([requirement]);
  });

  test('paid: only for what is left', () => {
    expect(refused(paid().advances(30), 409, 'refund_window_over')).toEqual(['refund.any-time-later']);
    expect(refused(paid(), 403, 'x')).toEqual([]);
  });

  test('a reference that was used may be the reason, and what is not plainly right', () => {
    expect(refused(refunded(1), 409, 'duplicate_reference', refundBody('r1', 2))).toEqual([]);
    expect(refused(paid(), 422, 'x', refundBody('r 9', 1_000))).toEqual([]);
    expect(refused(paid(), 422, 'x', refundBody('r9', 1_000, { reason: ' late ' }))).toEqual([]);
  });

  test('what a pending or failed payment cannot exceed, whatever the reason given', () => {
    const body = refundBody('r9', 1_000, { reason: ' late ' });
    expect(refused(state('pending'), 422, 'refund_exceeds_paid', body)).toContain('refund.pending-payment');
    expect(refused(state('failed'), 422, 'refund_exceeds_paid', body)).toContain('refund.failed-payment');
  });

  test('and a checkout that may have been paid by now', () => {
    const opened = new Story().creates('checkouts', checkoutBody()).opens('checkout', 'c1');
    expect(refused(opened, 409, 'payment_not_paid')).toEqual([]);
  });
});

describe('what is left', () => {
  const says = (story: Story, message: string, amount = 4_000) =>
    story.asks('POST', 'refunds', refundBody('r9', amount), 422, { error: { code: 'refund_exceeds_paid', message } })
      .broken;
  const broken = ['refund.exceeds-paid-says-what-is-left'];

  test.each(['3000 left', '3,000 kobo are left of 5,000', 'only 30.00 NGN', 'Il reste 30 naira', '3 000', "3'000"])(
    '"%s" says it',
    (message) => expect(says(refunded(1_500, 500), message)).toEqual([]),
  );

  test.each(['', 'too much', '5,000 paid', '3500', '4,000 is more than the 2,000 refunded'])(
    '"%s" does not',
    (message) => expect(says(refunded(1_500, 500), message)).toEqual(broken),
  );

  test.each(['NGN 0.02 is left', '0,02', '2 kobo'])('two kobo: "%s" says it', (message) =>
    expect(says(refunded(4_998), message)).toEqual([]),
  );

  test('what has failed is left again, and what may have settled either way may be', () => {
    const failed = () => paid().creates('refunds', failing('r1', 3_000));
    const seen = failed().gets('refunds/r1', refundRecord('failed', failing('r1', 3_000)));
    expect(says(seen, '2000', 5_001)).toEqual(broken);
    expect(says(failed(), '2000', 5_001)).toEqual([]);
    expect(says(failed(), '5000', 5_001)).toEqual([]);
    expect(says(failed(), '3000', 5_001)).toEqual(broken);
  });

  test('less than a naira, with the zero in front', () => {
    expect(says(refunded(4_998), 'NGN 0.02 is left')).toEqual([]);
    expect(says(refunded(4_998), 'NGN 0.03 is left')).toEqual(broken);
  });

  test('where nothing is left it may say so in words', () =>
    expect(says(refunded(5_000), 'all is refunded')).toEqual([]));
});

describe('what a key alone is refused for', () => {
  test('nothing is in progress where nothing else was asked', () => {
    const refused = (story: Story) => story.refused('payouts', payoutBody(), 409, 'request_in_progress', { key: 'k' });
    expect(refused(new Story()).broken).toEqual(['idempotency.in-progress']);
    expect(refused(new Story().creates('payouts', payoutBody(), {}, { key: 'k' }).waits(5_000)).broken).toEqual([
      'idempotency.in-progress',
    ]);
    const lost = new Story().asks('POST', 'payouts', payoutBody(), 0, undefined, { key: 'k' }).waits(60_000);
    expect(refused(lost).broken).toEqual([]);
    const story = new Story();
    const at = overlapping(story);
    story.creates('payouts', payoutBody(), {}, { key: 'k', ...at });
    expect(story.refused('payouts', payoutBody(), 409, 'request_in_progress', { key: 'k', ...at }).broken).toEqual([]);
  });

  test('256 characters are too many', () => {
    const accepted = (length: number) => new Story().creates('payouts', payoutBody(), {}, { key: 'k'.repeat(length) });
    expect(accepted(256).broken).toEqual(['idempotency.key-too-long']);
    expect(accepted(255).broken).toEqual([]);
  });

  test('an escrow refund of another amount under the same key', () => {
    const refunds = (story: Story, amount: number, more = {}) =>
      story.asks('POST', 'escrows/e1/refund', { amount }, 200, { status: 'refunded' }, { key: 'k', ...more });
    const funded = () => new Story().creates('escrows', escrowBody()).buyer('e1', 'pay');
    const requirement = 'idempotency.escrow-refund-key-reused';
    expect(refunds(refunds(funded(), 500), 600, { isReplay: true }).broken).toEqual([requirement]);
    expect(refunds(refunds(funded(), 500), 500, { isReplay: true }).broken).toEqual([]);
    const none = refunds(funded(), 50_000).asks(
      'POST',
      'escrows/e1/refund',
      undefined,
      200,
      { status: 'refunded' },
      {
        key: 'k',
        isReplay: true,
      },
    );
    expect(none.broken).toEqual([]);
  });
});

describe('GET of what is there', () => {
  const answers = (story: Story, path: string, status: number) =>
    story.asks('GET', path, undefined, status, { error: { code: 'x', message: '' } }).broken;

  test.each([
    ['checkouts/c1', () => paid(), 'checkout.record-found'],
    ['refunds/r1', () => refunded(1), 'refund.record-found'],
    ['payouts/p1', () => new Story().creates('payouts', payoutBody()), 'payout.record-found'],
    ['escrows/e1', () => new Story().creates('escrows', escrowBody()), 'escrow.record-found'],
    ['wallet-links/l1', link, 'wallet-link.status-read'],
  ] as const)('%s is not refused', (path, tell, requirement) => {
    expect(answers(tell(), path, 409)).toEqual([requirement]);
    expect(answers(tell(), path, 401)).toEqual([]);
    expect(answers(new Story(), path, 403)).toEqual([]);
  });
});
