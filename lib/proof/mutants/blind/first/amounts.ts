/** Amounts beyond those that lie at hand. */
import { shows } from '../../change.ts';
import { type Mutant, mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { keptAs } from '../ways.ts';

const number = (change: (value: number) => unknown) => (value: unknown) =>
  typeof value === 'number' ? change(value) : value;

export const found: readonly Mutant[] = [
  mutant(
    'checkout.amount-too-large',
    'blind-checkout-amount-wraps',
    'a checkout amount above 2^32 is taken modulo 2^32',
    coerces(
      'createCheckout',
      'amount',
      number((amount) => (amount > 2 ** 32 ? amount % 2 ** 32 : amount)),
    ),
  ),
  mutant(
    'payout.amount-too-small',
    'blind-negative-payout-without-sign',
    'a negative payout amount is taken without its sign',
    coerces('createPayout', 'amount', number(Math.abs)),
  ),
  mutant(
    'refund.amount-integer',
    'blind-refund-amount-in-a-list',
    'a list of one integer is taken as amount of a refund',
    coerces('createRefund', 'amount', (value) =>
      Array.isArray(value) && value.length === 1 && Number.isInteger(value[0]) ? value[0] : value,
    ),
  ),
  mutant(
    'checkout.amount-kept',
    'blind-checkout-amount-as-float32',
    'a checkout amount above 2^30 is kept in single precision',
    keptAs(
      'createCheckout',
      'amount',
      number((amount) => (amount > 2 ** 30 ? Math.fround(amount) : amount)),
    ),
  ),
  mutant(
    'refund.amount-kept',
    'blind-refund-record-as-float32',
    'the record of a refund shows its amount in single precision',
    shows('getRefund', (body) => ({ ...body, amount: Math.fround(Number(body.amount)) })),
  ),
  mutant(
    'escrow.auto-release-too-long',
    'blind-hours-beyond-a-thousand-clipped',
    'an autoReleaseHours of 1,000 or more is taken as 720',
    coerces(
      'createEscrow',
      'autoReleaseHours',
      number((hours) => (hours >= 1_000 && Number.isInteger(hours) ? 720 : hours)),
    ),
  ),
  mutant(
    'wallet-link.expiry-too-long',
    'blind-expiry-in-seconds',
    'an expiresInMinutes of 300 to 3,600 is taken as seconds',
    coerces(
      'createWalletLink',
      'expiresInMinutes',
      number((value) => (value >= 300 && value <= 3_600 ? Math.floor(value / 60) : value)),
    ),
  ),
  mutant(
    'refund.amount-integer',
    'blind-refund-amount-nearly-integer',
    'a refund amount that is off an integer by less than a hundredth is rounded',
    coerces(
      'createRefund',
      'amount',
      number((amount) => (Math.abs(amount - Math.round(amount)) < 0.01 ? Math.round(amount) : amount)),
    ),
  ),
];
