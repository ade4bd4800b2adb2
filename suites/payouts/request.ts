import { expect, requirement } from '../../lib/harness/index.ts';

const refused = [
  ['payout.required-fields', 'no reference', { reference: undefined }],
  ['payout.required-fields', 'no amount', { amount: undefined }],
  ['payout.required-fields', 'no currency', { currency: undefined }],
  ['payout.required-fields', 'no recipient', { recipient: undefined }],
  ['payout.required-fields', 'no bank name', { recipient: { bankName: undefined } }],
  ['payout.required-fields', 'no account number', { recipient: { accountNumber: undefined } }],
  ['payout.required-fields', 'no account name', { recipient: { accountName: undefined } }],

  ['payout.field-types', 'a reference that is a number', { reference: 20_261_120 }],
  ['payout.field-types', 'a currency that is a number', { currency: 566 }],
  ['payout.field-types', 'a narration that is a number', { narration: 42 }],
  ['payout.field-types', 'a bank name that is a number', { recipient: { bankName: 44 } }],
  ['payout.field-types', 'an account number that is a number', { recipient: { accountNumber: 2_087_654_321 } }],
  ['payout.field-types', 'an account name that is a number', { recipient: { accountName: 42 } }],

  ['payout.amount-integer', 'a fraction of a kobo', { amount: 10_000.5 }],
  ['payout.amount-integer', 'an amount of digits in a string', { amount: '10000' }],
  ['payout.amount-integer', 'an amount of null', { amount: null }],
  ['payout.amount-too-small', 'an amount of 9,999', { amount: 9_999 }],
  ['payout.amount-too-large', 'an amount of 2,000,000,001', { amount: 2_000_000_001 }],
  ['payout.currency-only-ngn', 'a payout in USD', { currency: 'USD' }],

  ['payout.account-number-too-short', 'an account number of 9 digits', { recipient: { accountNumber: '012345678' } }],
  ['payout.account-number-too-long', 'an account number of 11 digits', { recipient: { accountNumber: '01234567890' } }],
  ['payout.account-number-digits', 'a letter in an account number', { recipient: { accountNumber: '01234567B9' } }],
  ['payout.account-number-digits', 'a space before an account number', { recipient: { accountNumber: ' 123456789' } }],
  // Arabic-Indic digits, which \d takes for digits in some languages.
  ['payout.account-number-digits', 'digits of another script', { recipient: { accountNumber: '٠١٢٣٤٥٦٧٨٩' } }],

  ['payout.narration-too-long', 'a narration of 101 characters', { narration: 'n'.repeat(101) }],
] as const;

for (const [id, what, fields] of refused) {
  requirement(id, `${what} is refused`, async ({ merchant }) => {
    expect(await merchant.createPayout(fields)).toBeRefusedWith(400, 'invalid_request');
  });
}

requirement('payout.unsupported-bank', 'a bank name that no bank has anything of', async ({ merchant }) => {
  const refusal = await merchant.createPayout({ recipient: { bankName: 'Xqzwv Jkpt' } });

  expect(refusal).toBeRefusedWith(422, 'unsupported_bank');
});

const accepted = [
  ['payout.amount-smallest', 'an amount of 10,000', { amount: 10_000 }],
  ['payout.amount-largest', 'an amount of 2,000,000,000', { amount: 2_000_000_000 }],
  ['payout.narration-longest', 'a narration of 100 letters', { narration: 'n'.repeat(100) }],
  // Characters, not bytes: each of these letters takes three bytes in UTF-8.
  ['payout.narration-longest', 'a narration of 100 letters beyond ASCII', { narration: 'ọ'.repeat(100) }],
] as const;

for (const [id, what, fields] of accepted) {
  requirement(id, `${what} is accepted`, async ({ merchant }) => {
    expect(await merchant.createPayout(fields)).toHaveStatus(201);
  });
}
