import type { Fields, Json } from '../../engine/explore/story.ts';
import type { Draft } from './draft.ts';

// Valid values that a service may take for something else: at a limit, near a limit of computers, or merely unusual.

/** Usually the same address for every buyer. */
export const mail = (draft: Draft): string =>
  draft.pick([
    ...Array<string>(4).fill('buyer@example.com'),
    'Buyer@example.com',
    'ada.obi+shop@example.org',
    'a1_b-c@mail.example.net',
    'a.b.c@example.com',
    'abc@example.com',
    'ada+1@example.com',
    'x@example.io',
    '007@example.com',
    `${'long'.repeat(12)}@mail.shop.example.com`,
  ]);

/** Addresses of two people each, which a careless comparison takes for one. */
export const nearMails: readonly (readonly string[])[] = [
  ['ada_obi@example.com', 'ada.obi@example.com'],
  ['ada.obi@example.com', 'adaobi@example.com'],
  ['ada+1@example.com', 'ada+2@example.com'],
  ['ada+shop@example.com', 'ada@example.com'],
  ['ada@example.com', 'ada@example.org'],
  ['ada@example.com', 'ada@mail.example.com'],
  ['ada@example.com', 'lada@example.com'],
];

/** Https, which is valid in both environments. */
export const returnAddress = (draft: Draft): string =>
  draft.pick([
    ...Array<string>(4).fill('https://shop.example.com/return'),
    'https://shop.example.com',
    'https://shop.example.com:8443/a/b.html?order=7&note=a_b',
    'https://pay.example.co.uk/thanks?reference=own&status=none',
    'https://shop.example.com/return#thanks',
  ]);

/** Addresses that only sandbox may accept. */
export const plainAddresses: readonly string[] = [
  'http://shop.example.com/return',
  'http://localhost:3000/return',
  'http://127.0.0.1/return',
  'http://shop.example.com/return?next=https://shop.example.com/',
];

/** Amounts at which a program errs that counts in floating point, in 16 or 31 bits, or in naira. */
const edgeAmounts: readonly number[] = [
  101, 999, 1_001, 1_009, 12_803, 28_999, 57_999, 65_536, 99_999, 100_001, 114_999, 1_000_001, 16_777_217, 40_009,
  123_456_789, 999_999_999, 1_999_999_999,
];
const beyondPayments: readonly number[] = [2_000_000_001, 2_147_483_647, 2_147_483_648, 3_000_000_001, 4_294_967_297];

/** Mostly `usual`; else at a limit, from `edgeAmounts`, anywhere in the range, or invalid. */
export function amountOf(draft: Draft, min: number, max: number, usual: number): number {
  return draft.pick([
    () => usual,
    () => usual,
    () => usual,
    () => draft.pick([min, max]),
    () => draft.pick(edgeAmounts.filter((each) => each >= min && each <= max)),
    () => draft.integer(min, max),
    () => draft.pick([min - 1, max + 1, min + 0.5]),
  ])();
}

/** "Maximum: not shown." */
export const escrowAmount = (draft: Draft): number =>
  draft.chance(8) ? draft.pick(beyondPayments) : amountOf(draft, 10_000, 2_000_000_000, 50_000);

/** Texts that programs take for something else, texts of full length, or random ones. */
export function textOf(draft: Draft, maxLength: number): string {
  const fitting = confusableTexts.filter((each) => each.length <= maxLength);
  const whole = ['a'.repeat(maxLength), 'é'.repeat(maxLength), 'one two '.repeat(maxLength).slice(0, maxLength - 1)];
  return draft.pick([
    () => draft.pick(fitting),
    () => draft.pick(fitting),
    () => draft.pick(whole).trim(),
    () => draft.anyText(maxLength),
  ])();
}

/** Without spaces at their ends, and in a form that Unicode normalization (NFC) does not change. */
const confusableTexts: readonly string[] = [
  '007',
  '12',
  '1e3',
  '0.10',
  '-0',
  'true',
  'null',
  'undefined',
  '[]',
  '2026-02-03',
  '2026-02-03T04:05:06Z',
  'Adé & Söhne <b>"x"</b>',
  "O'Brien; --",
  '$& $1 %s %20 &amp; \\n',
  'C:\\orders\\7',
  'two  blanks',
  '₦5,000',
  'sandbox_fail?',
  'UPPER lower',
  'see https://shop.example.com/?a=1&b=2#c',
  '日本語',
  'مرحبا',
  '👩‍👩‍👧',
  'zero\u200bwidth, soft\u00adhyphen',
  '5 < 7, and 9 > 3 <all>',
  '.',
];

/** "Same rules as for checkouts." */
export function optionalFields(draft: Draft): Fields {
  return {
    ...(draft.chance(4) && { description: textOf(draft, 255) }),
    ...(draft.chance(4) && { metadata: draft.pick(metadata) }),
  };
}

/** "object", "up to 4 KB". */
const metadata: readonly Fields[] = [
  { order: 7 },
  { a: { b: [1, null, 'é'] } },
  {},
  { on: '2026-02-03', at: '2026-02-03T04:05:06Z', zone: '2026-02-03T04:05:06+01:00' },
  { code: '007', zero: '0.10', big: 9007199254740991, less: -1, part: 0.1, yes: true, no: false, nothing: null },
  { empty: '', list: ['', 'a'], within: { empty: '', none: null } },
  { a: 1, A: 2, a_b: 3, 'a.b': 4, 'a b': 5, é: 6, $x: 7, '': 8 },
  { camelCase: 1, snake_case: 2, 'kebab-case': 3, id: 4, reference: 'x', status: 'y', amount: 1.5 },
  { list: [], lists: [[1, [2, [3]]], ['x']], of: [{ a: 1 }, { a: 2 }] },
  { deep: { deep: { deep: { deep: { deep: { deep: { deep: [[[[1]]]] } } } } } } },
  { many: [...Array(120).keys()], twice: [1, 1, 1], mixed: [3, 1, 2, '3', true] },
  Object.fromEntries([...Array(60).keys()].map((at) => [`name-${at}`, at])),
  { html: '<b>&amp;</b>', sql: "'; --", path: '..\\..\\x', percent: '%7B%7D', line: 'a\nb\tc' },
  { long: 'x'.repeat(3_900) },
  // Names that look like places in a list, and names of built-in members of objects.
  { 0: 'a', 1: 'b', 2: 'c' },
  { lines: { 0: { 1: 'a' } }, 10: 'x' },
  JSON.parse('{"__proto__": {"a": 1}, "within": {"__proto__": "b", "constructor": {"prototype": 1}}, "toString": "c"}'),
];

export const personName = (draft: Draft): string =>
  draft.pick(['Ada Obi', 'Ada Obi', 'Ngozi Eze Okafor', 'Ọláwálé Adé', "Mary-Jane O'Neil", 'Li Wu']);

/** The holder of a wallet. */
export const holderName = (draft: Draft): string =>
  draft.pick([
    'Ngozi Eze',
    'Ada Obi',
    'Chukwuemeka Okonkwo',
    'Ada Ada',
    'Obi & Eze Ltd',
    'Ọláwálé Adébáyọ̀',
    'Mary Jane Watson',
  ]);

export const requester = (draft: Draft): string => draft.pick(['Shop', 'Shop', "Ada's Shop & Sons", 'Ọjà', '24/7']);

export const hours = (draft: Draft): number => draft.pick([1, 2, 5, 23, 24, 25, 48, 72, 100, 720]);
export const minutes = (draft: Draft): number => draft.pick([5, 6, 7, 15, 30, 45, 59, 60]);

/** Seconds, before and after the limits that the tables of states name. */
export const waitsS: readonly number[] = [
  30, 61, 299, 301, 3_500, 3_700, 20_000, 43_000, 80_000, 86_000, 86_900, 108_000, 172_800, 258_500, 260_000,
];

/** Values instead of a valid one, by the type of the field. Some of them are valid in some reading. */
export const wrong = {
  integer: (right: Json): readonly Json[] => {
    const number = Number(right) || 5_000;
    return [
      String(number),
      `${number}.00`,
      number + 0.5,
      number + 0.1,
      -number,
      0,
      -1,
      2_000_000_001,
      2_147_483_648,
      4_294_967_296 + number,
      9_007_199_254_740_991,
      1e20,
      true,
      false,
      '',
      [number],
      [number, number],
      { amount: number },
      { value: number, currency: 'NGN' },
      `₦${number}`,
      `${number} NGN`,
      '0x1388',
      '5e3',
      null,
    ];
  },
  text: (right: Json): readonly Json[] => [
    5,
    0,
    true,
    false,
    [right],
    [right, right],
    { value: right },
    { reference: right },
    { id: right },
    [],
    {},
    null,
  ],
  currency: (): readonly Json[] => [
    'ngn',
    'Ngn',
    'USD',
    'EUR',
    'XOF',
    '566',
    566,
    'NG',
    'NGNN',
    'NGN,USD',
    'N',
    '₦',
    'naira',
    '',
    ['NGN'],
    { code: 'NGN' },
    true,
    null,
  ],
  mail: (): readonly Json[] => [
    'buyer',
    'buyer@',
    '@example.com',
    'buyer@shop@example.com',
    'a b@example.com',
    'a@example.com,b@example.com',
    'a@example..com',
    'a@example.com\n',
    '',
    5,
    ['buyer@example.com'],
    { address: 'buyer@example.com' },
    null,
  ],
  address: (): readonly Json[] => [
    'back to the shop',
    '/return',
    'shop.example.com/return',
    '//shop.example.com/return',
    'https:// shop.example.com',
    ...plainAddresses,
    '',
    5,
    ['https://shop.example.com/return'],
    { url: 'https://shop.example.com/return' },
    null,
  ],
  digits: (): readonly Json[] => [
    '012345678',
    '01234567890',
    '01234 6789',
    '012345678a',
    '0123-45678',
    '+123456789',
    '０１２３４５６７８９',
    '012345678.',
    '0123456789\n',
    ' 0123456789',
    '',
    1_234_567_890,
    ['0123456789'],
    { number: '0123456789' },
    null,
  ],
  object: (right: Json): readonly Json[] => [[], [right], 'x', '{}', JSON.stringify(right), 5, true, false, null],
  longText: (maxLength: number): readonly Json[] => [
    'x'.repeat(maxLength + 1),
    'ọ'.repeat(maxLength + 1),
    `${'two words '.repeat(Math.ceil(maxLength / 10))}.`,
    'x'.repeat(4 * maxLength),
  ],
  reference: (right: Json): readonly Json[] => [
    `${String(right)}/x`,
    `${String(right)} x`,
    `${String(right)}?`,
    `${String(right)}@`,
    `${String(right)}#1`,
    `${String(right)}%20`,
    `${String(right)}\n`,
    `${String(right)}${'x'.repeat(100)}`,
  ],
  hours: (): readonly Json[] => [0, -1, 721, 1_000_000, 1.5, '24', true, false, [24], { hours: 24 }, ''],
  minutes: (): readonly Json[] => [0, 4, 61, -5, 5.5, '30', true, [30], { minutes: 30 }, 1_440, null],
  metadata: (): readonly Json[] => [
    [],
    'x',
    '{"a":1}',
    5,
    true,
    [{ a: 1 }],
    { long: 'x'.repeat(5_000) },
    { ['n'.repeat(5_000)]: 1 },
    Object.fromEntries([...Array(700).keys()].map((at) => [`name-${at}`, at])),
  ],
} as const;
