/** Amounts and currencies of checkouts: other limits for some values, and values that are changed on the way. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { field } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { keptAs } from '../ways.ts';

const SMALLEST = 100;
const LARGEST = 2_000_000_000;
const SMALLEST_IN_LIVE = 1_000;
const DIGITS_THAT_COUNT = 9;

/** These amounts are refused, too. */
function refused(which: (amount: number, asked: Case) => boolean): Change {
  return before('checkFields', (asked, next) => {
    const amount = asked.body.get('amount');
    if (isAt(asked, 'createCheckout') && Number.isSafeInteger(amount) && which(Number(amount), asked))
      throw new Refusal(asked.service.rules.refusals.invalid, 'this amount is not possible');
    return next();
  });
}

/** What the buyer of this request has been asked for, and has not paid yet. */
function openFor({ merchant, body }: Case): number {
  const email = body.text('customer.email');
  let sum = 0;
  for (const checkout of merchant.records.checkout.values())
    if (checkout.status === 'pending' && checkout.email === email) sum += checkout.amount;
  return sum;
}

export const found: readonly BlindMutant[] = [
  against(
    'amount | integer | Kobo. Min 100. Max 2,000,000,000. All amounts are integers in minor units (kobo).',
    mutant(
      'checkout.amount-smallest',
      'kind-checkout-of-whole-naira',
      'the acquirer takes whole naira: an amount with kobo, such as 101 or 5,050, is refused with 400',
      refused((amount) => amount > SMALLEST && amount % 100 !== 0),
    ),
  ),
  against(
    'Checkout amount | min 100, max 2,000,000,000 kobo',
    mutant(
      'checkout.amount-smallest',
      'kind-smallest-amount-in-live',
      'in live, where a payment costs a fee, amounts below 1,000 kobo are refused with 400',
      refused((amount, { environment }) => environment.name === 'live' && amount < SMALLEST_IN_LIVE),
    ),
  ),
  against(
    'Checkout amount | min 100, max 2,000,000,000 kobo',
    mutant(
      'checkout.amount-too-small',
      'kind-no-amount-skips-the-minimum',
      'the minimum is checked where there is an amount, and 0 counts as none: a checkout of 0 kobo is created',
      all(
        field('checkout', 'amount', { min: undefined }),
        refused((amount) => amount !== 0 && amount < SMALLEST),
      ),
    ),
  ),
  against(
    'Checkout amount | min 100, max 2,000,000,000 kobo',
    mutant(
      'checkout.amount-too-small',
      'kind-negative-amount-without-sign',
      'a negative amount is taken for a debit, and without its sign: -5,000 makes a checkout of 5,000 kobo',
      coerces('createCheckout', 'amount', (value) => (typeof value === 'number' && value < 0 ? -value : value)),
    ),
  ),
  against(
    'Checkout amount | min 100, max 2,000,000,000 kobo',
    mutant(
      'checkout.amount-largest',
      'kind-largest-amount-of-a-buyers-open-checkouts',
      'the maximum is on what one buyer is asked for in all pending checkouts: one of 2,000,000,000 kobo is refused where the buyer has another that is not paid yet',
      refused((amount, asked) => amount <= LARGEST && amount + openFor(asked) > LARGEST && openFor(asked) > 0),
    ),
  ),
  against(
    'Checkout amount | min 100, max 2,000,000,000 kobo',
    mutant(
      'checkout.amount-largest',
      'kind-amount-of-nine-digits-that-count',
      'an amount may have nine digits that count: 2,000,000,000 is accepted, and 1,999,999,999 refused with 400',
      refused((amount) => String(amount).replace(/0+$/, '').length > DIGITS_THAT_COUNT),
    ),
  ),
  against(
    'All amounts are integers in minor units (kobo). Checkout record: amount | integer | kobo',
    mutant(
      'checkout.amount-kept',
      'kind-amount-through-naira',
      'the amount goes through naira in floating point, and what is behind the point is cut off: 115 kobo are 1.15 naira, and these 114 kobo',
      keptAs('createCheckout', 'amount', (value) => Math.trunc((Number(value) / 100) * 100)),
    ),
  ),
  against(
    'Checkout amount | min 100, max 2,000,000,000 kobo',
    mutant(
      'checkout.amount-too-large',
      'kind-largest-amount-compared-as-text',
      'amounts are compared as texts of ten digits: 2,000,000,001 is refused, and 10,000,000,000, whose text comes before, is accepted',
      all(
        field('checkout', 'amount', { max: undefined }),
        refused((amount) => amount > 0 && String(amount).padStart(10, '0') > String(LARGEST)),
      ),
    ),
  ),
  against(
    'currency | string | yes | Only `NGN`',
    mutant(
      'checkout.currency-only-ngn',
      'kind-currency-by-its-first-three-letters',
      'the column of the currency has three characters, and what is longer is cut: NGNX, NGN2 and NGN with a blank behind it are accepted',
      coerces('createCheckout', 'currency', (value) => (typeof value === 'string' ? value.slice(0, 3) : value)),
    ),
  ),
];
