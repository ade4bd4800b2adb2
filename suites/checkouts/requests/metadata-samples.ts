import { ownNameSamples } from './metadata-names.ts';

/** Metadata of every shape, which must be returned as it was sent. */
export const samples = [
  {
    what: 'nested objects and lists',
    metadata: { order: { code: 'A-17', tags: ['gift', ['deep', { deeper: 'still' }]] }, empty: {}, none: [] },
  },
  {
    what: 'numbers, booleans and null',
    metadata: { count: 3, share: 0.25, loss: -7, zero: 0, gift: true, sold: false, coupon: null },
  },
  {
    what: 'non-ASCII text',
    metadata: { name: 'Ọlá Adébáyọ̀', note: '₦5,000 – 谢谢 🎁', 'clé à part': '"quoted" \\ / \n' },
  },
  { what: 'an object without anything in it', metadata: {} },
  { what: 'nulls at every level', metadata: { a: null, b: { c: null }, d: [null, { e: null }] } },
  {
    what: 'numbers at the ends of what JSON keeps',
    metadata: {
      most: 9_007_199_254_740_991,
      least: -9_007_199_254_740_991,
      tenth: 0.1,
      tiny: 1e-7,
      third: 0.333333333333,
    },
  },
  {
    what: 'texts that look like something else',
    metadata: {
      a: 'true',
      b: 'null',
      c: '12',
      d: '007',
      e: '2026-11-22T10:00:00Z',
      f: '1e3',
      g: '',
      h: ' x ',
      i: '{}',
    },
  },
  {
    what: 'names that are alike, or look like something else',
    metadata: {
      id: 1,
      ID: 2,
      order_id: 3,
      orderId: 4,
      'order-id': 5,
      'order.id': 6,
      'order id': 7,
      $set: 8,
      '0': 9,
      '1': 10,
    },
  },
  {
    what: 'names that the record has too',
    metadata: { status: 'failed', amount: 1, reference: 'other', metadata: { metadata: null }, currency: 'USD' },
  },
  {
    what: 'lists of lists, of one thing and of equal ones',
    metadata: { a: [[]], b: [[[1]]], c: [1, 1, 1], d: [0], e: ['', ''] },
  },
  { what: 'an order of things that is no alphabet', metadata: { list: [3, 1, 2, 'b', 'a', { z: 1 }, [9, 8]] } },
  { what: 'a hundred names', metadata: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`name-${at}`, at])) },
  { what: 'a list of three hundred numbers', metadata: { list: Array.from({ length: 300 }, (_, at) => at * 7) } },
  {
    what: 'names with dots, beside what they could be a path to',
    metadata: { 'a.b': 1, a: { b: 2, 'c.d': [3] }, 'list.0': 'x', list: ['y'], '.': 0, 'a.': 1 },
  },
  {
    what: 'fractions of many digits, below zero and between',
    metadata: { many: 0.1234567890123, half: -0.5, third: -0.333333333333, list: [0.1, 1.1, -1.75], sum: 1234567.89 },
  },
  {
    what: 'names that are empty, long, or of other scripts',
    metadata: { '': 'empty', ['n'.repeat(500)]: 'long', ọjà: 1, 谢谢: 2, '🎁': 3, ' x ': 4, '"': 5, '\\': 6 },
  },
  {
    what: 'booleans, numbers and the texts that look like them',
    metadata: { list: [true, 'true', false, 'false', 0, '0', 1, '1', null, 'null', ''], flag: false, text: 'false' },
  },
  {
    what: 'names that languages have for themselves',
    metadata: { constructor: 'a', toString: 'b', length: 3, class: 'd', nil: null, undefined: 'f', NaN: 'g' },
  },
  ...ownNameSamples,
  {
    what: 'empty objects and lists within each other',
    metadata: { a: {}, b: [], c: [{}], d: [[], {}], e: { f: {}, g: [] }, h: [null, [null]] },
  },
  {
    what: 'dates, times and periods',
    metadata: {
      day: '2026-11-22',
      month: '2026-11',
      year: '2026',
      time: '10:30',
      local: '2026-11-22T10:00:00',
      zoned: '2026-11-22T10:00:00+01:00',
      exact: '2026-11-22T10:00:00.123456Z',
      period: 'P3D',
      other: '22/11/2026',
      list: ['2026-11-22', { due: '2026-12-01' }],
    },
  },
  {
    what: 'names that begin or end with signs',
    metadata: {
      $ref: 'a',
      $: 'b',
      _id: 'c',
      __v: 1,
      '@type': 'd',
      '#1': 'e',
      '-x': 'f',
      '.y': 'g',
      'z.': 'h',
      'w[]': 'i',
      'v[0]': 'j',
      '*': 'k',
      '/': 'l',
      '~0': 'm',
      inner: { $set: { _id: 1 }, '@id': [{ $in: [] }] },
    },
  },
  {
    what: 'texts that are numbers, lists, or made of signs, within others',
    metadata: {
      list: ['0012', '1.0', '1e3', '-0', '+1', ' 7', '0x1F', 'Infinity', '[]', '{}', '""', "''", 'a,b', 'a=b&c', '%41'],
      phone: { number: '+2348012345678', zip: '00100' },
      big: '12345678901234567890',
    },
  },
  {
    what: 'texts of lines, tabs and signs that cannot be printed',
    metadata: {
      lines: 'a\nb\r\nc\rd',
      tab: 'a\tb',
      soft: 'a\u00adb',
      joiner: 'a\u200db',
      mark: '\ufeffa',
      blank: '  ',
    },
  },
  {
    what: 'numbers that are whole, small, large or equal',
    metadata: { one: 1, two: 1.5, large: 1e15, more: 123_456_789_012, small: 0.000001, less: -0.1, equal: [1, 1, 2] },
  },
  { what: 'twenty levels', metadata: nested(20) },
  {
    what: 'emoji, right-to-left text and two spellings of é',
    metadata: { emoji: '👩🏽‍🚀🇳🇬', rtl: 'مرحبا שלום', e: 'e\u0301 \u00e9' },
  },
];

function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? { end: true } : { [`level-${levels}`]: nested(levels - 1) };
}
