import { expect, test } from 'vitest';
import { parseJson } from './json.ts';

test.each([
  ['{"a":[1,{"b":"}]{["}]}', { a: [1, { b: '}]{[' }] }],
  ['"\\"["', '"['],
  ['', undefined],
  ['{', undefined],
])('%s', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test('brackets within strings are no depth', () => {
  const text = '['.repeat(5_000);
  expect(parseJson(JSON.stringify({ text, quoted: `\\"${text}` }))).toEqual({ text, quoted: `\\"${text}` });
});

test.each(['[', '{"a":'])('what is nested too deep is none: %s', (open) => {
  const nested = (depth: number) => `${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}`;
  expect(parseJson(nested(900))).toBeDefined();
  expect(parseJson(nested(100_000))).toBeUndefined();
});
