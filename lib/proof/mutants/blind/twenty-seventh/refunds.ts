/** Refunds: what is counted of earlier ones, and what a retry comes to. */
import type { Refund } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { siblings } from '../ways.ts';

const PAGE = 50;

/** What the acquirer answered for a checkout and an amount is what the next question gets. */
function outcomeRemembered(): Change {
  const failedBefore = (refund: Refund) =>
    siblings(refund).some(({ amount, status }) => amount === refund.amount && status === 'failed');
  return (rules) => ({
    ...rules,
    timers: rules.timers.map((each) => {
      if (each.kind !== 'refund') return each;
      const { on } = each;
      const settles = (refund: Refund): string => {
        if (failedBefore(refund)) return 'settlement fails';
        return typeof on === 'string' ? on : on(refund);
      };
      return { ...each, on: settles };
    }),
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`',
    mutant(
      'refund.exceeds-paid',
      'blind27-earlier-refunds-of-the-first-page',
      'the earlier refunds of a checkout are looked for in the list of the merchant, which has pages of 50, the latest first, and only its first page is read: what was refunded 50 refunds ago can be refunded again',
      guard('refund.exceeds-paid', {
        refuses: ({ merchant, payment, body }) => {
          if (payment === undefined) return false;
          const latest = [...merchant.records.refund.values()].slice(-PAGE);
          const earlier = latest.filter((each) => each.payment === payment && each.status !== 'failed');
          const sum = earlier.reduce((total, { amount }) => total + amount, 0);
          return sum + (body.integer('amount') ?? 0) > payment.amount;
        },
      }),
    ),
  ),
  against(
    'else `422 refund_exceeds_paid` (its message says how much is left)',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind27-what-is-left-in-whole-naira',
      'the message of `refund_exceeds_paid` says what is left in naira without kobo, so that it says more than is left, or less, where that is no whole number of naira',
      guard('refund.exceeds-paid', {
        message: ({ payment }) => {
          const left = payment === undefined ? 0 : payment.amount - payment.refunding;
          return `the amount is more than what is left to refund: ₦${(left / 100).toLocaleString('en-NG', { maximumFractionDigits: 0 })}`;
        },
      }),
    ),
  ),
  against(
    'A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'refund.settles',
      'blind27-a-retry-gets-the-answer-of-the-first',
      'what the settlement of a refund came to is remembered by its checkout and its amount: once such a refund has failed, each retry of that amount fails as well, whatever its reason',
      outcomeRemembered(),
    ),
  ),
];
