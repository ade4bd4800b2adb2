/** Defects of creating and settling payouts, besides those generated from the request tables. */
import { endpoint, field, guard, omits, shows, timer, withoutGuard } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { seesOthers } from '../others.ts';
import { before, isAt } from '../steps.ts';

const accountNumber = (pattern: RegExp) => field('payout', 'recipient.accountNumber', { pattern });

export const payoutMutants: readonly Mutant[] = [
  mutant(
    'payout.created',
    'payout-created-with-200',
    'a payout is answered with 200',
    endpoint('createPayout', { status: 200 }),
  ),
  mutant('payout.created', 'payout-created-without-id', 'the create response has no id', omits('createPayout', 'id')),
  mutant(
    'payout.created',
    'payout-created-without-status',
    'the create response has no status',
    omits('createPayout', 'status'),
  ),
  mutant(
    'payout.duplicate-reference',
    'payout-duplicate-not-refused',
    'a second payout with a reference takes the place of the first',
    withoutGuard('payout.duplicate-reference'),
  ),
  mutant(
    'payout.duplicate-reference',
    'payout-duplicate-with-another-code',
    'a duplicate reference is refused with conflict',
    guard('payout.duplicate-reference', { code: 'conflict' }),
  ),
  mutant(
    'payout.sandbox-ignores-balance',
    'payout-balance-limits-sandbox',
    'the balance limits payouts in sandbox too',
    guard('payout.balance', { only: undefined }),
  ),
  mutant(
    'payout.sandbox-ignores-balance',
    'payout-without-balance-fails',
    'a sandbox payout without balance fails later',
    timer('payout', 'pending', {
      on: (payout: { merchant?: { balance: number } }) =>
        (payout.merchant?.balance ?? 0) < 0 ? 'settlement fails' : 'settlement succeeds',
    } as Parameters<typeof timer>[2] & object),
  ),
  mutant('payout.unsupported-bank', 'payout-any-bank', 'any bank name is taken', withoutGuard('payout.bank-unknown')),
  mutant(
    'payout.unsupported-bank',
    'payout-unknown-bank-with-400',
    'an unknown bank is refused with 400',
    guard('payout.bank-unknown', { status: 400 }),
  ),
  mutant(
    'payout.unsupported-bank',
    'payout-unknown-bank-with-another-code',
    'an unknown bank is refused with bank_not_found',
    guard('payout.bank-unknown', { code: 'bank_not_found' }),
  ),
  mutant(
    'payout.account-number-too-short',
    'payout-account-number-of-9',
    'an account number of 9 digits is taken',
    accountNumber(/^[0-9]{9,10}$/),
  ),
  mutant(
    'payout.account-number-too-short',
    'payout-short-account-number-with-422',
    'a short account number is refused with 422',
    before('checkFields', (asked, next) => {
      if (isAt(asked, 'createPayout') && (asked.body.text('recipient.accountNumber') ?? '0000000000').length < 10)
        asked.body.value.recipient = {
          ...(asked.body.object('recipient') ?? {}),
          accountNumber: '0123456789',
          bankName: 'No Such Bank',
        };
      return next();
    }),
  ),
  mutant(
    'payout.account-number-too-long',
    'payout-account-number-of-11',
    'an account number of 11 digits is taken',
    accountNumber(/^[0-9]{10,11}$/),
  ),
  mutant(
    'payout.account-number-too-long',
    'payout-account-number-not-anchored',
    'only the start of an account number is looked at',
    accountNumber(/^[0-9]{10}/),
  ),
  mutant(
    'payout.account-number-digits',
    'payout-account-number-any-characters',
    'ten characters of any kind are taken as account number',
    accountNumber(/^.{10}$/),
  ),
  mutant(
    'payout.account-number-digits',
    'payout-account-number-any-digits',
    'digits of other scripts are taken in an account number',
    accountNumber(/^\p{Nd}{10}$/u),
  ),
  mutant(
    'payout.record-found',
    'payout-record-without-reference',
    'the record has no reference',
    omits('getPayout', 'reference'),
  ),
  mutant(
    'payout.record-found',
    'payout-record-with-another-id',
    'the record has another id than the create response',
    shows('getPayout', (body) => ({ ...body, id: `${body.id}x` })),
  ),
  ...(['amount', 'currency', 'narration'] as const).map((name) =>
    mutant(
      'payout.record-as-sent',
      `payout-record-without-${name}`,
      `the record has no ${name}`,
      omits('getPayout', name),
    ),
  ),
  mutant(
    'payout.record-as-sent',
    'payout-record-narration-cut',
    'the record has the narration cut',
    shows('getPayout', (body) => ({ ...body, narration: body.narration && String(body.narration).slice(0, 8) })),
  ),
  mutant(
    'payout.record-recipient',
    'payout-record-without-recipient',
    'the record has no recipient',
    omits('getPayout', 'recipient'),
  ),
  mutant(
    'payout.record-recipient',
    'payout-recipient-as-text',
    'the recipient of a record is text',
    shows('getPayout', (body) => ({ ...body, recipient: JSON.stringify(body.recipient) })),
  ),
  mutant(
    'payout.record-nulls',
    'payout-narration-empty-for-null',
    'without narration the record has an empty text',
    shows('getPayout', (body) => ({ ...body, narration: body.narration ?? '' })),
  ),
  mutant(
    'payout.record-nulls',
    'payout-record-without-failure-reason',
    'the record has no failureReason',
    omits('getPayout', 'failureReason'),
  ),
  mutant(
    'payout.record-created-at',
    'payout-record-without-created-at',
    'the record has no createdAt',
    omits('getPayout', 'createdAt'),
  ),
  mutant(
    'payout.record-created-at',
    'payout-created-at-in-milliseconds',
    'createdAt is a number',
    shows('getPayout', (body) => ({ ...body, createdAt: Date.parse(String(body.createdAt)) })),
  ),
  mutant(
    'payout.unknown-reference',
    'payout-unknown-with-403',
    'GET of an unknown reference is answered with 403',
    (rules) => ({
      ...rules,
      decisions: {
        ...rules.decisions,
        unknown: { ...rules.decisions.unknown, payout: { status: 403, code: 'forbidden' } },
      },
    }),
  ),
  seesOthers(
    'payout.other-merchant-sees-nothing',
    'payout-seen-by-others',
    'any merchant can read any payout',
    'getPayout',
  ),
  mutant('payout.succeeds', 'payout-never-settles', 'a payout stays pending', timer('payout', 'pending', null)),
  mutant(
    'payout.succeeds',
    'payout-to-0123456789-fails',
    'a payout to account 0123456789 fails',
    failsAt('0000000000', '0123456789'),
  ),
  mutant(
    'payout.succeeds',
    'payout-settles-after-an-hour',
    'a payout settles after an hour',
    timer('payout', 'pending', { after: 3_600 }),
  ),
  mutant(
    'payout.failing-account',
    'payout-to-0000000000-succeeds',
    'a payout to account 0000000000 succeeds',
    failsAt(),
  ),
  mutant(
    'payout.failing-account',
    'payout-to-0000000000-refused',
    'a payout to account 0000000000 is refused',
    accountNumber(/^(?!0{10})[0-9]{10}$/),
  ),
  mutant(
    'payout.failing-account',
    'payout-failed-is-called-reversed',
    'a failed payout has status reversed',
    shows('getPayout', (body) => ({ ...body, status: body.status === 'failed' ? 'reversed' : body.status })),
  ),
];

function failsAt(...numbers: readonly string[]): Change {
  return timer('payout', 'pending', {
    on: (payout: { recipient?: { accountNumber: string } }) =>
      numbers.includes(payout.recipient?.accountNumber ?? '') ? 'settlement fails' : 'settlement succeeds',
  } as Parameters<typeof timer>[2] & object);
}
