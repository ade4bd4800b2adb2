import type { Body } from '../../../lib/interface/index.ts';

// "Up to 4 KB": in whose spelling the bytes are counted is not shown. 4,000 bytes are within it if no spelling of the object has more: with blanks
// after commas and colons, and with escapes for characters beyond ASCII and for those that mean something in markup.

const MAX_BYTES = 4_000;

/** The bytes of the longest spelling of a JSON value. */
function longestOf(value: unknown): number {
  if (Array.isArray(value)) return 2 + value.reduce((sum: number, each) => sum + longestOf(each) + 2, 0);
  if (typeof value === 'object' && value !== null)
    return 2 + Object.entries(value).reduce((sum, [name, each]) => sum + longestOf(name) + longestOf(each) + 4, 0);
  return JSON.stringify(value).replace(/[^ -~]|[<>&'/]/g, '123456').length;
}

/** The metadata with the largest `count` that fits, in whichever spelling it is measured. */
export function largest(of: (count: number) => Body): Body {
  const fits = (count: number) => longestOf(of(count)) <= MAX_BYTES;
  let [most, tooMany] = [1, MAX_BYTES];
  while (tooMany - most > 1) {
    const between = Math.floor((most + tooMany) / 2);
    if (fits(between)) most = between;
    else tooMany = between;
  }
  return of(most);
}

const numbered = (count: number, value: (at: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value(at)]));

const nested = (levels: number): Body => (levels === 0 ? { end: 'x'.repeat(3_000) } : { a: nested(levels - 1) });

/** Metadata of just under 4,000 bytes in its longest spelling, in various alphabets, shapes and depths. */
export const largeMetadata: readonly { readonly what: string; readonly metadata: Body }[] = [
  { what: 'letters of three bytes', metadata: largest((count) => ({ note: 'ọ'.repeat(count) })) },
  { what: 'short names and values', metadata: largest((count) => numbered(count, (at) => at % 10)) },
  { what: 'letters of two bytes', metadata: largest((count) => ({ note: 'éПعא'.repeat(count) })) },
  { what: 'signs of four bytes', metadata: largest((count) => ({ note: '🎁'.repeat(count) })) },
  { what: 'Chinese names and values', metadata: largest((count) => ({ 谢谢: ['礼'.repeat(count)] })) },
  { what: 'quotes, backslashes and ends of lines', metadata: largest((count) => ({ note: '"\\\n'.repeat(count) })) },
  { what: 'signs of markup and paths', metadata: largest((count) => ({ note: `<a href='/'>&`.repeat(count) })) },
  { what: 'a list of digits', metadata: largest((count) => ({ list: Array.from({ length: count }, () => 7) })) },
  { what: 'a list of nothing', metadata: largest((count) => ({ list: Array.from({ length: count }, () => []) })) },
  { what: 'booleans and nulls', metadata: largest((count) => numbered(count, (at) => [true, false, null][at % 3])) },
  {
    what: 'objects in a list',
    metadata: largest((count) => ({ items: Array.from({ length: count }, (_, at) => ({ sku: `A-${at}`, n: 1 })) })),
  },
  { what: 'letters with marks of their own', metadata: largest((count) => ({ note: 'e\u0301'.repeat(count) })) },
  { what: 'thirty levels', metadata: nested(30) },
  { what: 'one long name', metadata: largest((count) => ({ ['n'.repeat(count)]: 1 })) },
];

/** Metadata with one ASCII text of 5,000 characters: beyond 4 KB in every spelling, wherever the text stands. */
export const tooLargeMetadata: readonly { readonly what: string; readonly metadata: Body }[] = [
  { what: 'a value of 5,000 letters', metadata: { note: 'm'.repeat(5_000) } },
  { what: 'a value of 5,000 letters in an object', metadata: { order: { note: 'm'.repeat(5_000) } } },
  { what: 'a value of 5,000 letters in a list', metadata: { notes: ['m'.repeat(5_000)] } },
  { what: 'a value of 5,000 letters in objects in a list', metadata: { order: { lines: [{ n: 'm'.repeat(5_000) }] } } },
  { what: 'a name of 5,000 letters', metadata: { ['m'.repeat(5_000)]: 1 } },
];
