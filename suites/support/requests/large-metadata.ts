import type { Body } from '../../../lib/interface/index.ts';

// "Up to 4 KB": however size is counted, and however a service stores it, 4,000 bytes as sent are within it. Each of these grows by some
// measure: escaped, indented, with blanks after colons and commas, or counted in two-byte characters.

const MAX_BYTES = 4_000;

/** The metadata with the largest `count` that fits. */
function filled(of: (count: number) => Body): Body {
  const fits = (count: number) => Buffer.byteLength(JSON.stringify(of(count))) <= MAX_BYTES;
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

/** Metadata of just under 4,000 bytes, in various alphabets, shapes and depths. */
export const largeMetadata: readonly { readonly what: string; readonly metadata: Body }[] = [
  { what: 'letters of three bytes', metadata: filled((count) => ({ note: 'ọ'.repeat(count) })) },
  { what: 'short names and values', metadata: filled((count) => numbered(count, (at) => at % 10)) },
  { what: 'letters of two bytes', metadata: filled((count) => ({ note: 'éПعא'.repeat(count) })) },
  { what: 'signs of four bytes', metadata: filled((count) => ({ note: '🎁'.repeat(count) })) },
  { what: 'Chinese names and values', metadata: filled((count) => ({ 谢谢: ['礼'.repeat(count)] })) },
  { what: 'quotes, backslashes and ends of lines', metadata: filled((count) => ({ note: '"\\\n'.repeat(count) })) },
  { what: 'signs of markup and paths', metadata: filled((count) => ({ note: `<a href='/'>&`.repeat(count) })) },
  { what: 'a list of digits', metadata: filled((count) => ({ list: Array.from({ length: count }, () => 7) })) },
  { what: 'a list of nothing', metadata: filled((count) => ({ list: Array.from({ length: count }, () => []) })) },
  { what: 'booleans and nulls', metadata: filled((count) => numbered(count, (at) => [true, false, null][at % 3])) },
  {
    what: 'objects in a list',
    metadata: filled((count) => ({ items: Array.from({ length: count }, (_, at) => ({ sku: `A-${at}`, n: 1 })) })),
  },
  { what: 'letters with marks of their own', metadata: filled((count) => ({ note: 'e\u0301'.repeat(count) })) },
  { what: 'thirty levels', metadata: nested(30) },
  { what: 'one long name', metadata: filled((count) => ({ ['n'.repeat(count)]: 1 })) },
];
