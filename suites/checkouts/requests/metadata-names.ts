import type { Body } from '../../../lib/interface/index.ts';

/** Metadata with names and values that have a special meaning in programming languages. */
export const ownNameSamples: readonly { readonly what: string; readonly metadata: Body }[] = [
  {
    what: 'names that every object of a program has, at every depth',
    metadata: {
      ['__proto__']: { a: 1 },
      constructor: { prototype: { b: 2 } },
      hasOwnProperty: 'c',
      inner: {
        ['__proto__']: 'd',
        list: [
          { ['__proto__']: null, valueOf: 1 },
          { toJSON: 'e', prototype: 'f' },
        ],
      },
    },
  },
  {
    what: 'objects within it whose names are numbers in a row',
    metadata: { items: { '0': 'a', '1': 'b' }, one: { '0': null }, from: { '1': 'x', '2': 'y' }, list: [{ '0': {} }] },
  },
  { what: 'names that are numbers in a row', metadata: { '0': 'a', '1': ['b'], '2': { '0': 'c' } } },
  {
    what: 'texts that programs and languages have for themselves',
    metadata: {
      a: 'undefined',
      b: 'NaN',
      c: '__proto__',
      d: 'None',
      list: ['[object Object]', '-', '0', 'nil', 'constructor'],
    },
  },
];
