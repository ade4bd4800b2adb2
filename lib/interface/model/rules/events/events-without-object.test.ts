import { describe, expect, test } from 'vitest';
import { checkoutBody, escrowBody, event, linkBody, paid, refunded, Story } from '../../stories.support.ts';

describe('an event', () => {
  test.each([
    ['of a checkout that its merchant has not', () => paid().hears(event('payment.failed', 'c7'))],
    ['of a refund, by the reference of its checkout', () => refunded(1_000).hears(event('refund.succeeded', 'c1'))],
    ['of a link that nobody asked for', () => paid().hears(event('wallet.link.expired', 'l7'))],
    ['with an id of its own as reference', () => paid().hears(event('payment.succeeded', 'id-c1'))],
  ])('%s: rejected', (_, tell) => expect(tell().broken).toEqual(['webhook.payload-reference']));

  test('that is noted before the request it is about', () => {
    const story = new Story().hears(event('payment.failed', 'c1')).creates('checkouts', checkoutBody());
    expect(story.broken).not.toContain('webhook.payload-reference');
  });

  test.each([
    ['a merchant whose requests are not known', () => new Story().hears(event('payment.failed', 'c7'))],
    [
      'what was asked for at an address that is read in another way',
      () => new Story().asks('POST', 'checkouts/', checkoutBody('c7'), 201, {}).hears(event('payment.failed', 'c7')),
    ],
    ['a kind that is not known', () => new Story().hears(event('payment.refunded', 'c7'))],
    ['to somebody else', () => new Story().hears(event('payment.failed', 'c7'), '/elsewhere')],
    [
      'a link whose creation was not answered',
      () =>
        new Story().asks('POST', 'wallet-links', linkBody(), 0, undefined).hears(event('wallet.link.expired', 'l7')),
    ],
    [
      'what was created by a body that can be read in two ways',
      () =>
        new Story()
          .creates(
            'checkouts',
            checkoutBody(),
            {},
            { text: `{"reference":"c7",${JSON.stringify(checkoutBody()).slice(1)}` },
          )
          .hears(event('payment.failed', 'c7')),
    ],
  ])('of %s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('an escrow that was refunded', () => {
  const refunds = (story: Story) =>
    story.asks('POST', 'escrows/e1/refund', {}, 200, {}).gets('escrows/e1', { status: 'refunded' });
  const later = (story: Story) => story.advances(26).advances(0).broken;
  const created = () => new Story().creates('escrows', escrowBody()).hears(event('other.thing', 'nobody', { id: 'x' }));
  const funded = () =>
    created().buyer('e1', 'pay').hears(event('escrow.funded', 'e1')).gets('escrows/e1', { status: 'funded' });

  test('is told of, if it was paid', () => {
    expect(later(refunds(funded()))).toContain('webhook.escrow-refunded');
    const told = refunds(funded()).hears(event('escrow.refunded', 'e1', { amountMinor: 50_000 }));
    expect(later(told)).not.toContain('webhook.escrow-refunded');
    expect(later(refunds(created()))).not.toContain('webhook.escrow-refunded');
  });
});
