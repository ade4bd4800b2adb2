import { expect, test } from 'vitest';
import { formatDuration, parseDuration, seconds } from './duration.ts';

test.each([
  ['90', 90],
  ['90s', 90],
  ['15m', 900],
  ['25h', 90_000],
  ['0', 0],
  ['1.5m', 90],
  [' 2s ', 2],
])('%j is %d seconds', (text, length) => {
  expect(parseDuration(text)).toBe(length);
});

test.each(['', 'h', '-1', '1d', '1h30m', '1,5m', '1e3', '.5', 'Infinity', '15 m'])(
  '%j is no length of time',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test('a length that the register states is read the same way', () => {
  expect(seconds('24h')).toBe(86_400);
  expect(() => seconds('1e3s')).toThrow('not a duration: 1e3s');
});

test.each([
  [0.25, '0.3 s'],
  [42.4, '42 s'],
  [119, '119 s'],
  [360, '6 min'],
  [5_400, '90 min'],
  [86_400, '24 h'],
])('%d seconds are told as %s', (length, words) => {
  expect(formatDuration(length)).toBe(words);
});
