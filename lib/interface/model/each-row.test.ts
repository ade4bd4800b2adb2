import { describe, expect, test } from 'vitest';
import type { Fields } from './events.ts';
import { seenIn, ways } from './states.support.ts';
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
  payoutRecord,
  refundBody,
  refundRecord,
  Story,
  type Tale,
} from './stories.support.ts';

// Covers the table rows that no other test covers: see rows.test.ts.

const makers: Readonly<Record<string, () => Story>> = {
  checkouts: () => new Story().creates('checkouts', checkoutBody()),
  refunds: () => paid().creates('refunds', refundBody()),
  payouts: () => new Story().creates('payouts', payoutBody()),
  escrows: () => new Story().creates('escrows', escrowBody()),
  'wallet-links': () => new Story().asks('POST', 'wallet-links', linkBody(), 201, linkAnswer()),
};
const made = (collection: string) => makers[collection]?.() ?? new Story();
const bodies: Readonly<Record<string, (reference?: string) => Fields>> = {
  checkouts: (reference = 'c1') => checkoutBody(reference),
  refunds: (reference = 'r1') => refundBody(reference),
  payouts: (reference = 'p1') => payoutBody(reference),
  escrows: (reference = 'e1') => escrowBody({ reference }),
};
const body = (collection: string, reference?: string): Fields => bodies[collection]?.(reference) ?? {};
const words = { checkouts: 'checkout', refunds: 'refund', payouts: 'payout', escrows: 'escrow' } as const;
const each = Object.entries(words);
const record = (collection: string, reference: string): Fields =>
  collection === 'checkouts'
    ? { ...checkoutRecord('pending'), ...body(collection, reference), id: `id-${reference}` }
    : collection === 'refunds'
      ? { ...refundRecord('pending'), ...body(collection, reference), id: `id-${reference}` }
      : collection === 'payouts'
        ? { ...payoutRecord('pending'), ...body(collection, reference), id: `id-${reference}` }
        : { status: 'pending_payment' };
const first = (collection: string) =>
  ({ checkouts: 'c1', refunds: 'r1', payouts: 'p1', escrows: 'e1' })[collection] ?? '';
const before = (collection: string) => (collection === 'refunds' ? paid() : new Story());

const rejected: readonly Case[] = [
  ...(['no key', 'made up', 'no merchant', 'unknown merchant'] as const).map((credentials): Case => {
    const rule = {
      'no key': 'missing-key',
      'made up': 'unknown-key',
      'no merchant': 'missing-merchant',
      'unknown merchant': 'unknown-merchant',
    };
    const tell = () => made('checkouts').gets('checkouts/c1', checkoutRecord('pending'), { credentials });
    return [`let in: ${credentials}`, tell, `auth.${rule[credentials]}-refused`];
  }),
  ...each.map(([collection, word]): Case => {
    const tell = () => before(collection).refused(collection, body(collection), 409, 'idempotency_key_reused');
    return [`a key that nobody has used: ${word}`, tell, `${word}.created`];
  }),
  ...each.map(([collection, word]): Case => {
    const tell = () => before(collection).refused(collection, body(collection), 409, 'duplicate_reference');
    return [`a reference that nobody has used: ${word}`, tell, `${word}.created`];
  }),
  ...each.map(([collection, word]): Case => {
    const tell = () =>
      before(collection)
        .creates(collection, body(collection), {}, { key: 'k1' })
        .refused(collection, body(collection, 'x2'), 409, 'idempotency_key_reused', { key: 'k1' })
        .gets(`${collection}/x2`, record(collection, 'x2'));
    return [`another body under a known key was carried out: ${word}`, tell, `idempotency.${word}-key-reused`];
  }),
  ...[...each, ['wallet-links', 'wallet-link'] as const].map(([collection, word]): Case => {
    const tell = () =>
      collection === 'wallet-links'
        ? made(collection).gets('wallet-links/l1', { status: 'PENDING' }, { merchant: 'm2' })
        : made(collection).gets(`${collection}/${first(collection)}`, record(collection, first(collection)), {
            merchant: 'm2',
          });
    const isPlain = ['checkout', 'refund', 'payout'].includes(word);
    return [`shown to another merchant: ${word}`, tell, `${word}.other-merchant${isPlain ? '-sees-nothing' : ''}`];
  }),
  ...each.map(([collection, word]): Case => {
    const answer = {
      id: 'id-1',
      reference: first(collection),
      status: collection === 'escrows' ? 'pending_payment' : 'pending',
    };
    const tell = () => before(collection).asks('POST', collection, body(collection), 200, answer);
    return [`created with 200: ${word}`, tell, `${word}.created`];
  }),
  [
    'a link, created with 202',
    () => new Story().asks('POST', 'wallet-links', linkBody(), 202, linkAnswer()),
    'wallet-link.created',
  ],
  [
    'a link of another wallet is created',
    () => new Story().asks('POST', 'wallet-links', linkBody(), 201, { ...linkAnswer(), walletId: '0000000003' }),
    'wallet-link.created',
  ],
  [
    'a link, created again',
    () => made('wallet-links').asks('POST', 'wallet-links', linkBody('ref-9'), 201, linkAnswer()),
    'wallet-link.known-ref',
  ],
  ...each.map(([collection, word]): Case => {
    const tell = () =>
      new Story().asks('GET', `${collection}/none`, undefined, 400, { error: { code: 'x', message: '' } });
    return [`400 for an unknown reference: ${word}`, tell, `${word}.unknown-reference`];
  }),
  ...(
    [
      ...each.map(([collection, word]) => [collection, 'duplicate_reference', `${word}.duplicate-reference`] as const),
      ...each.map(
        ([collection, word]) => [collection, 'idempotency_key_reused', `idempotency.${word}-key-reused`] as const,
      ),
      ...each.map(([collection]) => [collection, 'request_in_progress', 'idempotency.in-progress'] as const),
      ['refunds', 'payment_not_found', 'refund.payment-not-found'],
      ['refunds', 'payment_not_paid', 'refund.pending-payment'],
      ['refunds', 'refund_exceeds_paid', 'refund.exceeds-paid'],
      ['payouts', 'unsupported_bank', 'payout.unsupported-bank'],
      ['payouts', 'insufficient_balance', 'environment.live-payout-above-balance'],
      ['escrows', 'account_not_found', 'environment.live-account-not-found'],
    ] as const
  ).map(([collection, code, requirement]): Case => {
    return [
      `418 ${code}: ${collection}`,
      () => made(collection).refused(collection, body(collection), 418, code),
      requirement,
    ];
  }),
  ...['refund', 'cancel', 'release'].map((action): Case => {
    const begun = () => (action === 'cancel' ? made('escrows') : made('escrows').buyer('e1', 'pay'));
    const ask = (story: Story, status: string, isReplay: boolean) =>
      story.asks(
        'POST',
        `escrows/e1/${action}`,
        action === 'refund' ? {} : undefined,
        200,
        { status },
        { key: 'k1', isReplay },
      );
    const tell = () => ask(ask(begun(), 'one', false), 'another', true);
    return [`${action}, replayed with another answer`, tell, `idempotency.escrow-${action}-replay`];
  }),
  ...(['linkId', 'linkRef', 'walletId', 'walletName', 'expiresAt'] as const).map((field): Case => {
    const answer = { ...linkAnswer(), expiresAt: '2026-01-01T01:00:00Z' };
    const tell = () =>
      new Story()
        .asks('POST', 'wallet-links', linkBody(), 201, answer)
        .asks('POST', 'wallet-links', linkBody(), 200, { ...answer, [field]: '2026-01-01T02:00:00Z' });
    return [`a known linkRef with another ${field}`, tell, 'wallet-link.known-ref'];
  }),
  [
    'two escrows with one page',
    () =>
      new Story()
        .creates('escrows', escrowBody(), { payUrl: 'https://pay.example.com/1' })
        .creates('escrows', escrowBody({ reference: 'e2' }), { payUrl: 'https://pay.example.com/1' }),
    'escrow.pay-url',
  ],
  [
    'too much of what was never paid',
    () => made('checkouts').settles('c1', 'failed').refused('refunds', refundBody(), 422, 'refund_exceeds_paid'),
    'refund.failed-payment',
  ],
  [
    'a payout that failed, told; and it succeeded',
    () =>
      made('payouts')
        .gets('payouts/p1', payoutRecord('succeeded'))
        .hears(event('payout.failed', 'p1', { amountMinor: 20_000 })),
    'webhook.get-agrees',
  ],
  ...(
    [
      ['refunds', 'r1', refundBody(), (status: string, more: Fields = {}) => refundRecord(status, more), 'refund'],
      ['payouts', 'p1', payoutBody(), (status: string, more: Fields = {}) => payoutRecord(status, more), 'payout'],
    ] as const
  ).flatMap(([collection, reference, sent, shown, word]): Case[] => {
    const then = (status: string, more: Fields = {}) =>
      made(collection).gets(`${collection}/${reference}`, shown(status, more));
    const fails =
      collection === 'refunds' ? refundBody('r1', 1_000, { reason: 'sandbox_fail' }) : payoutBody('p1', '0000000000');
    const failed = collection === 'refunds' ? shown('failed', { reason: 'sandbox_fail' }) : shown('failed', fails);
    const meant = () => before(collection).creates(collection, fails);
    const now = { now: '2026-01-01T00:00:00Z' };
    return [
      [
        `a ${word} fails by itself`,
        () => made(collection).advances(1).gets(`${collection}/${reference}`, shown('failed')),
        word === 'refund' ? 'refund.settles' : 'payout.succeeds',
      ],
      [
        `a ${word} that is meant to fail succeeds`,
        () =>
          meant()
            .advances(1)
            .gets(`${collection}/${reference}`, { ...failed, status: 'succeeded', failureReason: null }),
        word === 'refund' ? 'refund.sandbox-fail' : 'payout.failing-account',
      ],
      [`a ${word} without a date`, () => then('pending', { createdAt: 'today' }), `${word}.record-created-at`],
      [
        `a ${word} of long ago`,
        () =>
          before(collection)
            .step('POST /clock/advance', {}, { seconds: 0 }, now)
            .creates(collection, sent, {}, { date: Date.parse(now.now) })
            .gets(`${collection}/${reference}`, shown('pending', { createdAt: '2025-12-31T00:00:00Z' })),
        `${word}.created-at-true`,
      ],
      [`a ${word} of another currency`, () => then('pending', { currency: 'USD' }), `${word}.record-as-sent`],
      [`a ${word} of another amount`, () => then('pending', { amount: 77_777 }), `${word}.record-as-sent`],
      [
        `a ${word} that fails for one reason, then another`,
        () =>
          meant()
            .gets(`${collection}/${reference}`, failed)
            .gets(`${collection}/${reference}`, { ...failed, failureReason: 'another' }),
        word === 'refund' ? 'refund.sandbox-fail' : 'payout.record-nulls',
      ],
    ];
  }),
  [
    'a checkout without a date',
    () => made('checkouts').gets('checkouts/c1', checkoutRecord('pending', { createdAt: 'today' })),
    'checkout.record-created-at',
  ],
  [
    'a payout with a number as reason',
    () => made('payouts').gets('payouts/p1', payoutRecord('pending', { failureReason: 5 })),
    'payout.record-nulls',
  ],
  [
    'a refund with a reason that was not sent so',
    () =>
      paid()
        .creates('refunds', refundBody('r1', 1_000, { reason: 'late' }))
        .gets('refunds/r1', refundRecord('pending', { reason: 'early' })),
    'refund.record-as-sent',
  ],
  [
    'a payout with a narration that was not sent so',
    () =>
      new Story()
        .creates('payouts', { ...payoutBody(), narration: 'rent' })
        .gets('payouts/p1', payoutRecord('pending', { narration: 'food' })),
    'payout.record-as-sent',
  ],
  ...['APPROVED', 'REJECTED', 'EXPIRED', 'REVOKED'].map((state): Case => {
    const over = () => seenIn('wallet link', ways['wallet link'][state]?.() ?? new Story(), state);
    const newer = () =>
      over().asks('POST', 'wallet-links', linkBody('ref-2'), 201, linkAnswer('l2', linkBody('ref-2')));
    const other = state === 'REVOKED' ? 'EXPIRED' : 'REVOKED';
    const rule = { APPROVED: 'approved', REJECTED: 'rejected', EXPIRED: 'expires', REVOKED: 'revoked' }[state] ?? '';
    return [
      `${state}, and after a newer request for its wallet ${other}`,
      () => newer().gets('wallet-links/l1', { status: other }),
      `wallet-link.${rule}`,
    ];
  }),
  ...(
    [
      ['refund', 'succeeded', 'webhook.refund-succeeded'],
      ['payout', 'failed', 'webhook.payout-failed'],
      ['escrow', 'funded', 'webhook.escrow-funded'],
      ['escrow', 'disputed', 'webhook.escrow-disputed'],
      ['escrow', 'released', 'webhook.escrow-released'],
      ['escrow', 'cancelled', 'webhook.escrow-cancelled'],
      ['escrow', 'expired', 'webhook.escrow-cancelled'],
      ['wallet link', 'APPROVED', 'webhook.link-approved'],
      ['wallet link', 'EXPIRED', 'webhook.link-expired'],
      ['wallet link', 'REVOKED', 'webhook.link-revoked'],
    ] as const
  ).map(([kind, state, requirement]): Case => {
    const heard = (story: Story) => story.hears(event('other.thing', 'nobody')).advances(26).advances(0);
    const before = (
      { disputed: 'escrow.funded', released: 'escrow.funded', REVOKED: 'wallet.link.approved' } as Fields
    )[state];
    const reached = () => {
      const story = seenIn(kind, ways[kind][state]?.() ?? new Story(), state);
      return before === undefined
        ? story
        : story.hears(event(String(before), kind === 'escrow' ? 'e1' : 'l1', { amountMinor: 50_000 }));
    };
    return [`nothing is told of a ${kind}: ${state}`, () => heard(reached()), requirement];
  }),
];

describe('rejected', () => {
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toContain(requirement));
});

const allowed: readonly (readonly [string, Tale])[] = [
  ...(
    [
      ['refunds', 422, 'refund_exceeds_paid'],
      ['refunds', 409, 'payment_not_paid'],
      ['payouts', 422, 'insufficient_balance'],
      ['escrows', 422, 'account_not_found'],
    ] as const
  ).map(([collection, status, code]): readonly [string, Tale] => [
    `a second one is refused for another reason: ${code}`,
    () =>
      (code === 'payment_not_paid' ? made('refunds').creates('refunds', refundBody('r2')) : made(collection)).refused(
        collection,
        body(collection),
        status,
        code,
      ),
  ]),
  ['the buyer pays on the page', () => made('escrows').opens('escrow', 'e1').gets('escrows/e1', { status: 'funded' })],
  [
    'the buyer releases on the page',
    () => made('escrows').opens('escrow', 'e1').buyer('e1', 'pay').gets('escrows/e1', { status: 'released' }),
  ],
  [
    'nobody pays in time',
    () =>
      made('escrows')
        .waits(24 * 3_600_000)
        .gets('escrows/e1', { status: 'expired' }),
  ],
  [
    'the owner decides on a page',
    () => made('wallet-links').opens('wallet link', 'l1').gets('wallet-links/l1', { status: 'APPROVED' }),
  ],
  [
    'the owner unlinks on a page',
    () =>
      made('wallet-links')
        .opens('wallet link', 'l1')
        .gets('wallet-links/l1', { status: 'APPROVED' })
        .gets('wallet-links/l1', { status: 'REVOKED' }),
  ],
  [
    'nobody decides in time',
    () => made('wallet-links').waits(3_600_000).gets('wallet-links/l1', { status: 'EXPIRED' }),
  ],
];

describe('allowed', () => {
  test.each(allowed)('%s', (_, tell) =>
    expect(tell().broken.filter((each) => !/^refund\.|^escrow.sandbox-any-seller/.test(each))).toEqual([]),
  );
});
