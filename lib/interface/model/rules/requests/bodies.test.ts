import { describe, expect, test } from 'vitest';
import { type Fields, MALFORMED, objectOf } from '../../events.ts';
import {
  checkoutBody,
  escrowBody,
  linkAnswer,
  linkBody,
  paid,
  payoutBody,
  refundBody,
  Story,
} from '../../stories.support.ts';

type Row = readonly [words: string, change: Fields, requirement: string | null];

const change = (body: Fields, { recipient, ...more }: Fields): Fields => ({
  ...body,
  ...more,
  ...(recipient !== undefined && {
    recipient: objectOf(recipient) === null ? recipient : { ...(body.recipient as Fields), ...(recipient as Fields) },
  }),
});

const accepted = {
  checkouts: (more: Fields) => new Story().creates('checkouts', change(checkoutBody(), more)),
  refunds: (more: Fields) => paid().creates('refunds', change(refundBody(), more)),
  payouts: (more: Fields) => new Story().creates('payouts', change(payoutBody(), more)),
  escrows: (more: Fields) => new Story().creates('escrows', change(escrowBody(), more)),
  'wallet-links': (more: Fields) => {
    const body = change(linkBody(), more);
    return new Story().asks('POST', 'wallet-links', body, 201, linkAnswer('l1', body));
  },
} as const;

const rows: { readonly [Collection in keyof typeof accepted]: readonly Row[] } = {
  checkouts: [
    ['a number as reference', { reference: 5 }, 'checkout.field-types'],
    ['a number as returnUrl', { returnUrl: 5 }, 'checkout.field-types'],
    ['a number as description', { description: 5 }, 'checkout.field-types'],
    ['a number as e-mail', { customer: { email: 5 } }, 'checkout.field-types'],
    ['no reference', { reference: undefined }, 'checkout.required-fields'],
    ['no currency', { currency: undefined }, 'checkout.required-fields'],
    ['no returnUrl', { returnUrl: undefined }, 'checkout.required-fields'],
    ['an amount as digits', { amount: '5000' }, 'checkout.amount-integer'],
    ['half a kobo', { amount: 5_000.5 }, 'checkout.amount-integer'],
    ['99 kobo', { amount: 99 }, 'checkout.amount-too-small'],
    ['2,000,000,001 kobo', { amount: 2_000_000_001 }, 'checkout.amount-too-large'],
    ['no amount', { amount: undefined }, 'checkout.required-fields'],
    ['null as customer', { customer: null }, 'checkout.required-fields'],
    ['a customer without an address', { customer: {} }, 'checkout.required-fields'],
    ['a list of customers', { customer: [{ email: 'a@b.co' }] }, 'checkout.field-types'],
    ['the number of the currency', { currency: '566' }, 'checkout.currency-only-ngn'],
    ['two addresses', { customer: { email: 'a@b.co,c@d.co' } }, 'checkout.email-malformed'],
    ['a path as returnUrl', { returnUrl: '/return' }, 'checkout.return-url-malformed'],
    ['a slash in the reference', { reference: 'a/b' }, 'checkout.reference-forbidden-characters'],
    ['101 letters as reference', { reference: 'a'.repeat(101) }, 'checkout.reference-too-long'],
    ['256 letters of description', { description: 'ọ'.repeat(256) }, 'checkout.description-too-long'],
    ['a list as metadata', { metadata: [] }, 'checkout.field-types'],
    ['5,000 bytes of metadata', { metadata: { a: 'x'.repeat(5_000) } }, 'checkout.metadata-too-large'],
    // Whether null counts as left out, letters are ASCII only, and 4 KB are 4,096 bytes, can be read both ways.
    ['null as description', { description: null }, null],
    ['letters of another script in the reference', { reference: 'ọdun' }, null],
    ['4,500 bytes of metadata', { metadata: { a: 'x'.repeat(4_500) } }, null],
    ['255 letters of two marks each', { description: 'ẹ́'.normalize('NFD').repeat(255) }, null],
    ['a name before the address', { customer: { email: 'Ada <ada@example.com>' } }, null],
    ['an app as returnUrl', { returnUrl: 'shop:return' }, null],
    ['another field', { note: 5 }, null],
  ],
  refunds: [
    ['a number as reference', { reference: 5 }, 'refund.field-types'],
    ['a number as paymentReference', { paymentReference: 5 }, 'refund.field-types'],
    ['no reference', { reference: undefined }, 'refund.required-fields'],
    ['no paymentReference', { paymentReference: undefined }, 'refund.required-fields'],
    ['no amount', { amount: undefined }, 'refund.required-fields'],
    ['a text as amount', { amount: '1000' }, 'refund.amount-integer'],
    ['nothing', { amount: 0 }, 'refund.amount-too-small'],
    ['256 letters of reason', { reason: 'r'.repeat(256) }, 'refund.reason-too-long'],
    ['an object as reason', { reason: {} }, 'refund.field-types'],
    ['any reference', { reference: 'a/b c' }, null],
  ],
  payouts: [
    ['a number as reference', { reference: 5 }, 'payout.field-types'],
    ['a number as recipient', { recipient: 5 }, 'payout.field-types'],
    ['a number as narration', { narration: 5 }, 'payout.field-types'],
    ['a number as bank', { recipient: { bankName: 5 } }, 'payout.field-types'],
    ['a number as holder', { recipient: { accountName: 5 } }, 'payout.field-types'],
    ['a text as amount', { amount: '20000' }, 'payout.amount-integer'],
    ['2,000,000,001 kobo', { amount: 2_000_000_001 }, 'payout.amount-too-large'],
    ['dollars', { currency: 'USD' }, 'payout.currency-only-ngn'],
    ['three digits and a letter', { recipient: { accountNumber: '012S' } }, 'payout.account-number-digits'],
    ['no reference', { reference: undefined }, 'payout.required-fields'],
    ['no amount', { amount: undefined }, 'payout.required-fields'],
    ['no currency', { currency: undefined }, 'payout.required-fields'],
    ['no recipient', { recipient: null }, 'payout.required-fields'],
    ['no bank', { recipient: { bankName: null } }, 'payout.required-fields'],
    ['no account', { recipient: { accountNumber: null } }, 'payout.required-fields'],
    ['9,999 kobo', { amount: 9_999 }, 'payout.amount-too-small'],
    ['nine digits', { recipient: { accountNumber: '012345678' } }, 'payout.account-number-too-short'],
    ['eleven digits', { recipient: { accountNumber: '01234567890' } }, 'payout.account-number-too-long'],
    ['a letter among them', { recipient: { accountNumber: '01234S6789' } }, 'payout.account-number-digits'],
    ['a number of ten digits', { recipient: { accountNumber: 1_234_567_890 } }, 'payout.field-types'],
    ['no name', { recipient: { accountName: null } }, 'payout.required-fields'],
    ['101 letters of narration', { narration: 'n'.repeat(101) }, 'payout.narration-too-long'],
    ['a code beside the name', { recipient: { bankCode: '044' } }, null],
  ],
  escrows: [
    ['a number as reference', { reference: 5 }, 'escrow.field-types'],
    ['a number as seller', { seller: 5 }, 'escrow.field-types'],
    ['a number as buyer', { buyer: 5 }, 'escrow.field-types'],
    ['a number as conditions', { conditions: 5 }, 'escrow.field-types'],
    ['a number as description', { description: 5 }, 'escrow.field-types'],
    ['a number as returnUrl', { returnUrl: 5 }, 'escrow.field-types'],
    ['a number as metadata', { metadata: 5 }, 'escrow.field-types'],
    ['a number as e-mail', { buyer: { email: 5 } }, 'escrow.field-types'],
    ['a text as amount', { amount: '50000' }, 'escrow.amount-integer'],
    ['9,999 kobo', { amount: 9_999 }, 'escrow.amount-too-small'],
    ['dollars', { currency: 'USD' }, 'escrow.currency-only-ngn'],
    ['no hours', { autoReleaseHours: 0 }, 'escrow.auto-release-too-short'],
    ['256 letters of description', { description: 'd'.repeat(256) }, 'escrow.shared-fields-too-large'],
    ['5,000 bytes of metadata', { metadata: { a: 'x'.repeat(5_000) } }, 'escrow.shared-fields-too-large'],
    ['a path as returnUrl', { returnUrl: '/return' }, 'escrow.return-url-malformed'],
    ['no reference', { reference: undefined }, 'escrow.required-fields'],
    ['no amount', { amount: undefined }, 'escrow.required-fields'],
    ['no currency', { currency: undefined }, 'escrow.required-fields'],
    ['no seller', { seller: undefined }, 'escrow.required-fields'],
    ['no wallet', { seller: {} }, 'escrow.required-fields'],
    ['a fee without a wallet', { feeAmount: 500 }, 'escrow.fee-wallet-required'],
    ['half a kobo of fee', { feeAmount: 0.5, feeWalletId: '0000000002' }, 'escrow.fee-integer'],
    ['true as hours', { autoReleaseHours: true }, 'escrow.auto-release-integer'],
    ['721 hours', { autoReleaseHours: 721 }, 'escrow.auto-release-too-long'],
    ['a number as wallet', { seller: { walletId: 1_000_000_001 } }, 'escrow.field-types'],
    ['a fee wallet that is a list', { feeAmount: 5, feeWalletId: ['0000000002'] }, 'escrow.fee-wallet-types'],
    ['a list as fee wallet, without a fee', { feeWalletId: ['0000000002'] }, null],
    ['a fee of nothing', { feeAmount: 0 }, null],
    ['a wallet of any form', { seller: { walletId: 'abc' } }, null],
    ['more than a payment may be', { amount: 3_000_000_000 }, null],
  ],
  'wallet-links': [
    ['a number as linkRef', { linkRef: 5 }, 'wallet-link.field-types'],
    ['a number as walletId', { walletId: 5 }, 'wallet-link.field-types'],
    ['a number as minutes, a text', { expiresInMinutes: '60' }, 'wallet-link.field-types'],
    ['no linkRef', { linkRef: undefined }, 'wallet-link.required-fields'],
    ['no walletId', { walletId: undefined }, 'wallet-link.required-fields'],
    ['no requesterName', { requesterName: undefined }, 'wallet-link.required-fields'],
    ['no expiresInMinutes', { expiresInMinutes: undefined }, 'wallet-link.required-fields'],
    ['four minutes', { expiresInMinutes: 4 }, 'wallet-link.expiry-too-short'],
    ['61 minutes', { expiresInMinutes: 61 }, 'wallet-link.expiry-too-long'],
    ['nine digits', { walletId: '000000001' }, 'wallet-link.wallet-id-digits'],
    ['a list as name', { requesterName: ['Shop'] }, 'wallet-link.field-types'],
  ],
};

for (const [collection, own] of Object.entries(rows) as [keyof typeof accepted, readonly Row[]][]) {
  describe(`what was accepted: POST /v1/${collection}`, () => {
    test.each(own)('%s', (_, more, requirement) =>
      expect(accepted[collection](more).broken).toEqual(requirement === null ? [] : [requirement]),
    );
  });
}

describe('what was accepted', () => {
  test('an http address in live', () => {
    const body = { ...checkoutBody(), returnUrl: 'http://shop.example.com' };
    const tell = (environment: 'live' | 'sandbox') =>
      new Story().creates('checkouts', body, {}, { environment }).broken;
    const escrow = escrowBody({ returnUrl: 'http://shop.example.com' });
    expect(new Story().creates('escrows', escrow, {}, { environment: 'live' }).broken).toEqual([
      'environment.live-escrow-return-url-https',
    ]);
    expect(tell('live')).toEqual(['environment.live-return-url-https']);
    expect(tell('sandbox')).toEqual([]);
  });

  test('a refund of an escrow, of a text', () => {
    const refunds = (body: unknown) =>
      new Story()
        .creates('escrows', escrowBody())
        .step('POST /merchants/{merchantId}/escrows/{reference}/pay', { merchantId: 'm1', reference: 'e1' }, {})
        .asks('POST', 'escrows/e1/refund', body, 200, {}).broken;
    expect(refunds({ amount: '500' })).toEqual(['escrow.refund-amount-integer']);
    expect(refunds({ reason: 5 })).toEqual(['escrow.refund-reason-text']);
    expect(refunds({ amount: 500 })).toEqual([]);
  });

  test('a replay of what was wrong is no second fault', () => {
    const body = { ...checkoutBody(), amount: 99 };
    const story = new Story().asks('POST', 'checkouts', body, 201, {}, { isReplay: true });
    expect(story.broken).not.toContain('checkout.amount-too-small');
  });
});

describe('what was refused for its body', () => {
  const refused = (status: number, code: string, body: Fields = { ...checkoutBody(), amount: 99 }, more = {}) =>
    new Story().refused('checkouts', body, status, code, more).broken;

  test.each([
    [422, 'validation_error'],
    [400, 'too_small'],
    [404, 'not_found'],
    [409, 'invalid_request'],
  ])('with %i %s: rejected', (status, code) => expect(refused(status, code)).toEqual(['checkout.amount-too-small']));

  test.each([
    [400, 'invalid_request'],
    // Of two reasons a target may give either.
    [409, 'duplicate_reference'],
    [409, 'request_in_progress'],
    [413, 'too_large'],
    [403, 'forbidden'],
  ])('with %i %s: allowed', (status, code) => {
    const rules = ['checkout.created', 'idempotency.in-progress'];
    expect(refused(status, code).filter((each) => !rules.includes(each))).toEqual([]);
  });

  test('what is not plainly so may be refused for another reason', () => {
    expect(refused(422, 'x', { ...checkoutBody(), amount: 99 }, { key: null })).toEqual([]);
    expect(refused(422, 'x', { ...checkoutBody(), description: null })).toEqual([]);
    expect(new Story().refused('wallet-links', { ...linkBody(), walletId: '1' }, 404, 'x').broken).toEqual([]);
    expect(new Story().refused('wallet-links', { ...linkBody(), walletId: '1' }, 400, 'x').broken).toEqual([
      'wallet-link.wallet-id-digits',
    ]);
  });
});

describe('what is no JSON object', () => {
  const accepts = (path: string, body: unknown, more = {}) =>
    new Story().asks('POST', path, body, 201, {}, more).broken.filter((each) => /malformed|body-object/.test(each));

  test.each([
    ['checkouts', 'error.malformed-body'],
    ['refunds', 'refund.body-object'],
    ['payouts', 'payout.body-object'],
    ['escrows', 'error.malformed-body'],
    ['wallet-links', 'error.malformed-body'],
    ['escrows/e1/refund', 'escrow.refund-body-object'],
  ])('%s', (path, requirement) => {
    for (const body of [[{ reference: 'c1' }], 'c1', 7, false]) expect(accepts(path, body)).toEqual([requirement]);
    expect(accepts(path, MALFORMED, { text: '{"reference":' })).toEqual([requirement]);
    expect(accepts(path, [], { isReplay: true })).toEqual([]);
    expect(accepts(path, undefined)).toEqual([]);
  });

  test('null stands for none, where it may be left out', () => {
    expect(accepts('escrows/e1/refund', null)).toEqual([]);
    expect(accepts('refunds', null)).toEqual(['refund.body-object']);
  });
});

describe('what nothing speaks against', () => {
  const refuses = (collection: string, body: Fields, before = new Story(), at = {}) =>
    before.refused(collection, body, 400, 'invalid_request', at).broken;

  test.each([
    ['checkouts', checkoutBody(), 'checkout.created'],
    ['checkouts', { ...checkoutBody('a.b_c:d-1.'), description: 'Rice', metadata: { a: 1 } }, 'checkout.created'],
    ['refunds', refundBody('r1', 1_000, { reason: 'torn' }), 'refund.created'],
  ])('%s %j', (collection, body, requirement) => expect(refuses(collection, body)).toEqual([requirement]));

  test('a payout to a bank that was matched before', () => {
    const known = new Story().creates('payouts', payoutBody());
    const body = { ...payoutBody('p2'), recipient: { ...payoutBody().recipient, accountName: 'Ada Obi' } };
    expect(refuses('payouts', body, known)).toEqual(['payout.created']);
    expect(refuses('payouts', body)).toEqual([]);
  });

  test('but not a text that is too long where characters are units of 16 bits', () =>
    expect(refuses('checkouts', { ...checkoutBody(), description: '\u{1F45F}'.repeat(60) })).toEqual([]));

  test('but not to one that was matched by its code', () => {
    const recipient = { ...payoutBody().recipient, accountName: 'Ada Obi' };
    const known = new Story().creates('payouts', { ...payoutBody(), recipient: { ...recipient, bankCode: '044' } });
    expect(refuses('payouts', { ...payoutBody('p2'), recipient }, known)).toEqual([]);
  });

  test('but not the same in a list', () => {
    const known = () => new Story().creates('payouts', payoutBody());
    const recipient = { bankName: ['Access Bank'], accountNumber: '0123456789', accountName: 'Ada Obi' };
    expect(refuses('payouts', { ...payoutBody('p2'), recipient }, known())).toEqual([]);
    expect(refuses('checkouts', { ...checkoutBody(), returnUrl: ['https://shop.example.com'] })).toEqual([]);
    expect(refuses('checkouts', { ...checkoutBody(), reference: ['c1'] })).toEqual([]);
    // Each character has two UTF-16 units.
    expect(refuses('checkouts', { ...checkoutBody(), description: '👟'.repeat(51) })).toEqual([]);
    // No checkout can have this reference.
    expect(refuses('refunds', refundBody('r1', 1_000, { paymentReference: 'c/1' }))).toEqual([]);
  });

  test('an escrow for a wallet that was made', () => {
    const made = () =>
      new Story().step('POST /wallets', {}, { environment: 'sandbox', walletId: '7000000001', holderName: 'Ada Obi' });
    const body = escrowBody({ seller: { walletId: '7000000001' } });
    expect(refuses('escrows', body, made())).toEqual(['escrow.created']);
    expect(refuses('escrows', { ...body, feeAmount: 5, feeWalletId: '7000000001' }, made())).toEqual([]);
    // The document names three sandbox wallets; control need not create them.
    expect(refuses('escrows', escrowBody({ seller: { walletId: '0000000002' } }))).toEqual(['escrow.created']);
    expect(refuses('escrows', escrowBody({ seller: { walletId: '7000000009' } }), made())).toEqual([]);
    const during = made();
    expect(refuses('escrows', body, during, { began: during.now - 1, ended: during.now + 5 })).toEqual([]);
  });

  test('after a refused one: its reference is free', () => {
    const before = new Story().refused('checkouts', { ...checkoutBody(), amount: 1 }, 400, 'invalid_request');
    expect(before.refused('checkouts', checkoutBody(), 409, 'duplicate_reference').broken).toContain(
      'checkout.created',
    );
    const other = new Story().refused('checkouts', { ...checkoutBody(), amount: 1 }, 400, 'invalid_request');
    expect(other.refused('checkouts', checkoutBody(), 422, 'invalid_state').broken).toEqual([
      'error.refused-leaves-reference-free',
    ]);
  });

  test('a reference that another merchant has used, of a checkout alone', () => {
    const theirs = (collection: string, body: Fields) => new Story().creates(collection, body, {}, { merchant: 'm2' });
    const taken = (collection: string, body: Fields) =>
      theirs(collection, body).refused(collection, body, 409, 'duplicate_reference').broken;
    expect(taken('checkouts', checkoutBody())).toEqual(['checkout.created']);
    const payout = { ...payoutBody(), recipient: { ...payoutBody().recipient, accountName: 'Ada Obi' } };
    expect(taken('payouts', payout)).toEqual([]);
  });

  test.each([
    ['its reference was used for another kind', new Story().creates('payouts', payoutBody('c1'))],
    ['a reference of another form', new Story()],
  ])('but %s', (words, story) => {
    const body = checkoutBody(words.startsWith('its') ? 'c1' : 'ọdun');
    expect(story.refused('checkouts', body, 409, 'duplicate_reference').broken).not.toContain(
      'error.refused-leaves-reference-free',
    );
  });
});
