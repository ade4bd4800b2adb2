/** Checkouts: jobs and rows that are kept in the wrong place, and rules of a plan, a processor or a pattern that the document does not have. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Merchant } from '../../../reference/rules/records.ts';
import { field, functions, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt, pause } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

/** Real time between the look for a buyer's row and its insert, in milliseconds. */
const INSERT_MS = 20;
/** Pending checkouts that a merchant may have in the first plan. */
const OPEN_IN_PLAN = 25;
/** What somebody thought an address is made of; `@`, `~`, `!`, `,` and brackets are missing. */
const ADDRESS = /^https?:\/\/[a-z0-9.-]+(:\d+)?([/?#][a-z0-9\-._/?%&=#+:]*)?$/i;

/** The jobs of a merchant wait in the memory of its worker, which begins anew when the merchant's settings are saved. */
function jobsLostWithTheWorker(): Change {
  const lost = new WeakSet<Checkout>();
  return all(
    functions(({ changeAddress }) => ({
      changeAddress(merchant, webhookUrl) {
        changeAddress(merchant, webhookUrl);
        for (const checkout of merchant.records.checkout.values())
          if (checkout.status === 'pending') lost.add(checkout);
      },
    })),
    timer('checkout', 'pending', {
      on: (checkout: Checkout) => (lost.has(checkout) ? 'nothing' : 'not paid in time'),
    }),
  );
}

/** A buyer's row is looked for, and inserted where it is missing; a second insert of it breaks the unique index. */
function buyerInsertedTwice(): Change {
  const known = new WeakMap<Merchant, Map<string, 'under way' | 'there'>>();
  return before('act', async (asked, next) => {
    if (!isAt(asked, 'createCheckout')) return next();
    const rows = known.get(asked.merchant) ?? new Map<string, 'under way' | 'there'>();
    known.set(asked.merchant, rows);
    const email = asked.body.text('customer.email') ?? '';
    const row = rows.get(email);
    if (row === 'under way') throw new Refusal(asked.service.rules.decisions.internal, 'something went wrong');
    if (row === undefined) {
      rows.set(email, 'under way');
      await pause(INSERT_MS);
      rows.set(email, 'there');
    }
    return next();
  });
}

function openCheckoutsOfPlan(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'checkout.plan',
        at: ['createCheckout'],
        words: 'the plan of the merchant has no further pending checkout',
        refuses: ({ merchant }) =>
          [...merchant.records.checkout.values()].filter(({ status }) => status === 'pending').length >= OPEN_IN_PLAN,
        status: 422,
        code: 'plan_limit_reached',
        message: () => `the plan allows ${OPEN_IN_PLAN} pending checkouts`,
      },
    ],
  });
}

/** GET reads the partition of the present month. */
function readInPresentMonth(): Change {
  return before('checkGuards', (asked, next) => {
    const { record, service } = asked;
    const month = new Date(service.clock.now()).toISOString().slice(0, 7);
    if (isAt(asked, 'getCheckout') && record !== undefined && record.createdAt.slice(0, 7) !== month)
      throw new Refusal(service.rules.decisions.unknown.checkout, `there is nothing at ${asked.path}`);
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent.',
    mutant(
      'checkout.expires',
      'blind18-jobs-lost-when-the-address-is-saved',
      'what ends unpaid checkouts waits in the memory of a worker of the merchant, and saving the webhook address in the console starts that worker anew: checkouts that were pending then stay so for good',
      jobsLostWithTheWorker(),
    ),
  ),
  against(
    '(none) | POST /v1/checkouts | valid request | pending | checkoutUrl issued.',
    mutant(
      'checkout.created',
      'blind18-row-of-a-new-buyer-inserted-twice',
      'buyers are rows that are inserted with their first checkout: of two checkouts that are created at once for a buyer whom the merchant did not have yet, one runs into the unique index and is answered with 500',
      buyerInsertedTwice(),
    ),
  ),
  against(
    '(none) | POST /v1/checkouts | valid request | pending. Limits: 120 requests per minute per API key.',
    mutant(
      'checkout.created',
      'blind18-plan-limits-open-checkouts',
      'every merchant begins with a plan that has 25 pending checkouts at a time: the next one is refused with 422 until one of them was paid or has failed',
      openCheckoutsOfPlan(),
    ),
  ),
  against(
    'GET | /v1/checkouts/{reference} | none | 200 checkout record. Missed events can be reconciled with the GET calls of checkouts, refunds and payouts.',
    mutant(
      'checkout.record-stays',
      'blind18-checkouts-read-in-the-present-month',
      'the table is divided by month, and GET looks into the part of the present one for the sake of speed: a checkout that was created in an earlier month is answered with 404',
      readInPresentMonth(),
    ),
  ),
  against(
    'failureReason | string or null | Set when failed; `expired` when the checkout was not paid in time.',
    mutant(
      'checkout.expires',
      'blind18-live-expiry-in-the-words-of-the-processor',
      'in live the processor ends what is not paid, and its code is kept as it comes: the failureReason of a live checkout that was not paid in time is session_timeout, and expired in sandbox alone',
      also('checkout', 'not paid in time', (checkout) => {
        if (checkout.merchant.environment.name === 'live') checkout.failureReason = 'session_timeout';
      }),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `paidAt` set. pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows.',
    mutant(
      'checkout.record-stays',
      'blind18-full-refund-empties-paid-at',
      'the refund that completes a checkout is booked as the reversal of its payment, and that empties what the payment had filled: paidAt is null again',
      also('refund', 'settlement succeeds', ({ payment, amount }) => {
        if (payment !== null && payment.refundedAmount + amount === payment.amount) payment.paidAt = null;
      }),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live.',
    mutant(
      'checkout.return-url-accepted',
      'blind18-return-url-of-a-few-signs',
      'a pattern that was found somewhere lists the signs of an address, and lacks @, ~, ! and the comma: https://shop.example/@ada/thanks is refused with 400',
      field('checkout', 'returnUrl', { pattern: ADDRESS }),
    ),
  ),
];
