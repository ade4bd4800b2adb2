import {
  Blocked,
  type Capability,
  checks,
  created,
  type Exchange,
  expect,
  field,
  shared,
} from '../../../lib/interface/index.ts';
import { attempt } from '../../support/attempts.ts';
import { checkoutAmounts } from './amounts-made.ts';

checkoutAmounts.own();

// The limit is that of one checkout, whatever else its buyer has been asked for.

const LARGEST = 2_000_000_000;
const whiles: readonly { readonly what: string; readonly needs: readonly Capability[] }[] = [
  { what: 'one of 100 kobo is pending', needs: [] },
  { what: 'the largest is pending', needs: [] },
  { what: 'the largest is paid', needs: ['buyer'] },
  { what: 'one has failed', needs: ['payment-failure'] },
];

const ofOneBuyer = shared('the largest checkouts of one buyer', [], async ({ merchant, buyer, data }) => {
  const customer = { email: data.email() };
  const largest = () => merchant.createCheckout({ amount: LARGEST, customer });
  await merchant.checkout({ amount: 100, customer });
  const answers: (Exchange | Error | null)[] = [await largest(), await largest()];
  for (const [amount, outcome] of [[LARGEST, 'succeeded'] as const, [100, 'failed'] as const]) {
    const answer = await merchant.createCheckout({ amount, customer });
    const kept =
      answer.status === 201 ? await attempt(buyer.tries(merchant, created('checkout', answer), outcome)) : null;
    const now = await merchant.get({ kind: 'checkout', reference: String(field(answer.json, 'reference')) });
    answers.push(kept ?? (field(now.json, 'status') === outcome ? await largest() : null));
  }
  return answers;
});

checks(
  'checkout.amount-largest',
  whiles.map((row, at) => ({ ...row, at })),
  ({ what }) => `2,000,000,000 kobo are accepted of a buyer of whom ${what}`,
  async (context, { at }) => {
    const answer = (await ofOneBuyer(context))[at];
    if (answer instanceof Error) throw answer;
    if (answer === null || answer === undefined)
      throw new Blocked('the checkout before should have been paid, or have failed');
    expect(answer).toHaveStatus(201);
  },
  ({ needs }) => ({ needs }),
);
