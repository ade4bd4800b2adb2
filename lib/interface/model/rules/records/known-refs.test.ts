import { describe, expect, test } from 'vitest';
import type { Fields } from '../../events.ts';
import { linkAnswer, linkBody, overlapping, Story } from '../../stories.support.ts';

describe('a linkRef that is asked for at once', () => {
  const asks = (story: Story, status: number, id: string, at: object) =>
    story.asks('POST', 'wallet-links', linkBody(), status, linkAnswer(id), at);
  const twice = (status: number, id: string, more = {}) => {
    const story = new Story();
    const at = overlapping(story);
    return asks(asks(story, 201, 'l1', at), status, id, { ...at, ...more }).broken;
  };

  test('makes one link', () => {
    expect(twice(201, 'l2')).toContain('wallet-link.one-of-a-ref');
    expect(twice(200, 'l2')).toContain('wallet-link.one-of-a-ref');
    expect(twice(201, 'l1')).toContain('wallet-link.one-of-a-ref');
    expect(twice(200, 'l1')).toEqual([]);
  });

  test('of two merchants, or under one key, more may be answered 201', () => {
    expect(twice(201, 'l2', { merchant: 'm2' })).not.toContain('wallet-link.one-of-a-ref');
    const story = new Story();
    const at = { ...overlapping(story), key: 'one' };
    expect(asks(asks(story, 201, 'l1', at), 201, 'l1', at).broken).not.toContain('wallet-link.one-of-a-ref');
  });
});

describe('a linkRef that is known', () => {
  const asks = (story: Story, wallet: string, status: number, more: Fields = {}, id = 'l1') => {
    const body = linkBody('ref-1', wallet);
    return story.asks('POST', 'wallet-links', body, status, { ...linkAnswer(id, body), ...more });
  };
  const first = () => asks(new Story(), '0000000001', 201);

  test.each([
    [
      'for another wallet makes another link',
      () => asks(first(), '0000000002', 201, {}, 'l2'),
      'wallet-link.known-ref',
    ],
    ['tells the name', () => asks(first(), '0000000001', 200, { walletName: 'Ada Obi' }), 'wallet-link.known-ref'],
    [
      'makes another link once it was rejected',
      () => asks(first().owner('l1', 'reject'), '0000000001', 201, {}, 'l2'),
      'wallet-link.known-ref-later',
    ],
  ])('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  test.each([
    ['gets its link', () => asks(first(), '0000000001', 200)],
    [
      'with the name that control has given its wallet meanwhile',
      () => {
        const body = { environment: 'sandbox', walletId: '0000000001', holderName: 'Ada Obi' };
        return asks(first().step('POST /wallets', {}, body), '0000000001', 200, { walletName: 'A** O**' });
      },
    ],
    ['with its status of now', () => asks(first().owner('l1', 'approve'), '0000000001', 200, { status: 'APPROVED' })],
    [
      'of another merchant is another',
      () => {
        const body = linkBody('ref-1', '0000000002');
        return first().asks('POST', 'wallet-links', body, 201, linkAnswer('l2', body), { merchant: 'm2' });
      },
    ],
  ])('%s', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('a linkRef that is new', () => {
  const asks = (story: Story, ref: string, status: number, id: string, more = {}) =>
    story.asks('POST', 'wallet-links', linkBody(ref, '0000000001'), status, linkAnswer(id, linkBody('ref-1')), more);
  const first = () => asks(new Story(), 'ref-1', 201, 'l1');

  test('makes a link, and does not get another one', () => {
    expect(asks(first(), 'REF-1', 200, 'l1').broken).toEqual(['wallet-link.created']);
  });

  test('may be known already where a request with it overlaps, or came before and was lost', () => {
    expect(asks(asks(new Story(), 'ref-1', 0, 'l1'), 'ref-1', 200, 'l1').broken).toEqual([]);
    const story = new Story();
    const at = overlapping(story);
    expect(asks(asks(story, 'ref-1', 200, 'l1', at), 'ref-1', 201, 'l1', at).broken).toEqual([]);
  });
});
