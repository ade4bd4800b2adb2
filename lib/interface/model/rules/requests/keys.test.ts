import { describe, expect, test } from 'vitest';
import {
  type Case,
  checkoutBody,
  escrowBody,
  linkAnswer,
  linkBody,
  overlapping,
  paid,
  payoutBody,
  refundBody,
  Story,
  type Tale,
} from '../../stories.support.ts';

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

  test('a key that a merchant never used is not said to be reused', () => {
    const refuses = (story: Story, asked: object) =>
      story.refused('checkouts', checkoutBody('x2'), 409, 'idempotency_key_reused', asked);
    const used = (asked: object) => new Story().creates('payouts', payoutBody('x1'), {}, asked);
    expect(refuses(used({ key: 'K1' }), key).broken).toEqual(['checkout.created']);
    expect(refuses(used({ ...key, merchant: 'm2' }), key).broken).toEqual(['idempotency.keys-are-per-merchant']);
    // The scope of a key across endpoints is not shown.
    expect(refuses(used(key), key).broken).toEqual([]);
    expect(refuses(new Story(), { ...key, merchant: 'm9' }).broken).toEqual([]);
  });

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
