import type { Body } from '../../../lib/interface/index.ts';

type Kind = 'checkout' | 'refund' | 'payout' | 'escrow';

export interface Case {
  readonly kind: Kind;
  readonly words: string;
  /** Fields of the first request besides the required ones. */
  readonly given: Body;
  /** Each change is sent in a separate request. `undefined` removes the field. */
  readonly changes: readonly Body[];
}

// Minimal differences between texts: in case, blanks, Unicode form, or the spelling of a number.
const nearly = [
  'Order 0017',
  'order 0017',
  'Order  0017',
  'Order 0017 ',
  ' Order 0017',
  'Order 17',
  'Ördér 0017',
  'Оrder 0017',
];
const numbersNearly = ['017', '17.0', '1.7e1', '0x11', ' 17', '+17'];
const [text = '', ...otherTextsNearly] = nearly;

// The same in metadata, and values of another type that look alike. Other spellings of one JSON value, such as 17.0, are left open.
const kinds = { text, digits: '17', none: null, empty: '', flag: true, list: [1], accent: '\u00e9', size: 42 };
const otherKinds = [
  ...otherTextsNearly.map((value) => ({ ...kinds, text: value })),
  ...[...numbersNearly, 17].map((digits) => ({ ...kinds, digits })),
  ...['', false, 0, {}, [], 'null', undefined].map((none) => ({ ...kinds, none })),
  ...['true', 1].map((flag) => ({ ...kinds, flag })),
  ...[1, ['1'], { 0: 1 }, [[1]], [1, null]].map((list) => ({ ...kinds, list })),
  ...[' ', null, false, 0].map((empty) => ({ ...kinds, empty })),
  { ...kinds, accent: 'e\u0301' },
  { ...kinds, size: '42' },
  { ...kinds, size: undefined, Size: 42 },
].map((metadata) => ({ metadata }));

const each = (name: string, values: readonly unknown[]): Body[] => values.map((value) => ({ [name]: value }));

/** Bodies that differ minimally, in one field. */
export const alikeCases: readonly Case[] = [
  {
    kind: 'payout',
    words: 'nearly the same value',
    given: { narration: '17', recipient: { accountName: text, accountNumber: '0123456789' } },
    changes: [
      ...each('narration', numbersNearly),
      ...otherTextsNearly.map((accountName) => ({ recipient: { accountName, accountNumber: '0123456789' } })),
      { recipient: { accountName: text, accountNumber: '0123456780' } },
    ],
  },
  {
    kind: 'checkout',
    words: 'nearly the same value',
    given: { description: text, returnUrl: 'https://shop.example.com/return?a=1&b=2' },
    changes: [
      ...each('description', otherTextsNearly),
      { returnUrl: 'https://shop.example.com/return?b=2&a=1' },
      { returnUrl: 'https://shop.example.com/return/?a=1&b=2' },
      { returnUrl: 'https://shop.example.com/Return?a=1&b=2' },
    ],
  },
  {
    kind: 'escrow',
    words: 'nearly the same value',
    given: { description: '17', conditions: text },
    changes: [...each('description', numbersNearly), ...each('conditions', otherTextsNearly)],
  },
  {
    kind: 'refund',
    words: 'nearly the same value',
    given: { reason: text },
    changes: each('reason', otherTextsNearly),
  },
  { kind: 'checkout', words: 'nearly the same value in metadata', given: { metadata: kinds }, changes: otherKinds },
  { kind: 'escrow', words: 'nearly the same value in metadata', given: { metadata: kinds }, changes: otherKinds },
];
