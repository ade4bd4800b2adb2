import { describe, expect, test } from 'vitest';
import { checkoutBody, checkoutRecord, linkAnswer, linkBody, paid, Story } from './stories.support.ts';

const wallet = 'wallets/0000000001/balance';
const open = { availableMinor: 0, heldMinor: 0, currency: 'NGN' };
const refusal = { error: { code: 'forbidden', message: '' } };

type Told = 'approve' | 'reject' | 'unlink';

function linked(...told: Told[]): Story {
  const story = new Story().asks('POST', 'wallet-links', linkBody(), 201, linkAnswer());
  for (const decision of told) story.owner('l1', decision);
  return story;
}

const askedAnew = (story: Story) =>
  story.asks('POST', 'wallet-links', linkBody('ref-2'), 201, linkAnswer('l2', linkBody('ref-2')));

/** The first answer was lost, so the body that created the link is unknown. */
const askedTwice = () =>
  new Story()
    .asks('POST', 'wallet-links', linkBody(), 0, undefined)
    .asks('POST', 'wallet-links', linkBody(), 200, linkAnswer());

const othersLink = (story: Story) =>
  story
    .asks('POST', 'wallet-links', linkBody('ref-9'), 201, linkAnswer('l9', linkBody('ref-9')), { merchant: 'm2' })
    .asks('POST', 'sandbox/wallet-links/l9/approve', undefined, 200, {}, { merchant: 'm2' });

describe('the balance of a wallet', () => {
  test.each([
    ['never linked', new Story(), 'wallet.balance-without-link'],
    ['pending', linked(), 'wallet.balance-unapproved'],
    ['rejected', linked('reject'), 'wallet.balance-unapproved'],
    ['revoked', linked('approve', 'unlink'), 'wallet.balance-unapproved'],
    ['expired', linked().advances(2), 'wallet.balance-after-expiry'],
    ['revoked, and asked for again', askedAnew(linked('approve', 'unlink')), 'wallet.balance-unapproved'],
    ["revoked, with another merchant's", othersLink(linked('approve', 'unlink')), 'wallet.balance-per-merchant'],
  ])('is closed: %s', (_, story, requirement) => {
    expect(story.gets(wallet, open).broken).toEqual([requirement]);
  });

  test.each([
    ['approved', linked('approve')],
    ['approved, and asked for again', askedAnew(linked('approve'))],
    ['revoked, with a newer one', askedAnew(linked('approve', 'unlink')).owner('l2', 'approve')],
    ['of a request that was not answered, and was repeated', askedTwice().owner('l1', 'approve')],
  ])('may be open: %s', (_, story) => {
    expect(story.gets(wallet, open).broken).toEqual([]);
  });

  test('is open while its only link is approved', () => {
    const closed = (story: Story) => story.asks('GET', wallet, undefined, 403, refusal).broken;
    expect(closed(linked('approve'))).toEqual(['wallet.balance-when-approved']);
    expect(closed(linked())).toEqual([]);
    expect(closed(askedAnew(linked('approve')))).toEqual([]);
    expect(closed(askedTwice().owner('l1', 'approve'))).toEqual([]);
  });

  test('while the approval is under way it may be either', () => {
    const story = linked();
    const at = { began: story.now + 1, ended: story.now + 500 };
    story.asks('POST', 'sandbox/wallet-links/l1/approve', undefined, 200, {}, at);
    expect(story.gets(wallet, open).broken).toEqual([]);
  });

  test('of a merchant that this run did not make nobody knows what it was linked to', () => {
    expect(new Story().gets(wallet, open, { merchant: 'm7' }).broken).toEqual([]);
  });
});

describe('how answers are written', () => {
  const refused = (status: number, json: unknown, more = {}) =>
    new Story().asks('POST', 'checkouts', { ...checkoutBody(), amount: 1 }, status, json, more).broken;

  test.each([
    [400, 'error.shape-of-400'],
    [403, 'error.shape-of-others'],
    [404, 'error.shape-of-404'],
    [409, 'error.shape-of-409'],
    [422, 'error.shape-of-422'],
    [429, 'rate-limit.more-is-refused'],
  ])('a refusal with %i without the error shape', (status, requirement) => {
    // The key of a standing merchant is shared, so how often it was used is unknown.
    const standing = { merchant: 'standing' };
    expect(refused(status, {}, standing)).toEqual([requirement]);
    const code = { 400: 'invalid_request', 429: 'rate_limited' }[status] ?? 'wrong_environment';
    expect(refused(status, { error: { code, message: ['x'] } }, standing)).toEqual([requirement]);
    expect(refused(status, { error: { code, message: 'x' } }, standing)).toEqual([]);
  });

  test('what others than the service may have said is not judged', () => {
    expect(refused(413, undefined)).toEqual([]);
    expect(refused(502, undefined)).toEqual([]);
    expect(new Story().asks('GET', 'nowhere', undefined, 404, undefined).broken).toEqual([]);
    expect(new Story().asks('GET', 'checkouts/..', undefined, 404, undefined).broken).toEqual([]);
  });

  test('a body that is not said to be JSON', () => {
    const said = { type: 'text/plain' };
    const broken = ['error.json-content-type'];
    expect(new Story().asks('GET', 'banks', undefined, 200, [{ code: '044' }], { said }).broken).toEqual(broken);
    expect(refused(400, { error: { code: 'invalid_request', message: 'x' } }, { said })).toEqual(broken);
    expect(
      new Story().asks('GET', 'banks', undefined, 200, [{ code: '044' }], {
        said: { type: 'application/problem+json' },
      }).broken,
    ).toEqual([]);
    // The response body of unlinking is not shown.
    expect(linked('approve').asks('DELETE', 'wallet-links/l1', undefined, 200, 'OK', { said }).broken).toEqual([]);
  });
});

describe('hosted pages', () => {
  const url = 'https://pay.example.com/c1';

  test('belong to one checkout', () => {
    const story = new Story().creates('checkouts', checkoutBody(), { checkoutUrl: url });
    expect(story.gets('checkouts/c1', checkoutRecord('pending', { checkoutUrl: url })).broken).toEqual([]);
    expect(story.creates('checkouts', checkoutBody('c2'), { checkoutUrl: url }).broken).toEqual(['checkout.url']);
  });

  test('pay once: the way stays what it was', () => {
    const shown = (paymentMethod: string) => checkoutRecord('succeeded', { paymentMethod });
    expect(paid().gets('checkouts/c1', shown('card')).gets('checkouts/c1', shown('card')).broken).toEqual([]);
    expect(paid().gets('checkouts/c1', shown('card')).gets('checkouts/c1', shown('transfer')).broken).toEqual([
      'page.paid-once',
    ]);
  });
});
