import {
  beyondIntegers,
  breaking,
  checkRefusals,
  lacking,
  onlyWithin,
  otherThanInteger,
  otherThanObject,
  otherThanText,
  spelledAsPaths,
  wrongs,
} from '../../support/requests/refusals.ts';

const rows = [
  ...breaking('checkout.amount-too-small', wrongs('amount', { '99': 99, '0': 0, '-1': -1, '-5,000': -5_000 })),
  ...breaking(
    'checkout.amount-too-large',
    wrongs('amount', { '2,000,000,001': 2_000_000_001 }),
    beyondIntegers('amount', 5_000),
    // More digits than the largest has, some of them before it in the order of texts.
    wrongs('amount', {
      '10,000,000,000': 10_000_000_000,
      '3,000,000,000': 3_000_000_000,
      '100,000,000,001': 100_000_000_001,
      '10^15': 1e15,
    }),
  ),
  ...breaking('checkout.amount-integer', otherThanInteger('amount', 5_000)),
  ...breaking(
    'checkout.currency-only-ngn',
    wrongs('currency', {
      USD: 'USD',
      ngn: 'ngn',
      'NGN and a space': 'NGN ',
      'no letter': '',
      'the number 566 in a text': '566',
    }),
  ),
  ...breaking(
    'checkout.required-fields',
    lacking('reference', 'currency', 'customer', 'customer.email', 'returnUrl'),
    wrongs('amount', { nothing: undefined }),
    spelledAsPaths('customer', { email: 'ada@example.com' }),
    // What stands in `metadata` is the merchant's own, whatever its names.
    onlyWithin('metadata', { amount: 5_000, currency: 'NGN', returnUrl: 'https://shop.example.com/return' }),
    onlyWithin('metadata', { customer: { email: 'ada@example.com' } }),
  ),
  ...breaking(
    'checkout.field-types',
    otherThanText('currency', 'NGN', 566),
    otherThanText('customer.email', 'ada@example.com'),
    otherThanText('returnUrl', 'https://shop.example.com/return'),
    otherThanText('description', 'Rice'),
    otherThanText('reference', 'order-A-17'),
    otherThanObject('customer', { email: 'ada@example.com' }),
    otherThanObject('metadata', { order: 'A-17' }),
  ),
  ...breaking(
    'checkout.email-malformed',
    wrongs('customer.email', {
      'text without an @': 'ada.example.com',
      'text without a name before the @': '@example.com',
      'text without a domain': 'ada@',
      'text with two @': 'ada@shop@example.com',
      'text with a space': 'ada lovelace@example.com',
      'two addresses': 'ada@example.com,bob@example.com',
      'an empty text': '',
    }),
  ),
  ...breaking(
    'checkout.return-url-malformed',
    wrongs('returnUrl', {
      'plain words': 'back to the shop',
      'a path alone': '/return',
      'a host without a scheme': 'shop.example.com/return',
      'an empty text': '',
    }),
  ),
  ...breaking(
    'checkout.description-too-long',
    wrongs('description', { '256 letters': 'd'.repeat(256), '256 letters beyond ASCII': 'ọ'.repeat(256) }),
  ),
  ...breaking(
    'checkout.metadata-too-large',
    wrongs('metadata', {
      'one value of 5,000 characters': { note: 'm'.repeat(5_000) },
      'a nested value of 5,000 characters': { order: { notes: ['m'.repeat(5_000)] } },
      'a name of 5,000 characters': { ['n'.repeat(5_000)]: 1 },
      'five hundred names and values': Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`name-${at}`, at])),
    }),
  ),
];

checkRefusals({
  kind: 'checkout',
  rows,
  createsNothing: 'checkout.refused-creates-nothing',
  alsoInLive: true,
  requests: async ({ merchant, data }) => {
    const reference = data.reference('chk');
    return (fields) => merchant.createCheckout({ reference, ...fields });
  },
});
