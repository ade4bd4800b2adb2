import { describe, expect, test } from 'vitest';
import type { Fields } from '../../events.ts';
import {
  type Case,
  checkoutBody,
  escrowBody,
  failing,
  linkAnswer,
  linkBody,
  payoutBody,
  payoutRecord,
  refundBody,
  refundRecord,
  Story,
  type Tale,
} from '../../stories.support.ts';

const DAYS = 4 * 24;
const balance = (story: Story, available: number, more: Fields = {}) =>
  story.gets('balance', { available, currency: 'NGN', ...more });
const later = (story: Story) => story.advances(DAYS);

/** A checkout of `amount` kobo that was paid days ago. */
const paidIn = (amount = 50_000) => later(new Story().creates('checkouts', checkoutBody('c1', amount)).settles('c1'));
const refunded = () =>
  later(
    paidIn()
      .creates('refunds', refundBody('r1', 1_000))
      .advances(1)
      .gets('refunds/r1', refundRecord('succeeded', refundBody('r1', 1_000))),
  );
const refundFailed = () =>
  later(
    paidIn()
      .creates('refunds', failing('r1', 1_000))
      .advances(1)
      .gets('refunds/r1', refundRecord('failed', failing('r1', 1_000))),
  );
const paidOut = () =>
  later(paidIn().creates('payouts', payoutBody()).advances(1).gets('payouts/p1', payoutRecord('succeeded')));

describe('the amount available', () => {
  const rejected: readonly Case[] = [
    ['without what was paid', () => balance(paidIn(), 0), 'balance.payment-adds'],
    [
      'with what was not paid',
      () => balance(new Story().creates('checkouts', checkoutBody()), 5_000),
      'balance.unpaid-adds-nothing',
    ],
    ['with what was refunded', () => balance(refunded(), 50_000), 'balance.refund-subtracts'],
    [
      'without what a failed refund gave back',
      () => balance(refundFailed(), 49_000),
      'balance.failed-refund-subtracts-nothing',
    ],
    ['with what was paid out', () => balance(paidOut(), 50_000), 'balance.payout-subtracts'],
    [
      'of no one integer each time',
      () => balance(balance(paidIn(), 50_000, { total: 1 }), 1, { total: 50_000 }),
      'balance.payment-adds',
    ],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  const allowed: readonly (readonly [string, Tale])[] = [
    ['what was paid', () => balance(paidIn(), 50_000)],
    ['what was paid, not shown yet', () => balance(new Story().creates('checkouts', checkoutBody()).settles('c1'), 0)],
    [
      'at whatever place',
      () => balance(balance(refunded(), 7, { net: { kobo: 49_000 } }), 8, { net: { kobo: 49_000 } }),
    ],
    ['minus a refund', () => balance(refunded(), 49_000)],
    ['after a failed refund', () => balance(refundFailed(), 50_000)],
    ['minus a payout', () => balance(paidOut(), 30_000)],
    [
      'minus one that is under way, or not',
      () => balance(balance(paidIn().creates('payouts', payoutBody()), 30_000), 50_000),
    ],
    [
      'of a sandbox that paid out more than there was',
      () => balance(later(new Story().creates('payouts', payoutBody())), -20_000),
    ],
    [
      'of a merchant that this run has not made',
      () => new Story().gets('balance', { available: 99 }, { merchant: 'm9' }),
    ],
  ];
  test.each(allowed)('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('live payouts', () => {
  const live = { environment: 'live', merchant: 'm3' } as const;
  const merchant = () => new Story().step('POST /merchants', {}, { environment: 'live' }, { merchantId: 'm3' });
  const rich = (amount = 20_000) =>
    later(
      merchant()
        .creates('checkouts', checkoutBody('c1', amount), {}, live)
        .step(
          'POST /merchants/{merchantId}/checkouts/{reference}/settle',
          { merchantId: 'm3', reference: 'c1' },
          { outcome: 'succeeded' },
        ),
    );
  const pays = (story: Story, reference = 'p1') => story.creates('payouts', payoutBody(reference), {}, live);
  const refuses = (story: Story) => story.refused('payouts', payoutBody(), 422, 'insufficient_balance', live);

  const succeeds = (story: Story, reference: string) =>
    story.gets(`payouts/${reference}`, payoutRecord('succeeded', { id: `id-${reference}`, reference }), live);
  /** Both begin before either is answered. */
  const atOnce = (story: Story) => {
    const [began, ended] = [story.now + 1_000, story.now + 2_000];
    for (const reference of ['p1', 'p2'])
      story.creates(
        'payouts',
        payoutBody(reference),
        {},
        { ...live, began, ended: ended + Number(reference === 'p2') },
      );
    return story.waits(3_000);
  };

  const rejected: readonly Case[] = [
    [
      'two at once of what only one has room for',
      () => succeeds(succeeds(atOnce(rich()), 'p1'), 'p2'),
      'environment.live-payouts-at-once',
    ],
    [
      'of what an earlier one that was still pending took',
      () => succeeds(pays(pays(rich()), 'p2'), 'p1'),
      'environment.live-balance-is-net',
    ],
    ['of what is not there', () => pays(merchant()), 'environment.live-payout-above-balance'],
    ['of one kobo more', () => pays(rich(19_999)), 'environment.live-payout-above-balance'],
    ['of what is there, refused', () => refuses(rich()), 'environment.live-payout-of-balance'],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  const allowed: readonly (readonly [string, Tale])[] = [
    ['of what is there', () => pays(rich())],
    ['two at once, of which one may have failed', () => succeeds(atOnce(rich()), 'p2')],
    ['two at once that have room', () => succeeds(succeeds(atOnce(rich(40_000)), 'p1'), 'p2')],
    ['of what is not there, refused', () => refuses(rich(19_999))],
    [
      'of what was just paid, refused or not',
      () => refuses(merchant().creates('checkouts', checkoutBody('c1', 20_000), {}, live)),
    ],
  ];
  test.each(allowed)('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});

describe('what a wallet has available', () => {
  const [seller, fees] = ['7000000001', '7000000002'];
  const wallet = (story: Story, walletId = seller, balanceMinor = 0) =>
    story.step('POST /wallets', {}, { environment: 'sandbox', walletId, holderName: 'Ngozi Eze', balanceMinor });
  /** A linked wallet, whose balance may therefore be read. */
  const linked = (walletId: string, story = new Story()) =>
    wallet(story, walletId)
      .asks(
        'POST',
        'wallet-links',
        linkBody(walletId, walletId),
        201,
        linkAnswer(walletId, linkBody(walletId, walletId)),
      )
      .owner(walletId, 'approve');
  const shows = (story: Story, availableMinor: number, walletId = seller) =>
    story.gets(`wallets/${walletId}/balance`, { availableMinor, heldMinor: 0, currency: 'NGN' });
  const body = (more: Fields = {}) => escrowBody({ seller: { walletId: seller }, ...more });
  const funded = (more: Fields = {}) => linked(fees, linked(seller)).creates('escrows', body(more)).buyer('e1', 'pay');
  const released = (more: Fields = {}) =>
    funded(more).asks('POST', 'escrows/e1/release', undefined, 200, { status: 'released' }).advances(DAYS);
  const refundedOf = (amount?: number, more: Fields = {}) =>
    funded(more)
      .asks('POST', 'escrows/e1/refund', amount === undefined ? undefined : { amount }, 200, { status: 'refunded' })
      .advances(DAYS);
  /** A wallet that the sandbox itself provides. */
  const known = () =>
    new Story()
      .asks('POST', 'wallet-links', linkBody(seller, seller), 201, linkAnswer(seller, linkBody(seller, seller)))
      .owner(seller, 'approve');
  const sold = () =>
    known()
      .creates('escrows', body())
      .buyer('e1', 'pay')
      .asks('POST', 'escrows/e1/release', undefined, 200, { status: 'released' })
      .advances(DAYS);
  const fee = { feeAmount: 700, feeWalletId: fees };

  const rejected: readonly Case[] = [
    ['what is only held', () => shows(funded(), 50_000), 'escrow.funding-is-held'],
    ['less than was released', () => shows(released(), 49_999), 'escrow.release-pays-seller'],
    ['the fee, too', () => shows(released(fee), 50_000), 'escrow.release-pays-seller'],
    ['no fee', () => shows(released(fee), 0, fees), 'escrow.release-pays-fee'],
    ['what the buyer got', () => shows(refundedOf(), 50_000), 'escrow.refund-pays-remainder'],
    ['no remainder', () => shows(refundedOf(20_000), 0), 'escrow.refund-pays-remainder'],
    [
      'what the buyer released, less',
      () => shows(funded().buyer('e1', 'buyer-release').advances(DAYS), 1),
      'escrow.buyer-release-pays',
    ],
    ['more than it was made with', () => shows(linked(seller), 1), 'wallet.balance-amount'],
  ];
  test.each(rejected)('%s', (_, tell, requirement) => expect(tell().broken).toEqual([requirement]));

  const allowed: readonly (readonly [string, Tale])[] = [
    ['nothing of what is held', () => shows(funded(), 0)],
    ['what was released', () => shows(released(), 50_000)],
    [
      'what was released, not shown yet',
      () => shows(funded().asks('POST', 'escrows/e1/release', undefined, 200, {}), 0),
    ],
    ['what was released, less the fee', () => shows(shows(released(fee), 49_300), 700, fees)],
    ['the remainder, with the fee taken or not', () => shows(shows(refundedOf(20_000, fee), 29_300), 30_000)],
    ['of a wallet that was made otherwise', () => shows(wallet(linked(seller)), 5)],
    ['of a wallet before it was made', () => wallet(shows(known(), 17))],
    ['of a wallet that had been paid before it was made', () => shows(wallet(sold()), 0)],
    ['of a wallet that had been paid before it was made, and keeps it', () => shows(wallet(sold()), 50_000)],
    [
      'after a refund of what was released',
      () => shows(released().asks('POST', 'escrows/e1/refund', undefined, 200, { status: 'refunded' }), 17),
    ],
  ];
  test.each(allowed)('%s: allowed', (_, tell) => expect(tell().broken).toEqual([]));
});
