// Wrong values for the body of an escrow refund, each with a description.

export const wrongAmounts: readonly (readonly [string, unknown])[] = [
  ['digits in a string', '20000'],
  ['a fraction', 20_000.5],
  ['a fraction of a thousandth', 20_000.001],
  ['true', true],
  ['a list with an integer', [20_000]],
  ['an object', { value: 20_000 }],
  // Values that count as false in some languages and so may be taken for a missing value.
  ['an empty text', ''],
  ['a blank', ' '],
  ['the digit 0 in a string', '0'],
  ['false', false],
  ['an empty list', []],
  ['an empty object', {}],
];

export const wrongReasons: readonly (readonly [string, unknown])[] = [
  ['a number', 4_711],
  ['true', true],
  ['a list with a text', ['Out of stock']],
  ['an object', { text: 'Out of stock' }],
  ['false', false],
  ['0', 0],
  ['an empty list', []],
  ['an empty object', {}],
];

export const wrongBodies: readonly (readonly [string, string])[] = [
  ['JSON that is cut off', '{"amount": 20000'],
  ['a list with a valid body', '[{"amount":20000}]'],
  ['a text', '"Out of stock"'],
  ['a number', '20000'],
  // Bodies that count as false in some languages and so may be taken for a missing body.
  ['an empty list', '[]'],
  ['a list with an empty object', '[{}]'],
  ['an empty text', '""'],
  ['the number 0', '0'],
  ['false', 'false'],
];
