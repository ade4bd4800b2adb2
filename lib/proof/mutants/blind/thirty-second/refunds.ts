/** Refunds: what is counted, and what is taken for the same. */
import type { Checkout, Refund } from '../../../reference/rules/records.ts';
import { event, guard, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY, siblings } from '../ways.ts';

const COUNTED_DAYS = 90;

const exceeds =
  'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid` (its message says how much is left).';

/** What was left when a refund of the checkout was first refused. */
function messageKept(): Change {
  const left = new WeakMap<Checkout, number>();
  return guard('refund.exceeds-paid', {
    message({ payment }) {
      if (payment === undefined) return '';
      const known = left.get(payment) ?? payment.amount - payment.refunding;
      left.set(payment, known);
      return `the amount is more than what is left to refund: ${known} kobo`;
    },
  });
}

/** In the message the refunds that failed count as well. */
function leftByAll(refunds: Iterable<Refund>, payment: Checkout): number {
  const mine = [...refunds].filter((each) => each.payment === payment);
  return Math.max(
    0,
    mine.reduce((left, { amount }) => left - amount, payment.amount),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'amountMinor | integer | kobo',
    mutant(
      'webhook.refund-succeeded-amount',
      'blind32-second-refund-tells-the-total',
      'refund.succeeded carries what has been refunded of the checkout so far: right for the first refund, and the sum of both for the second',
      event('refund.succeeded', (carried, { payment }) => ({
        ...carried,
        amountMinor: (payment as Checkout | null)?.refundedAmount ?? carried.amountMinor,
      })),
    ),
  ),
  against(
    'In sandbox the exact value `sandbox_fail` forces a failed refund',
    mutant(
      'refund.sandbox-fail-exact',
      'blind32-forced-by-a-line-of-the-reason',
      'the reason is matched line by line: one of several lines that is sandbox_fail forces the failure, whatever the others say',
      timer('refund', 'pending', {
        on: ({ merchant, reason }: Refund) =>
          merchant.environment.name === 'sandbox' && /^sandbox_fail$/m.test(reason ?? '')
            ? 'settlement fails'
            : 'settlement succeeds',
      }),
    ),
  ),
  against(
    exceeds,
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind32-what-is-left-is-said-as-at-first',
      'what is left is worked out when a refund of the checkout is first refused, and the same number is said at every later refusal, though more was refunded between them',
      messageKept(),
    ),
  ),
  against(
    exceeds,
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind32-failed-refunds-lower-what-is-said',
      'the check counts refunds that did not fail, and its message all: after a failed refund it says that less is left than there is',
      guard('refund.exceeds-paid', {
        message: ({ payment, merchant }) =>
          `only ${payment ? leftByAll(merchant.records.refund.values(), payment) : 0} kobo can still be refunded`,
      }),
    ),
  ),
  against(
    exceeds,
    mutant(
      'refund.exceeds-paid',
      'blind32-refunds-of-the-last-ninety-days-count',
      'earlier refunds are added up over the table of the last 90 days: what was refunded before can be refunded again',
      guard('refund.exceeds-paid', {
        refuses({ payment, merchant, body, service }) {
          if (payment === undefined) return false;
          const counted = [...merchant.records.refund.values()].filter(
            (each) => each.payment === payment && each.status !== 'failed' && ageOf(each, service) < COUNTED_DAYS * DAY,
          );
          const sum = counted.reduce((total, { amount }) => total + amount, 0);
          return sum + (body.integer('amount') ?? 0) > payment.amount;
        },
      }),
    ),
  ),
  against(
    '`failureReason` (string or null, set when failed)',
    mutant(
      'refund.failed-is-final',
      'blind32-retry-clears-the-failure',
      'when a refund of a checkout succeeds, the reasons of those of the same amount that failed before are cleared: their failureReason is null, though they failed',
      also('refund', 'settlement succeeds', (refund) => {
        for (const other of siblings(refund))
          if (other.status === 'failed' && other.amount === refund.amount) other.failureReason = null;
      }),
    ),
  ),
  against(
    'A merchant refunds a successful checkout, in full or in parts.',
    mutant(
      'refund.up-to-amount-paid',
      'blind32-refunds-need-a-balance',
      'a refund is taken from the balance as a payout is: when the money has been paid out it is refused with insufficient_balance',
      (rules) => ({
        ...rules,
        guards: [
          ...rules.guards,
          {
            id: 'refund.balance',
            at: ['createRefund'],
            words: 'the amount is above the balance',
            refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance,
            status: 422,
            code: 'insufficient_balance',
            message: () => 'the amount is above the available balance',
          },
        ],
      }),
    ),
  ),
  against(
    'An unknown `paymentReference` gives `404 payment_not_found`.',
    mutant(
      'refund.payment-not-found',
      'blind32-blanks-at-the-end-do-not-count',
      'the database compares texts without the blanks at their end: a paymentReference with one finds the checkout whose reference has none',
      before('checkGuards', (asked, next) => {
        const named = asked.body.text('paymentReference') ?? '';
        if (isAt(asked, 'createRefund')) asked.payment = asked.merchant.records.checkout.get(named.trimEnd());
        return next();
      }),
    ),
  ),
];
