/** Sums that are right as long as little was added up. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** What a query returns that asks for no page. */
const PAGE = 20;

export const found: readonly BlindMutant[] = [
  against(
    '| refundedAmount | integer | Running total of refunds, kobo |',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind4-refunds-added-up-in-naira',
      'several refunds are added up in naira as floating-point numbers, and what is below a kobo is cut off',
      shows('getCheckout', (body, { record, asked }) => {
        const amounts = [...asked.merchant.records.refund.values()]
          .filter(({ payment, status }) => payment === record && status === 'succeeded')
          .map(({ amount }) => amount / 100);
        if (amounts.length < 2) return body;
        return { ...body, refundedAmount: Math.trunc(amounts.reduce((sum, amount) => sum + amount, 0) * 100) };
      }),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payment-adds',
      'blind4-balance-of-the-first-page',
      'the balance adds up the first page of payments: those after the twentieth are not in it',
      shows('getBalance', (body, { asked }) => {
        const paid = [...asked.merchant.records.checkout.values()].filter(({ status }) => status === 'succeeded');
        const beyond = paid.slice(PAGE).reduce((sum, { amount }) => sum + amount, 0);
        return { ...body, availableMinor: Number(body.availableMinor) - beyond };
      }),
    ),
  ),
];
