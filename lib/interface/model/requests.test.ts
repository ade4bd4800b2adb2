import { describe, expect, test } from 'vitest';
import { funded, link, ways } from './states.support.ts';
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

describe('what a request may do', () => {
  test.each([
    ['a second create', () => paid().creates('checkouts', checkoutBody()), 'checkout.duplicate-reference'],
    [
      'a create after a failure',
      () => ways.checkout.failed?.().creates('checkouts', checkoutBody()),
      'checkout.failed-reference-stays-used',
    ],
    [
      'a second refund of that name',
      () => ways.refund.succeeded?.().creates('refunds', refundBody()),
      'refund.duplicate-reference',
    ],
    [
      'a refund named as a failed one',
      () => ways.refund.failed?.().creates('refunds', refundBody()),
      'refund.failed-reference-stays-used',
    ],
    [
      'a second payout of that name',
      () => ways.payout.succeeded?.().creates('payouts', payoutBody()),
      'payout.duplicate-reference',
    ],
    ['a second escrow of that name', () => funded().creates('escrows', escrowBody()), 'escrow.duplicate-reference'],
    [
      'a cancel that is paid',
      () => funded().asks('POST', 'escrows/e1/cancel', undefined, 200, {}),
      'escrow.paid-cannot-be-cancelled',
    ],
    ['no release though funded', () => funded().refused('escrows/e1/release', undefined, 409, 'x'), 'escrow.released'],
    ['no refund though funded', () => funded().refused('escrows/e1/refund', {}, 409, 'x'), 'escrow.refunded'],
    [
      'no refund though disputed',
      () => ways.escrow.disputed?.().refused('escrows/e1/refund', {}, 409, 'x'),
      'escrow.disputed-refunded',
    ],
    [
      'no cancel though unpaid',
      () => ways.escrow.pending_payment?.().refused('escrows/e1/cancel', undefined, 409, 'x'),
      'escrow.cancelled',
    ],
    [
      'a refund of what is not paid',
      () => ways.checkout.pending?.().creates('refunds', refundBody()),
      'refund.pending-payment',
    ],
    [
      'a refund of what failed',
      () => ways.checkout.failed?.().creates('refunds', refundBody()),
      'refund.failed-payment',
    ],
    ['a refund of nothing', () => new Story().creates('refunds', refundBody()), 'refund.payment-not-found'],
    [
      "a refund of another merchant's payment",
      () => paid().creates('refunds', refundBody(), {}, { merchant: 'm2' }),
      'refund.other-merchants-payment',
    ],
    [
      'payment_not_paid though paid',
      () => paid().refused('refunds', refundBody(), 409, 'payment_not_paid'),
      'refund.up-to-amount-paid',
    ],
    [
      'payment_not_found though there',
      () => paid().refused('refunds', refundBody(), 404, 'payment_not_found'),
      'refund.created',
    ],
    [
      'duplicate_reference though free',
      () => new Story().refused('payouts', payoutBody(), 409, 'duplicate_reference'),
      'payout.created',
    ],
    [
      'what was refused is there',
      () =>
        new Story()
          .refused('checkouts', checkoutBody(), 400, 'invalid_request')
          .gets('checkouts/c1', checkoutRecord('pending')),
      'error.refused-has-no-effect',
    ],
    [
      "another merchant's checkout",
      () => paid().gets('checkouts/c1', checkoutRecord('succeeded'), { merchant: 'm2' }),
      'checkout.other-merchant-sees-nothing',
    ],
    [
      "the other environment's checkout",
      () => paid().gets('checkouts/c1', checkoutRecord('succeeded'), { environment: 'live' }),
      'environment.data-is-separate',
    ],
    [
      'a wrong e-mail pays',
      () =>
        new Story()
          .creates('escrows', escrowBody({ buyer: { email: 'a@b.c' } }))
          .buyer('e1', 'pay', { buyerEmail: 'd@b.c' })
          .gets('escrows/e1', { status: 'funded' }),
      'escrow.buyer-email-restricts',
    ],
    [
      'another merchant cancels',
      () =>
        ways.escrow
          .pending_payment?.()
          .asks('POST', 'escrows/e1/cancel', undefined, 200, {}, { merchant: 'm2' })
          .gets('escrows/e1', { status: 'cancelled' }),
      'escrow.other-merchant',
    ],
    [
      'another merchant unlinks',
      () =>
        ways['wallet link']
          .APPROVED?.()
          .asks('DELETE', 'wallet-links/l1', undefined, 204, undefined, { merchant: 'm2' })
          .gets('wallet-links/l1', { status: 'REVOKED' }),
      'wallet-link.other-merchant',
    ],
    [
      'a known linkRef makes another link',
      () => link().asks('POST', 'wallet-links', linkBody(), 201, linkAnswer('l2')),
      'wallet-link.known-ref',
    ],
    [
      'sandbox calls work in live',
      () => new Story().asks('POST', 'sandbox/wallet-links/l1/approve', undefined, 200, {}, { environment: 'live' }),
      'environment.live-no-sandbox-calls',
    ],
    [
      'an automatic release too early',
      () => funded().advances(71).gets('escrows/e1', { status: 'released' }),
      'escrow.releases-by-itself',
    ],
    [
      'an expiry too early',
      () => ways.checkout.pending?.().advances(23).gets('checkouts/c1', checkoutRecord('failed')),
      'checkout.expires',
    ],
    [
      'no expiry',
      () => ways.checkout.pending?.().advances(25).gets('checkouts/c1', checkoutRecord('pending')),
      'checkout.expires',
    ],
    [
      'a refunded checkout is called so',
      () => paid().creates('refunds', refundBody()).gets('checkouts/c1', checkoutRecord('refunded')),
      'refund.adds-to-refunded-amount',
    ],
    [
      'no failure where the payment fails',
      () => ways.checkout.failed?.().gets('checkouts/c1', checkoutRecord('pending')),
      'checkout.payment-fails',
    ],
    [
      'no automatic release',
      () => funded().advances(73).gets('escrows/e1', { status: 'funded' }),
      'escrow.releases-by-itself',
    ],
    [
      'refunded where the buyer releases',
      () => funded().buyer('e1', 'buyer-release').gets('escrows/e1', { status: 'refunded' }),
      'escrow.released-by-buyer',
    ],
    [
      'the owner approves in vain',
      () => link().owner('l1', 'approve').gets('wallet-links/l1', { status: 'PENDING' }),
      'wallet-link.decided-by-owner',
    ],
    [
      'the owner declines in vain',
      () => link().owner('l1', 'reject').gets('wallet-links/l1', { status: 'APPROVED' }),
      'wallet-link.decided-by-owner',
    ],
    [
      'the owner unlinks in vain',
      () => link().owner('l1', 'approve').owner('l1', 'unlink').gets('wallet-links/l1', { status: 'APPROVED' }),
      'wallet-link.revoked-by-owner',
    ],
    [
      'a refund that never settles',
      () => paid().creates('refunds', refundBody()).advances(1).gets('refunds/r1', refundRecord('pending')),
      'refund.settles',
    ],
    [
      'a duplicate with another status',
      () => paid().refused('checkouts', checkoutBody(), 422, 'duplicate_reference'),
      'checkout.duplicate-reference',
    ],
    [
      'a duplicate with another code',
      () => paid().refused('checkouts', checkoutBody(), 409, 'conflict'),
      'checkout.duplicate-reference',
    ],
    [
      'an unknown payment with another code',
      () => new Story().refused('refunds', refundBody(), 404, 'not_found'),
      'refund.payment-not-found',
    ],
    [
      'a create that is answered 200',
      () => new Story().asks('POST', 'payouts', payoutBody(), 200, { id: 'x', reference: 'p1', status: 'pending' }),
      'payout.created',
    ],
    [
      'an unknown reference that is no 404',
      () => new Story().asks('GET', 'payouts/p9', undefined, 400, {}),
      'payout.unknown-reference',
    ],
  ] as const)('%s is rejected', (_, tell, requirement) => {
    expect(tell()?.broken).toContain(requirement);
  });

  test.each([
    [
      'a reference that is a dot segment of its path',
      () => new Story().creates('checkouts', checkoutBody('..')).misses('checkouts/..'),
    ],
    [
      'a checkout of that name by another merchant',
      () => paid().creates('checkouts', checkoutBody(), {}, { merchant: 'm2' }),
    ],
    ...[[{ amount: 20_000 }], 'Out of stock', 20_000, null].map(
      (body) =>
        [
          `that an escrow is not refunded where the body is ${JSON.stringify(body)}`,
          () => funded().refused('escrows/e1/refund', body, 400, 'invalid_request'),
        ] as const,
    ),
    [
      'a refund of a released escrow',
      () =>
        ways.escrow
          .released?.()
          .asks('POST', 'escrows/e1/refund', {}, 200, {})
          .gets('escrows/e1', { status: 'refunded' }),
    ],
    [
      'a release while disputed',
      () =>
        ways.escrow
          .disputed?.()
          .asks('POST', 'escrows/e1/release', undefined, 200, {})
          .gets('escrows/e1', { status: 'released' }),
    ],
    [
      'a payment on the page',
      () => ways.checkout.pending?.().opens('checkout', 'c1').gets('checkouts/c1', checkoutRecord('succeeded')),
    ],
    [
      'an expiry in time',
      () =>
        ways.checkout
          .pending?.()
          .advances(24)
          .gets('checkouts/c1', checkoutRecord('failed', { failureReason: 'expired' })),
    ],
    ['an automatic release in time', () => funded().advances(72).gets('escrows/e1', { status: 'released' })],
    [
      'a lost create that was carried out',
      () => new Story().asks('POST', 'payouts', payoutBody(), 0, undefined).gets('payouts/p1', payoutRecord('pending')),
    ],
    [
      'a lost create that was not',
      () => new Story().asks('POST', 'payouts', payoutBody(), 0, undefined).misses('payouts/p1'),
    ],
    [
      'a newer link cancels the older',
      () => ways['wallet link'].superseded?.().gets('wallet-links/l1', { status: 'EXPIRED' }),
    ],
    [
      'a newer link cancels only its own merchant',
      () =>
        link()
          .asks('POST', 'wallet-links', linkBody('x'), 201, linkAnswer('l2', linkBody('x')), { merchant: 'm2' })
          .owner('l1', 'approve')
          .gets('wallet-links/l1', { status: 'APPROVED' }),
    ],
    ...(['l1', 'l2'] as const).map(
      (cancelled) =>
        [
          `of two merchants' requests at one moment, alike in all, that for ${cancelled} is cancelled`,
          () =>
            new Story()
              .asks('POST', 'wallet-links', linkBody(), 201, linkAnswer(), AT_ONCE)
              .asks('POST', 'wallet-links', linkBody(), 201, linkAnswer('l2'), { ...AT_ONCE, merchant: 'm2' })
              .hears(event('wallet.link.expired', cancelled), cancelled === 'l1' ? '/hook-1' : '/hook-2'),
        ] as const,
    ),
  ] as const)('%s is allowed', (_, tell) => {
    expect(tell()?.broken).toEqual([]);
  });
});

const later = Date.UTC(2026, 0, 1, 1);
const AT_ONCE = { began: later, ended: later + 200 };

describe('what is not plainly valid may be refused', () => {
  const bodies: [words: string, body: unknown, text?: string | undefined][] = [
    ['a text', 'Out of stock'],
    ['a list', [{ amount: 1 }]],
    ['null', null],
    ['a number', 5],
    ['JSON that is cut off', undefined, '{"amount":'],
    ['one field twice', { amount: 1 }, '{"amount":0,"amount":1}'],
    ['amount 0', { amount: 0 }],
    ['an amount below 0', { amount: -1 }],
    ['half a kobo', { amount: 1.5 }],
    ['an amount as a text', { amount: '1' }],
    ['no amount, but null', { amount: null }],
    ['more than the escrow', { amount: 50_001 }],
    ['a reason that is a number', { reason: 5 }],
    ['a reason that is null', { reason: null }],
    ['a long reason', { reason: 'r'.repeat(256) }],
    ['an unknown field', { sum: 5 }],
  ];

  test.each(bodies)('a refund of an escrow: %s', (_, body, text) => {
    expect(funded().refused('escrows/e1/refund', body, 400, 'invalid_request', { text }).broken).toEqual([]);
  });

  test.each(['release', 'cancel'])('%s with a body', (action) => {
    const story = action === 'release' ? funded() : ways.escrow.pending_payment?.();
    for (const body of [{}, null, [], 'x'])
      expect(story?.refused(`escrows/e1/${action}`, body, 400, 'invalid_request').broken).toEqual([]);
  });

  test.each([{ amount: 1 }, { amount: 50_000 }, { reason: 'Out of stock' }, { amount: 1, reason: 'x' }])(
    'a refund of an escrow with %j is owed',
    (body) => {
      expect(funded().refused('escrows/e1/refund', body, 400, 'invalid_request').broken).toEqual(['escrow.refunded']);
    },
  );

  test('a second create whose text is another', () => {
    const text = `{"amount":1,${JSON.stringify(checkoutBody()).slice(1)}`;
    expect(paid().refused('checkouts', checkoutBody(), 400, 'invalid_request', { text }).broken).toEqual([]);
  });

  test('a refund that names no payment', () => {
    const body = refundBody('r1', 1_000, { paymentReference: '' });
    expect(paid().refused('refunds', body, 404, 'not_found').broken).toEqual([]);
  });

  test('a field of another type that was accepted is not compared', () => {
    const body = { ...checkoutBody(), description: 5, metadata: 'x' };
    const story = new Story().creates('checkouts', body).settles('c1');
    expect(story.gets('checkouts/c1', checkoutRecord('succeeded', { description: '5', metadata: {} })).broken).toEqual([
      'checkout.field-types',
    ]);
  });

  test('more than the amount of an unpaid checkout is refused for either reason', () => {
    const unpaid = () => new Story().creates('checkouts', checkoutBody());
    expect(unpaid().refused('refunds', refundBody('r1', 5_001), 422, 'refund_exceeds_paid').broken).toEqual([]);
    expect(unpaid().refused('refunds', refundBody('r1', 1), 422, 'refund_exceeds_paid').broken).not.toEqual([]);
  });
});

test('a second create is blamed on failed references only where the checkout has certainly failed', () => {
  const unknown = ways.checkout.pending?.().opens('checkout', 'c1').creates('checkouts', checkoutBody());
  expect(unknown?.broken).toEqual(['checkout.duplicate-reference']);
});
