import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import { allPairs } from './pairs.ts';
import {
  checkoutBody,
  checkoutRecord,
  escrowBody,
  linkAnswer,
  linkBody,
  paid,
  refundBody,
  refundRecord,
  Story,
} from './stories.support.ts';

const pairs = (story: Story) => [...judge(story.events).pairs];
const key = { key: 'k1' };
const made = () => new Story().creates('checkouts', checkoutBody(), {}, key);

describe('which state met which trigger', () => {
  test.each<readonly [string, () => Story, readonly string[]]>([
    ['nothing there, and looked for', () => new Story().misses('checkouts/c1'), ['checkout, absent: look']],
    ['created', made, ['checkout, absent: create']],
    [
      'created again',
      () => paid().refused('checkouts', checkoutBody(), 409, 'duplicate_reference'),
      ['checkout, absent: create', 'checkout, pending: pay', 'checkout, succeeded: create'],
    ],
    [
      'replayed, and with another body',
      () =>
        made()
          .creates('checkouts', checkoutBody(), {}, { ...key, isReplay: true })
          .refused('checkouts', checkoutBody('c2'), 409, 'idempotency_key_reused', key),
      ['checkout, absent: create', 'checkout, pending: replay', 'checkout, pending: other body'],
    ],
    [
      'refunded, and the refund settles',
      () =>
        paid()
          .creates('refunds', refundBody())
          .gets('refunds/r1', refundRecord('pending'))
          .advances(1)
          .gets('refunds/r1', refundRecord('succeeded')),
      [
        'checkout, succeeded: refund',
        'refund, absent: create',
        'refund, pending: look',
        'refund, pending: becomes succeeded',
      ],
    ],
    [
      'a day passes, and nothing may change',
      () => paid().advances(25).gets('checkouts/c1', checkoutRecord('succeeded')),
      ['checkout, succeeded: look', 'checkout, succeeded: time'],
    ],
    [
      'a day passes, and it expires',
      () =>
        made()
          .advances(25)
          .gets('checkouts/c1', checkoutRecord('failed', { failureReason: 'expired' })),
      ['checkout, pending: becomes failed'],
    ],
    [
      'refused, while it was so',
      () =>
        new Story()
          .creates('escrows', escrowBody())
          .buyer('e1', 'pay')
          .refused('escrows/e1/cancel', undefined, 409, 'x'),
      ['escrow, pending_payment: pay', 'escrow, funded: cancel'],
    ],
    [
      'by another merchant, who sees nothing of it',
      () => made().misses('checkouts/c1', { merchant: 'm2' }),
      ['checkout, pending: stranger', 'checkout, absent: look'],
    ],
    [
      'a link, asked for again, and a newer one for its wallet',
      () =>
        new Story()
          .asks('POST', 'wallet-links', linkBody(), 201, linkAnswer())
          .asks('POST', 'wallet-links', linkBody(), 200, linkAnswer())
          .asks('GET', 'wallets/0000000001/balance', undefined, 403, { error: { code: 'x', message: '' } })
          .asks('POST', 'wallet-links', linkBody('ref-2'), 201, linkAnswer('l2', linkBody('ref-2'))),
      ['wallet link, PENDING: ask again', 'wallet link, PENDING: balance', 'wallet link, PENDING: newer request'],
    ],
  ])('%s', (_, story, due) => expect(pairs(story())).toEqual(expect.arrayContaining([...due])));

  test('an answer that was lost met nothing', () => {
    expect(pairs(new Story().asks('GET', 'checkouts/c1', undefined, 0, undefined))).toEqual([]);
  });

  test('only what there is: of a state with everything that can happen to it', () => {
    expect(allPairs).toContain('escrow, disputed: time');
    expect(allPairs).not.toContain('checkout, pending: time');
    expect(allPairs).not.toContain('escrow, expired: replay');
    expect(allPairs.filter((pair) => pair.includes('supersede'))).toEqual([]);
  });
});
