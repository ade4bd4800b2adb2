import { describe, expect, test } from 'vitest';
import { checkoutBody, event, linkAnswer, linkBody, Story } from '../../stories.support.ts';

const WALLET = '7000000001';

const made = (holderName = 'Ada Obi', more: object = {}) =>
  new Story().step('POST /wallets', {}, { environment: 'sandbox', walletId: WALLET, holderName, ...more });

describe('the name of a holder', () => {
  const account = (story: Story, json: unknown) => story.asks('GET', `accounts/${WALLET}`, undefined, 200, json).broken;
  const link = (story: Story, walletName: string) =>
    story.asks('POST', 'wallet-links', linkBody('f1', WALLET), 201, {
      ...linkAnswer('l1', linkBody('f1', WALLET)),
      walletName,
    }).broken;
  const approved = (story: Story, walletName: unknown) =>
    story.hears(event('wallet.link.approved', 'l9', { walletId: WALLET, walletName })).broken;

  test('in full in an account', () => {
    expect(account(made(), { holder: { first: 'ADA', last: 'Obi' } })).toEqual(['account.holder-name-masked']);
    expect(account(made(), { name: 'A** Obi', walletId: WALLET })).toEqual([]);
    expect(account(made('Ada Ada'), { name: 'Ada A**' })).toEqual([]);
  });

  test('in full where a link is created', () => {
    expect(link(made(), 'Obi, Ada')).toEqual(['wallet-link.names-masked']);
    expect(link(made(), 'A*** O**')).toEqual([]);
    expect(link(made('Adaeze'), 'Adaeze')).toEqual([]);
  });

  test('masked where a link is approved', () => {
    expect(approved(made(), 'A*** O**')).toContain('webhook.link-approved-registered-name');
    expect(approved(made(), null)).toContain('webhook.link-approved-registered-name');
    expect(approved(made('Ọlá'), 'Ọlá'.normalize('NFD'))).not.toContain('webhook.link-approved-registered-name');
  });

  test('that was changed meanwhile, or is of another environment as well, is not known', () => {
    const renamed = made().step('POST /wallets', {}, { environment: 'sandbox', walletId: WALLET, holderName: 'B C' });
    expect(account(renamed, { name: 'B C' })).toEqual([]);
    const twice = made().step('POST /wallets', {}, { environment: 'live', walletId: WALLET, holderName: 'B C' });
    expect(approved(twice, 'B C')).not.toContain('webhook.link-approved-registered-name');
    expect(account(new Story(), { name: 'Ada Obi' })).toEqual([]);
  });

  test('that a wallet had before it was made is not known', () => {
    const before = new Story();
    link(before, 'Somebody Else');
    before.step('POST /wallets', {}, { environment: 'sandbox', walletId: WALLET, holderName: 'Ada Obi' });
    expect(approved(before, 'Somebody Else')).not.toContain('webhook.link-approved-registered-name');
    const during = made('Ada Obi', {});
    const answer = { ...linkAnswer('l1', linkBody('f1', WALLET)), walletName: 'S***' };
    const began = during.now - 1;
    during.asks('POST', 'wallet-links', linkBody('f1', WALLET), 201, answer, { began, ended: during.now + 5 });
    expect(approved(during, 'Somebody Else')).not.toContain('webhook.link-approved-registered-name');
  });

  test('an account that is there is found', () => {
    const refused = (story: Story, status: number) =>
      story.asks('GET', `accounts/${WALLET}`, undefined, status, { error: { code: 'x', message: '' } }).broken;
    expect(refused(made(), 404)).toEqual(['account.known-wallet']);
    expect(account(made(), 'Ada')).toEqual(['account.known-wallet']);
    expect(refused(made(), 403)).toEqual([]);
    expect(refused(new Story(), 404)).toEqual([]);
    const before = new Story().asks('GET', `accounts/${WALLET}`, undefined, 404, { error: { code: 'x', message: '' } });
    before.step('POST /wallets', {}, { environment: 'sandbox', walletId: WALLET, holderName: 'Ada Obi' });
    expect(before.broken).toEqual([]);
  });
});

describe('link requests for one wallet', () => {
  const asks = (story: Story, from: number, count: number, status = 201, merchant = 'm1') => {
    for (let at = from; at < from + count; at++) {
      const body = linkBody(`f${at}`, WALLET);
      const refusal = { error: { code: 'too_many', message: '' } };
      story.asks('POST', 'wallet-links', body, status, status === 201 ? linkAnswer(`l${at}`, body) : refusal, {
        merchant,
      });
    }
    return story;
  };
  const later = (story: Story, minutes: number) => story.advances(minutes / 60);

  test('six within an hour, whenever hours end', () => {
    const twice = later(asks(made(), 1, 6), 90);
    expect(asks(twice, 11, 6).broken).toEqual(['wallet-link.sixth-refused']);
    const ofTwo = later(asks(asks(made(), 1, 3), 4, 3, 201, 'm2'), 90);
    expect(asks(ofTwo, 11, 6, 201, 'm2').broken).toEqual(['wallet-link.sixth-refused-over-merchants']);
    expect(asks(later(ofTwo, 90), 21, 6, 201, 'm2').broken).toEqual(['wallet-link.sixth-refused']);
  });

  test('are refused where the wallet is made later', () => {
    const before = asks(new Story(), 1, 1, 422);
    before.step('POST /wallets', {}, { environment: 'sandbox', walletId: WALLET, holderName: 'Ada Obi' });
    expect(before.broken).toEqual([]);
  });

  test('five in each, or once an hour that has ended meanwhile', () => {
    expect(asks(later(asks(made(), 1, 5), 61), 11, 5).broken).toEqual([]);
    expect(asks(made(), 1, 6).broken).toEqual([]);
    // Both bursts at the end of an hour of the clock.
    expect(asks(later(asks(made(), 1, 6), 60), 11, 6).broken).toEqual([]);
    expect(asks(later(asks(made(), 1, 5), 50), 6, 1).broken).toEqual([]);
  });

  test('with a linkRef that is known are refused for another wallet', () => {
    const other = linkBody('f1', '7000000009');
    const known = made().asks('POST', 'wallet-links', other, 201, linkAnswer('l9', other));
    expect(asks(known, 1, 1, 409).broken).toEqual([]);
    const reference = made().creates('checkouts', checkoutBody('f1'));
    expect(asks(reference, 1, 1, 409).broken).toEqual([]);
  });

  test('of five none is refused', () => {
    expect(asks(asks(made(), 1, 4), 5, 1, 422).broken).toEqual(['wallet-link.five-per-hour']);
    expect(asks(asks(made(), 1, 4), 5, 1, 429).broken).toEqual(['wallet-link.five-per-hour']);
    expect(asks(later(asks(made(), 1, 5), 62), 6, 1, 422).broken).toEqual(['wallet-link.five-per-hour']);
  });

  test('the sixth may be, one for a wallet of others, and what is not plainly right', () => {
    expect(asks(asks(made(), 1, 5), 6, 1, 422).broken).toEqual([]);
    expect(asks(later(asks(made(), 1, 5), 50), 6, 1, 422).broken).toEqual([]);
    expect(asks(new Story(), 1, 1, 422).broken).toEqual([]);
    expect(asks(asks(made(), 1, 1), 1, 1, 409).broken).toEqual([]);
    const odd = { ...linkBody('f1', WALLET), requesterName: '24/7' };
    expect(made().refused('wallet-links', odd, 422, 'x').broken).toEqual([]);
  });
});

describe('the balance of a wallet', () => {
  const linked = () =>
    new Story()
      .asks('POST', 'wallet-links', linkBody(), 201, linkAnswer())
      .asks('POST', 'sandbox/wallet-links/l1/approve', undefined, 200, {});
  const path = 'wallets/0000000001/balance';
  const open = { availableMinor: 1, heldMinor: 0, currency: 'NGN' };

  test.each([{ heldMinor: '0' }, { availableMinor: 0.5 }, { currency: 'USD' }])('with %j', (more) => {
    expect(linked().gets(path, { ...open, ...more }).broken).toEqual(['wallet.balance-when-approved']);
  });

  test('refused with another status than 403', () => {
    const refusal = { error: { code: 'x', message: '' } };
    expect(linked().asks('GET', path, undefined, 404, refusal).broken).toEqual(['wallet.balance-when-approved']);
    const pending = new Story().asks('POST', 'wallet-links', linkBody(), 201, linkAnswer());
    expect(pending.asks('GET', path, undefined, 404, refusal).broken).toEqual(['wallet.balance-unapproved']);
    expect(linked().gets(path, { ...open, total: 1 }).broken).toEqual([]);
    expect(new Story().asks('GET', path, undefined, 404, refusal).broken).toEqual([]);
  });
});

describe('the banks', () => {
  const lists = (json: unknown) => new Story().asks('GET', 'banks', undefined, 200, json).broken;

  test.each([
    ['none', [], 'bank.has-code'],
    ['one without a code', [{ code: '044' }, { code: ' ' }], 'bank.has-code'],
    [
      'two with one code',
      {
        banks: [
          { code: '044', name: 'A' },
          { code: '044', name: 'B' },
        ],
      },
      'bank.codes-differ',
    ],
  ])('%s: rejected', (_, json, requirement) => expect(lists(json)).toEqual([requirement]));

  test.each([
    ['in a list', [{ code: '044' }, { code: 58 }]],
    ['one in several lists', { all: [{ code: '044' }], popular: [{ code: '044' }] }],
  ])('%s: allowed', (_, json) => expect(lists(json)).toEqual([]));
});
