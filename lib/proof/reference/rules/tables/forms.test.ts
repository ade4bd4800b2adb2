import { expect, test } from 'vitest';
import { Body } from '../../engine/body.ts';
import { fieldProblem } from '../../engine/fields.ts';
import { bodies } from '../../testing.ts';
import type { EnvironmentName } from '../records.ts';
import type { FormName } from '../requests.ts';
import { forms } from './forms.ts';

type Accepted = [FormName, object, EnvironmentName?];

const base = {
  checkout: bodies.checkout(),
  refund: bodies.refund('r'),
  payout: bodies.payout(),
  escrow: bodies.escrow(),
  escrowRefund: {},
  walletLink: bodies.link(),
};
const recipient = bodies.payout().recipient;

function problem([form, changes, environment = 'sandbox']: Accepted): string | null {
  return fieldProblem(forms[form], new Body({ ...base[form], ...changes }), environment);
}

test.for<Accepted>([
  ['checkout', {}],
  ['checkout', { amount: 100, reference: 'a'.repeat(100), description: 'é'.repeat(255) }],
  ['checkout', { amount: 2_000_000_000, reference: '..', description: '👍'.repeat(255) }],
  ['checkout', { reference: 'A.z_0:-', description: null, metadata: null, unknown: [1] }],
  ['checkout', { metadata: { a: 'x'.repeat(4_088) } }],
  ['checkout', { returnUrl: 'http://localhost:1/x' }],
  ['refund', { amount: 1, reason: 'r'.repeat(255) }],
  ['payout', { amount: 10_000, narration: 'n'.repeat(100) }],
  ['payout', { amount: 2_000_000_000, recipient: { ...recipient, bankCode: '058' } }],
  ['escrow', { amount: 10_000, autoReleaseHours: 1 }],
  ['escrow', { amount: 900_000_000_000, autoReleaseHours: 720, feeAmount: 1, feeWalletId: '0000000002' }],
  ['escrow', { returnUrl: 'https://x.example' }, 'live'],
  ['escrowRefund', {}],
  ['walletLink', { expiresInMinutes: 5 }],
  ['walletLink', { expiresInMinutes: 60 }],
])('accepted: %j', (given) => {
  expect(problem(given)).toBeNull();
});

test.for<Accepted>([
  ['checkout', { amount: 99 }],
  ['checkout', { amount: 2_000_000_001 }],
  ['checkout', { amount: 100.5 }],
  ['checkout', { amount: '5000' }],
  ['checkout', { amount: undefined }],
  ['checkout', { currency: 'USD' }],
  ['checkout', { reference: 'a'.repeat(101) }],
  ['checkout', { reference: 'a b' }],
  ['checkout', { reference: 'é' }],
  ['checkout', { reference: '' }],
  ['checkout', { reference: 7 }],
  ['checkout', { description: 'x'.repeat(256) }],
  ['checkout', { description: 5 }],
  ['checkout', { customer: {} }],
  ['checkout', { customer: 'ada@example.com' }],
  ['checkout', { customer: { email: 'ada' } }],
  ['checkout', { returnUrl: 'javascript:alert(1)' }],
  ['checkout', { returnUrl: '/thanks' }],
  ['checkout', { returnUrl: 'http://shop.example' }, 'live'],
  ['checkout', { metadata: [] }],
  ['checkout', { metadata: { a: 'x'.repeat(4_089) } }],
  ['refund', { amount: 0 }],
  ['refund', { reason: 'r'.repeat(256) }],
  ['payout', { amount: 9_999 }],
  ['payout', { amount: 2_000_000_001 }],
  ['payout', { narration: 'n'.repeat(101) }],
  ['payout', { recipient: { ...recipient, accountNumber: '012345678' } }],
  ['payout', { recipient: { ...recipient, accountNumber: '01234567890' } }],
  ['payout', { recipient: { ...recipient, accountNumber: '012345678\n' } }],
  ['payout', { recipient: { ...recipient, accountNumber: 1_234_567_890 } }],
  ['escrow', { amount: 9_999 }],
  ['escrow', { autoReleaseHours: 0 }],
  ['escrow', { autoReleaseHours: 721 }],
  ['escrow', { feeAmount: 100 }],
  ['escrow', { description: 'x'.repeat(256) }],
  ['escrow', { returnUrl: 'http://x.example' }, 'live'],
  ['escrow', { buyer: { email: 'nobody' } }],
  ['escrow', { seller: { walletId: '1' } }],
  ['escrowRefund', { amount: 0 }],
  ['walletLink', { expiresInMinutes: 4 }],
  ['walletLink', { expiresInMinutes: 61 }],
])('refused: %j', (given) => {
  expect(problem(given)).toEqual(expect.any(String));
});

test('metadata nested beyond what can be written out is refused, not a crash', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  expect(problem(['checkout', { metadata: deep }])).toContain('metadata');
});
