/** Refunds whose sums, settlement or conditions are a little too simple. */
import type { Checkout, Refund } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';

const LARGEST_INT32 = 2 ** 31 - 1;
const RUN_MS = 4_000;
const SOONEST_MS = 2_000;

/** A job settles what is due every few seconds, and adds it up with one UPDATE that is joined with the refunds of the run. */
function settledInRuns(): Change {
  const lastRun = new WeakMap<Checkout, number>();
  return all(
    timer('refund', 'pending', {
      after({ createdAt }: Refund) {
        const created = Date.parse(createdAt);
        return (Math.ceil((created + SOONEST_MS) / RUN_MS) * RUN_MS - created) / 1_000;
      },
    }),
    also('refund', 'settlement succeeds', ({ payment, amount }, now) => {
      if (payment === null) return;
      const run = Math.round(Date.parse(now) / 1_000);
      if (lastRun.get(payment) === run) payment.refundedAmount -= amount;
      lastRun.set(payment, run);
    }),
  );
}

function coveredByBalance(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'refund.balance',
        at: ['createRefund'],
        words: 'the amount is above the available balance',
        refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance,
        status: 422,
        code: 'insufficient_balance',
        message: () => 'the available balance does not cover the refund',
      },
    ],
  });
}

/** The processor takes the merchant's reference as its own key, and answers a key that it knows with the outcome that it had. */
function failedBefore({ reference, merchant }: Refund): boolean {
  const merchants = [...merchant.environment.merchants.values()];
  return merchants.some((each) => each !== merchant && each.records.refund.get(reference)?.status === 'failed');
}

export const found: readonly BlindMutant[] = [
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.exceeds-paid',
      'blind17-refunds-added-up-in-32-bits',
      'the new amount and the earlier refunds are added as integers of 32 bits: of a checkout of 2,000,000,000 kobo, 1,500,000,000 can be refunded twice, as their sum is negative',
      guard('refund.exceeds-paid', {
        refuses({ payment, body }) {
          const amount = body.integer('amount') ?? 0;
          if (payment === undefined) return false;
          return amount > LARGEST_INT32 || ((amount + payment.refunding) | 0) > payment.amount;
        },
      }),
    ),
  ),
  against(
    'refundedAmount: Running total of refunds, kobo. pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind17-one-refund-of-a-run-is-added',
      'refunds are settled in runs, and one UPDATE joined with the refunds of the run adds them up: it touches each checkout once, so of two refunds of a checkout in one run refundedAmount has the first alone',
      settledInRuns(),
    ),
  ),
  against(
    'Sandbox: settles within a few seconds; reason `sandbox_fail` forces `failed`.',
    mutant(
      'refund.sandbox-fail',
      'blind17-sandbox-fails-a-checkout-once',
      'the sandbox remembers of a checkout that it has failed a refund, so that a retry can be tried: the next refund of it with the reason sandbox_fail succeeds',
      timer('refund', 'pending', {
        on(refund: Refund) {
          const forced = refund.merchant.environment.name === 'sandbox' && refund.reason === 'sandbox_fail';
          const failed = siblings(refund).some(({ status }) => status === 'failed');
          return forced && !failed ? 'settlement fails' : 'settlement succeeds';
        },
      }),
    ),
  ),
  against(
    'Refund amount: min 1 kobo; total non-failed refunds at most the amount paid. insufficient_balance: Live payout above available balance.',
    mutant(
      'refund.up-to-amount-paid',
      'blind17-refund-needs-the-balance',
      'refunds go through the check of payouts: once the merchant has paid out what came in, the checkout cannot be refunded and 422 insufficient_balance is answered',
      coveredByBalance(),
    ),
  ),
  against(
    'pending | settlement | success | succeeded. Sandbox: settles within a few seconds. Each [environment] has its own merchants.',
    mutant(
      'refund.settles',
      'blind17-processor-knows-the-reference-already',
      "the merchant's reference is the key of the refund at the processor, which repeats the outcome of a key that it knows: a refund fails whose reference another merchant's failed refund had",
      timer('refund', 'pending', {
        on(refund: Refund) {
          const forced = refund.merchant.environment.name === 'sandbox' && refund.reason === 'sandbox_fail';
          return forced || failedBefore(refund) ? 'settlement fails' : 'settlement succeeds';
        },
      }),
    ),
  ),
];
