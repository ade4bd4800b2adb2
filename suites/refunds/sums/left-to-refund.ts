import { Blocked, checks, type Exchange, expect, shared } from '../../../lib/interface/index.ts';
import { refused } from '../../support/requests/refusals.ts';
import { amountsIn } from '../support.ts';

// The message states the remaining amount to the kobo: amounts of every length, and after each of several refunds. The last digit is never
// zero, so that naira with and without kobo have the same digits.

const payments: readonly { readonly paid: number; readonly refunds: readonly number[] }[] = [
  {
    paid: 1_999_999_999,
    refunds: [1_000_000_000, 899_999_998, 2, 90_000_000, 9_000_000, 900_002, 99_000, 896],
  },
  {
    paid: 2_000_000_000,
    refunds: [1, 852_516_352, 73_741_822, 950_285_038, 106_679_570, 15_542_650, 234_566, 999_894],
  },
  { paid: 123_456_789, refunds: [23_456_780, 1] },
  { paid: 100_000_001, refunds: [] },
  { paid: 12_345_678, refunds: [2_345_677] },
  { paid: 1_000_001, refunds: [2] },
];

const lives = payments.map(({ paid, refunds }) => ({
  paid,
  life: shared(`a payment of ${paid}, and refunds of more than is left`, ['buyer'], async ({ merchant, buyer }) => {
    const payment = await buyer.paid(merchant, { amount: paid });
    const paymentReference = payment.reference;
    const answers: Exchange[] = [];
    for (const amount of [0, ...refunds]) {
      if (amount > 0) await merchant.refundSettles(payment, { amount });
      const left = paid - sum(refunds.slice(0, answers.length));
      answers.push(refused(await merchant.createRefund({ paymentReference, amount: left + 1 })));
    }
    return answers;
  }),
  steps: [0, ...refunds].map((_, count) => ({ count, left: paid - sum(refunds.slice(0, count)) })),
}));

const rows = lives.flatMap(({ steps, ...payment }) =>
  // A remainder of 2,000,000,000 may be stated in naira.
  steps.filter(({ left }) => left % 10 !== 0).map((step) => ({ ...payment, ...step })),
);

checks(
  'refund.exceeds-paid-says-what-is-left',
  rows,
  ({ paid, count, left }) => `${left} are left of ${paid} after ${count} refunds, and the message says so`,
  async (context, { life, count, left }) => {
    const answer = (await life(context))[count];
    if (answer === undefined) throw new Blocked('suite fault: nothing was asked for then');

    expect(amountsIn(answer), 'amounts in the message').toContain(String(left));
  },
  { drawn: 6 },
);

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, each) => total + each, 0);
}
