import { describe, expect, test } from 'vitest';
import {
  type Case,
  checkoutBody,
  escrowBody,
  event,
  failing,
  linkAnswer,
  linkBody,
  paid,
  payoutBody,
  payoutRecord,
  refundRecord,
  Story,
  type Tale,
} from '../../stories.support.ts';

/** Something arrives at this address, so that it is known to be listening; then 26 hours pass. */
const heard = (story: Story) => story.hears(event('other.thing', 'nobody')).advances(26).advances(0);

const escrow = () => new Story().creates('escrows', escrowBody());
const link = () => new Story().asks('POST', 'wallet-links', linkBody(), 201, linkAnswer());
const told = (kind: string, reference = 'c1') => event(kind, reference);

describe('what has happened is told within a day', () => {
  const rejected: readonly Case[] = [
    ['a paid checkout', () => heard(paid()), 'webhook.payment-succeeded'],
    [
      'a declined checkout, whose success was told',
      () =>
        heard(
          new Story()
            .creates('checkouts', checkoutBody())
            .settles('c1', 'failed')
            .creates('checkouts', checkoutBody('c2'))
            .settles('c2')
            .hears(told('payment.succeeded', 'c2')),
        ),
      'webhook.payment-failed',
    ],
    [
      'a refund',
      () =>
        heard(
          paid()
            .hears(told('payment.succeeded'))
            .creates('refunds', failing('r1', 500))
            .gets('refunds/r1', refundRecord('failed', failing('r1', 500))),
        ),
      'webhook.refund-failed',
    ],
    [
      'a payout',
      () => heard(new Story().creates('payouts', payoutBody()).gets('payouts/p1', payoutRecord('succeeded'))),
      'webhook.payout-succeeded',
    ],
    [
      'an escrow that was paid and released, by its first event',
      () =>
        heard(
          escrow()
            .buyer('e1', 'pay')
            .asks('POST', 'escrows/e1/release', undefined, 200, { status: 'released' })
            .hears(event('escrow.released', 'e1', { amountMinor: 50_000 })),
        ),
      'webhook.escrow-funded',
    ],
    [
      'a paid checkout, with signatures that hold',
      () => heard(paid().hearsSomething(told('payment.succeeded'))),
      'webhook.signature-v2',
    ],
    ['a link', () => heard(link().owner('l1', 'reject')), 'webhook.link-rejected'],
    [
      'a refund that nobody has read',
      () => heard(paid().creates('refunds', failing('r1', 500)).hears(told('payment.succeeded'))),
      'webhook.refund-failed',
    ],
    [
      'an automatic release that nobody has looked at',
      () =>
        heard(
          new Story()
            .creates('escrows', escrowBody({ autoReleaseHours: 1 }))
            .buyer('e1', 'pay')
            .hears(event('escrow.funded', 'e1', { amountMinor: 50_000 }))
            .advances(2),
        ),
      'webhook.escrow-released',
    ],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  const allowed: readonly (readonly [string, Tale])[] = [
    ['it came', () => heard(paid().hears(told('payment.succeeded')))],
    ['the day is not over', () => paid().hears(event('other.thing', 'nobody')).advances(24).advances(0)],
    ['the clock was moved no further', () => heard(new Story()).creates('checkouts', checkoutBody()).settles('c1')],
    ['nobody is known to listen', () => paid().advances(26).advances(0)],
    [
      'its merchant has another address since',
      () =>
        heard(
          paid().step('PATCH /merchants/{merchantId}', { merchantId: 'm1' }, { webhookUrl: 'http://127.0.0.1:9/new' }),
        ),
    ],
    [
      'its secret was rotated, and what came is signed with one that is not known',
      () =>
        heard(
          paid()
            .step('POST /merchants/{merchantId}/rotate-webhook-secret', { merchantId: 'm1' }, null)
            .hearsSomething(told('payment.succeeded')),
        ),
    ],
    ['what came cannot be read', () => heard(paid().hearsSomething())],
    [
      'time may not have brought it about yet',
      () =>
        heard(
          new Story()
            .creates('escrows', escrowBody({ autoReleaseHours: 2 }))
            .buyer('e1', 'pay')
            .hears(event('escrow.funded', 'e1', { amountMinor: 50_000 })),
        ),
    ],
  ];
  test.each(allowed)('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});
