/** Refunds: what earlier ones, a balance or a failure leave behind. */
import type { Checkout, Merchant, Refund } from '../../../reference/rules/records.ts';
import type { Guard } from '../../../reference/rules/rulebook.ts';
import { guard } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const PAGE_OF_REFUNDS = 20;
const FAILURES_BEFORE_REVIEW = 3;

function refundsOf(merchant: Merchant, payment: Checkout): Refund[] {
  return [...merchant.records.refund.values()].filter((refund) => refund.payment === payment);
}

function addedGuard(added: Pick<Guard, 'id' | 'words' | 'refuses' | 'code'>): Change {
  const row: Guard = { ...added, at: ['createRefund'], status: 422, message: () => added.words };
  return (rules) => ({ ...rules, guards: [...rules.guards, row] });
}

export const found: readonly BlindMutant[] = [
  against(
    '`422 refund_exceeds_paid` (its message says how much is left)',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind30-what-is-left-is-said-in-whole-naira',
      'the message of `refund_exceeds_paid` gives what is left in naira and leaves the kobo out',
      guard('refund.exceeds-paid', {
        message: ({ payment }) =>
          `at most ₦${Math.floor(((payment?.amount ?? 0) - (payment?.refunding ?? 0)) / 100)} can still be refunded`,
      }),
    ),
  ),
  against(
    'A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'refund.failed-frees-amount',
      'blind30-third-failed-refund-closes-the-checkout',
      'after three failed refunds a checkout is left to be looked at by a person: a further refund of it is refused',
      addedGuard({
        id: 'refund.under-review',
        words: 'refunds of this checkout are under review',
        code: 'refund_under_review',
        refuses: ({ merchant, payment }) =>
          payment !== undefined &&
          refundsOf(merchant, payment).filter(({ status }) => status === 'failed').length >= FAILURES_BEFORE_REVIEW,
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`',
    mutant(
      'refund.exceeds-paid',
      'blind30-only-a-page-of-refunds-is-added-up',
      `the refunds of a checkout are read as one page of a list, the latest ${PAGE_OF_REFUNDS}: older ones do not count against what was paid`,
      guard('refund.exceeds-paid', {
        refuses({ merchant, payment, body }) {
          if (payment === undefined) return false;
          const page = refundsOf(merchant, payment).slice(-PAGE_OF_REFUNDS);
          const counted = page.filter(({ status }) => status !== 'failed');
          const earlier = counted.reduce((sum, { amount }) => sum + amount, 0);
          return (body.integer('amount') ?? 0) + earlier > payment.amount;
        },
      }),
    ),
  ),
  against(
    'Refund record (GET): `reason` (string or null), `failureReason` (string or null, set when failed)',
    mutant(
      'refund.record-stays',
      'blind30-failure-takes-the-place-of-the-reason',
      "what the bank says of a failed refund is written into `failureReason` and over the merchant's own `reason`",
      also('refund', 'settlement fails', (refund) => {
        refund.reason = refund.failureReason;
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid',
    mutant(
      'refund.pending-counts',
      'blind30-failure-forgets-the-other-pending-refunds',
      'when a refund fails, what is left of its checkout is worked out anew from the refunds that have succeeded: others that are still pending do not count any more',
      also('refund', 'settlement fails', ({ payment, amount }) => {
        // The failed amount is subtracted after this.
        if (payment !== null) payment.refunding = payment.refundedAmount + amount;
      }),
    ),
  ),
  against(
    'Refund create: the checkout must be `succeeded`, else `409 payment_not_paid`. [...] may not exceed the amount paid, else `422 refund_exceeds_paid`',
    mutant(
      'refund.up-to-amount-paid',
      'blind30-refund-needs-a-balance',
      'a refund is taken from the available balance as a payout is: once the money of a checkout was paid out, a refund of it is refused with `insufficient_balance`',
      addedGuard({
        id: 'refund.balance',
        words: 'the amount is above the available balance',
        code: 'insufficient_balance',
        refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance,
      }),
    ),
  ),
];
