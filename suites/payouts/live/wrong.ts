import { breaking, lacking, wrongs } from '../../support/requests/refusals.ts';

/** One wrong field each, where a balance would cover the payout. */
export const wrongInLive = [
  ...breaking('payout.required-fields', lacking('recipient.accountName', 'recipient'), lacking('currency')),
  ...breaking('payout.field-types', wrongs('recipient.accountNumber', { 'a number': 2_087_654_321 })),
  ...breaking('payout.field-types', wrongs('narration', { 'a number': 17 })),
  ...breaking('payout.amount-integer', wrongs('amount', { 'a half of a kobo': 10_000.5, 'digits in a text': '10009' })),
  ...breaking('payout.currency-only-ngn', wrongs('currency', { USD: 'USD' })),
  ...breaking('payout.account-number-digits', wrongs('recipient.accountNumber', { 'a letter among 10': '01234567B9' })),
];
