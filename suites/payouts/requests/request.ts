import { check, checks, expect, unknownBank } from '../../../lib/interface/index.ts';
import {
  beyondIntegers,
  breaking,
  checkRefusals,
  lacking,
  otherThanInteger,
  otherThanObject,
  otherThanText,
  spelledAsPaths,
  wrongs,
} from '../../support/requests/refusals.ts';

const rows = [
  {
    id: 'payout.unsupported-bank',
    what: 'what no bank has anything of as recipient.bankName',
    fields: { recipient: { bankName: unknownBank } },
    refusal: [422, 'unsupported_bank'],
  } as const,
  ...breaking(
    'payout.required-fields',
    lacking(
      'reference',
      'currency',
      'recipient',
      'recipient.bankName',
      'recipient.accountNumber',
      'recipient.accountName',
    ),
    wrongs('amount', { nothing: undefined }),
    spelledAsPaths('recipient', { bankName: 'Access Bank', accountNumber: '0123456789', accountName: 'Ada Obi' }),
  ),
  ...breaking(
    'payout.field-types',
    otherThanText('currency', 'NGN', 566),
    otherThanText('recipient.accountNumber', '0123456789', 2_087_654_321),
    otherThanText('recipient.bankName', 'Access Bank', 44),
    otherThanText('recipient.accountName', 'Ada Lovelace'),
    otherThanText('narration', 'Sales of week 47'),
    otherThanText('reference', 'payout-A-17'),
    otherThanObject('recipient', {
      bankName: 'Access Bank',
      accountNumber: '0123456789',
      accountName: 'Ada Lovelace',
    }),
  ),
  ...breaking('payout.amount-integer', otherThanInteger('amount', 10_000)),
  ...breaking(
    'payout.amount-too-small',
    wrongs('amount', { '9,999': 9_999, '100': 100, '0': 0, '-1': -1, '-10,000': -10_000 }),
  ),
  ...breaking(
    'payout.amount-too-large',
    wrongs('amount', { '2,000,000,001': 2_000_000_001 }),
    beyondIntegers('amount', 20_000),
  ),
  ...breaking(
    'payout.currency-only-ngn',
    wrongs('currency', {
      USD: 'USD',
      ngn: 'ngn',
      'no letter': '',
      'NGN and a space': 'NGN ',
      'the number 566 in a text': '566',
    }),
  ),
  ...breaking(
    'payout.account-number-too-short',
    wrongs('recipient.accountNumber', { '9 digits': '012345678', '1 digit': '0', 'no digit': '' }),
  ),
  ...breaking(
    'payout.account-number-too-long',
    wrongs('recipient.accountNumber', { '11 digits': '01234567890', '20 digits': '01234567890123456789' }),
  ),
  ...breaking(
    'payout.account-number-digits',
    wrongs('recipient.accountNumber', {
      'a letter among 10 characters': '01234567B9',
      'a space and 9 digits': ' 123456789',
      '9 digits and a line feed': '012345678\n',
      'a sign and 9 digits': '-123456789',
      'a plus sign and 9 digits': '+123456789',
      'a number with a point': '12345678.9',
      'a number with an exponent': '12345678e1',
      // Arabic-Indic digits, which \d matches in some languages.
      'digits of another script': '٠١٢٣٤٥٦٧٨٩',
      'full-width digits': '０１２３４５６７８９',
    }),
  ),
  // Values that a service would accept if it normalised them before validating.
  ...breaking(
    'payout.account-number-digits',
    wrongs('recipient.accountNumber', {
      '10 digits and a line feed': '0123456789\n',
      'a space and 10 digits': ' 0123456789',
      '10 digits and a space': '0123456789 ',
      '10 digits in two groups': '01234 56789',
      '10 digits with hyphens': '0123-456-789',
      'a plus sign and 10 digits': '+0123456789',
      '10 digits, carriage return and line feed': '0123456789\r\n',
    }),
  ).map((row) => ({ ...row, also: 'payout.account-number-too-long' }) as const),
  ...breaking(
    'payout.narration-too-long',
    wrongs('narration', { '101 letters': 'n'.repeat(101), '101 letters beyond ASCII': 'ọ'.repeat(101) }),
  ),
];

checkRefusals({
  kind: 'payout',
  rows,
  createsNothing: 'payout.refused-creates-nothing',
  requests: async ({ merchant, data }) => {
    const reference = data.reference('pay');
    return (fields) => merchant.createPayout({ reference, ...fields });
  },
});

checks(
  'payout.body-object',
  [
    { what: 'a list of one payout', wrap: (body: string) => `[${body}]` },
    { what: 'a payout as text', wrap: (body: string) => JSON.stringify(body) },
    { what: 'a number', wrap: () => '10000' },
    { what: 'null', wrap: () => 'null' },
  ],
  ({ what }) => `${what} is refused`,
  async ({ merchant, data }, { wrap }) => {
    const recipient = { bankName: 'Access Bank', accountNumber: '0123456789', accountName: 'Ada Lovelace' };
    const body = { reference: data.reference('pay'), amount: 10_000, currency: 'NGN', recipient };

    const refusal = await merchant.api.createPayout({}, { rawBody: wrap(JSON.stringify(body)) });

    expect(refusal).toBeRefusedWith(400, 'invalid_request');
  },
);

check('payout.amount-smallest', 'an amount of 10,000 is accepted', async ({ merchant }) => {
  expect(await merchant.createPayout({ amount: 10_000 })).toHaveStatus(201);
});

check('payout.amount-largest', 'an amount of 2,000,000,000 is accepted', async ({ merchant }) => {
  expect(await merchant.createPayout({ amount: 2_000_000_000 })).toHaveStatus(201);
});
