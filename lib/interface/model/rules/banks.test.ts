import { expect, test } from 'vitest';
import { payoutBody, Story } from '../stories.support.ts';

test('a payout to a bank of the list', () => {
  const banks = (list: unknown, status = 200) => new Story().asks('GET', 'banks', undefined, status, list);
  const list = [
    { code: '01', bankName: 'First Bank' },
    { code: '02', bankName: 'Zenith Bank' },
  ];
  const unmatched = (story: Story, bankName: string, more = {}, at = {}) => {
    const recipient = { bankName, accountNumber: '0123456789', accountName: 'Ada Obi', ...more };
    return story.refused('payouts', { ...payoutBody(), recipient }, 422, 'unsupported_bank', at).broken;
  };
  expect(unmatched(banks(list), 'Zenith Bank')).toEqual(['payout.listed-bank-accepted']);
  expect(unmatched(banks(list), 'Zenith')).toEqual([]);
  expect(unmatched(banks(list), 'Zenith Bank', { bankCode: '01' })).toEqual([]);
  expect(unmatched(banks(list.map((bank) => ({ ...bank, longName: 'x' }))), 'Zenith Bank')).toEqual([]);
  const during = banks(list);
  expect(unmatched(during, 'Zenith Bank', {}, { began: during.now - 1, ended: during.now + 1 })).toEqual([]);
});
