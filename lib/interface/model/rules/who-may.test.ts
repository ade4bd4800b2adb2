import { describe, expect, test } from 'vitest';
import { type Case, escrowBody, linkAnswer, linkBody, Story, type Tale } from '../stories.support.ts';

const requires = (story: Story, requireLinkedWallets = true) =>
  story.step('PATCH /merchants/{merchantId}', { merchantId: 'm1' }, { requireLinkedWallets });
const asksForLink = (story: Story, merchant = 'm1', id = 'l1', wallet = '0000000001') =>
  story.asks('POST', 'wallet-links', linkBody(id, wallet), 201, linkAnswer(id, linkBody(id, wallet)), { merchant });
const linked = () => asksForLink(new Story()).owner('l1', 'approve');
const creates = (story: Story) => story.creates('escrows', escrowBody());
const refuses = (story: Story) => story.refused('escrows', escrowBody(), 422, 'wallet_not_linked');

describe('who may', () => {
  const rejected: readonly Case[] = [
    ['sell without any link', () => creates(requires(new Story())), 'escrow.wallet-not-linked'],
    [
      'sell while the link is pending',
      () => creates(requires(asksForLink(new Story()))),
      'escrow.wallet-not-linked-otherwise',
    ],
    [
      'sell after the link was unlinked',
      () => creates(requires(linked().owner('l1', 'unlink'))),
      'escrow.wallet-not-linked-otherwise',
    ],
    [
      "sell with another merchant's link",
      () => creates(requires(asksForLink(new Story(), 'm2'))),
      'escrow.wallet-not-linked',
    ],
    ['sell with an approved link, and is refused', () => refuses(requires(linked())), 'escrow.wallet-linked'],
    ['sell where nothing is required, and is refused', () => refuses(new Story()), 'escrow.wallet-linked'],
    [
      'sell where it is required no longer, and is refused',
      () => refuses(requires(requires(new Story()), false)),
      'escrow.wallet-linked',
    ],
    [
      'ask with a made-up key',
      () => new Story().asks('GET', 'balance', undefined, 200, {}, { credentials: 'made up' }),
      'auth.unknown-key-refused',
    ],
    [
      'ask with a key of the other environment',
      () => new Story().asks('GET', 'banks', undefined, 200, [], { credentials: 'other' }),
      'environment.live-key-in-sandbox',
    ],
    [
      'ask in live with a key of the sandbox',
      () => new Story().asks('GET', 'banks', undefined, 200, [], { credentials: 'other', environment: 'live' }),
      'environment.sandbox-key-in-live',
    ],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  const allowed: readonly (readonly [string, Tale])[] = [
    ['sell with an approved link', () => creates(requires(linked()))],
    ['be refused without one', () => refuses(requires(new Story()))],
    ['sell where nothing is required', () => creates(new Story())],
    [
      'be refused with an approved link that may be to another wallet',
      () =>
        refuses(
          requires(
            new Story()
              .asks('POST', 'wallet-links', linkBody('l1', '7000000009'), 0, undefined)
              .asks('POST', 'wallet-links', linkBody('l1', '7000000009'), 200, linkAnswer()),
          ).owner('l1', 'approve'),
        ),
    ],
    [
      'sell while the setting is being changed',
      () =>
        creates(
          new Story().step(
            'PATCH /merchants/{merchantId}',
            { merchantId: 'm1' },
            { requireLinkedWallets: true },
            { outcome: 'lost' },
          ),
        ),
    ],
    [
      'be refused with a made-up key',
      () =>
        new Story().asks(
          'GET',
          'balance',
          undefined,
          401,
          { error: { code: 'x', message: '' } },
          { credentials: 'made up' },
        ),
    ],
  ];
  test.each(allowed)('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe("whether a seller's wallet exists", () => {
  const walletId = '7000000001';
  const wallet = (environment: string, outcome: 'done' | 'lost' = 'done', id = walletId) =>
    new Story().step('POST /wallets', {}, { environment, walletId: id }, { outcome });
  const inLive = { environment: 'live' } as const;
  const unknown = (story: Story, more = {}) =>
    story.refused('escrows', escrowBody({ seller: { walletId } }), 422, 'account_not_found', more).broken;

  test('in live an escrow is refused for one that is of sandbox alone', () => {
    const accepted = (story: Story, id = walletId, more = {}) =>
      story.creates('escrows', escrowBody({ seller: { walletId: id } }), {}, { ...inLive, ...more }).broken;
    expect(accepted(wallet('sandbox'))).toEqual(['environment.live-account-not-found']);
    expect(accepted(wallet('live'))).toEqual([]);
    expect(accepted(new Story())).toEqual([]);
    const inBoth = (outcome: 'done' | 'lost') =>
      wallet('sandbox').step('POST /wallets', {}, { environment: 'live', walletId }, { outcome });
    expect(accepted(inBoth('lost'))).toEqual([]);
    const meanwhile = inBoth('done');
    expect(accepted(meanwhile, walletId, { began: meanwhile.now - 50, ended: meanwhile.now - 5 })).toEqual([]);
    expect(accepted(wallet('sandbox', 'done', '0000000001'), '0000000001')).toEqual([]);
  });

  test('or for one that the account check does not find', () => {
    const looks = (story: Story, id: string, status: number) =>
      story.asks('GET', `accounts/${id}`, undefined, status, { error: { code: 'x', message: '' } }, inLive);
    const sells = (story: Story) => story.creates('escrows', escrowBody({ seller: { walletId } }), {}, inLive);
    const found = (story = new Story()) => looks(story, '7000000002', 200);
    expect(sells(looks(found(), walletId, 404)).broken).toEqual(['environment.live-account-not-found']);
    expect(looks(sells(found()), walletId, 404).broken).toEqual(['environment.live-account-not-found']);
    expect(sells(looks(new Story(), walletId, 404)).broken).toEqual([]);
    const madeLater = looks(found(), walletId, 404).step('POST /wallets', {}, { environment: 'live', walletId });
    expect(sells(madeLater).broken).toEqual([]);
  });

  test('and is not refused for one that exists; in sandbox for none', () => {
    expect(unknown(wallet('live'), inLive)).toEqual(['environment.live-known-seller']);
    expect(unknown(wallet('live', 'lost'), inLive)).toEqual([]);
    const during = wallet('live');
    expect(unknown(during, { ...inLive, began: during.now - 1, ended: during.now + 5 })).toEqual([]);
    expect(unknown(new Story(), inLive)).toEqual([]);
    expect(unknown(new Story())).toEqual(['escrow.sandbox-any-seller']);
  });
});
