import { expect, test } from 'vitest';
import { certificate } from './testing.support.ts';
import { unexercised } from './unexercised.ts';

test('what was not exercised is told by its first reason, and once for all lengths of time', () => {
  const time = (takes: string) => `not enough time: it takes ${takes}, the longest wait is 2 min`;
  const not = (...reasons: string[]) => ({ outcome: 'not_exercised', reason: reasons.join(' | '), reasons }) as const;
  const { requirements } = certificate({
    'checkout.expires': not(time('24 h'), time('25 h')),
    'escrow.expires': not(time('72 h')),
    'payout.succeeds': not('no way to pay: got a | b', 'no page'),
    'wallet-link.expires': not(time('5 min')),
    'webhook.signature': { outcome: 'passed' },
  });
  expect(
    unexercised(requirements.filter(({ reason }) => reason !== 'no control')).map(({ why, of }) => [why, of.length]),
  ).toEqual([
    [time('5 min to 72 h'), 3],
    ['no way to pay: got a | b', 1],
  ]);
});
