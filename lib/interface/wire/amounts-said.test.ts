import { expect, test } from 'vitest';
import { amountsSaid } from './amounts-said.ts';

test.each([
  ['1,234,567 are left', '1234567'],
  ['12 345,67 NGN', '1234567'],
  ['12345.67', '1234567'],
  ["1'234", '1234'],
  ['NGN 0.02 is left', '2'],
  ['5000 of 7000', '7000'],
  ['0 is left', '0'],
])('"%s" says %s', (message, digits) => expect(amountsSaid(message)).toContain(digits));

test('"none" says no amount', () => expect(amountsSaid('none')).toEqual([]));
