import { checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { checkoutAmounts } from './amounts-made.ts';

checkoutAmounts.own();

// The limit is that of one checkout, whatever else its buyer has been asked for.

const LARGEST = 2_000_000_000;
const whiles = [
  'one of 100 kobo is pending',
  'the largest is pending',
  'the largest is paid',
  'one has failed',
] as const;

const ofOneBuyer = shared('the largest checkouts of one buyer', [], async ({ merchant, buyer, data }) => {
  const customer = { email: data.email() };
  const largest = () => merchant.createCheckout({ amount: LARGEST, customer });
  await merchant.checkout({ amount: 100, customer });
  const answers: Exchange[] = [await largest(), await largest()];
  // Where this buyer cannot pay, or no payment fails, there is one more of the same.
  await attempt(
    merchant.checkout({ amount: LARGEST, customer }).then((made) => buyer.tries(merchant, made, 'succeeded')),
  );
  answers.push(await largest());
  await attempt(merchant.checkout({ amount: 100, customer }).then((made) => buyer.tries(merchant, made, 'failed')));
  answers.push(await largest());
  return answers;
});

checks(
  'checkout.amount-largest',
  whiles.map((what, at) => ({ what, at })),
  ({ what }) => `2,000,000,000 kobo are accepted of a buyer of whom ${what}`,
  async (context, { at }) => {
    expect((await ofOneBuyer(context))[at]).toHaveStatus(201);
  },
);
