/** Replays that do something or say something else, and sums that are right only at first. */
import type { Merchant, Refund } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, bodyOf, parsed, siblings } from '../ways.ts';

const PAGE = 20;

/** `JSON.stringify` keeps names in this list alone, at every depth. */
function topLevelAlone({ endpoint, path, raw }: Case): string {
  const body = parsed(raw.toString('utf8'));
  const names = typeof body === 'object' && body !== null ? Object.keys(body).sort() : [];
  return `${endpoint.method} ${path} ${JSON.stringify(body, names)}`;
}

function reservedByWhatSucceeded({ payment, amount }: Refund): void {
  // The sums take the amount of a failed refund off afterwards, and add that of a successful one to what is refunded.
  if (payment !== null) payment.refunding = payment.refundedAmount + amount;
}

function returnedOnceADay(): Change {
  const booked = new WeakMap<Merchant, Set<string>>();
  return also('payout', 'settlement fails', ({ merchant, amount, recipient }, now) => {
    const entries = booked.get(merchant) ?? new Set();
    booked.set(merchant, entries);
    const entry = `${now.slice(0, 10)} ${recipient.accountNumber} ${amount}`;
    // The sum returns the amount behind this.
    if (entries.has(entry)) merchant.balance -= amount;
    entries.add(entry);
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Same key and same body: the original response is replayed',
    mutant(
      'idempotency.checkout-replay',
      'blind28-replay-has-a-new-page-address',
      'the address of the page carries a token that is made with each answer, replays included: the replay of a create has another `checkoutUrl` than the original',
      answers('createCheckout', (reply, { service }) => {
        if (reply.headers?.['idempotent-replayed'] === undefined) return reply;
        const body = JSON.parse(reply.text);
        const checkoutUrl = `${body.checkoutUrl}?session=${service.newId('')}`;
        return { ...reply, text: JSON.stringify({ ...body, checkoutUrl }) };
      }),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed. The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid.',
    mutant(
      'refund.up-to-amount-paid',
      'blind28-replayed-refund-is-reserved-again',
      'the amount of a refund is reserved as soon as the request has been read, before its key is looked up: each replay takes the amount once more from what is left to refund',
      answers('createRefund', (reply, asked) => {
        const { amount, paymentReference } = bodyOf(asked);
        const payment = asked.merchant.records.checkout.get(String(paymentReference));
        if (payment && reply.headers?.['idempotent-replayed'] !== undefined) payment.refunding += Number(amount);
        return reply;
      }),
    ),
  ),
  against(
    'Same key and a different body: `409 idempotency_key_reused`',
    mutant(
      'idempotency.payout-key-reused',
      'blind28-key-compares-the-top-level',
      'bodies are compared as JSON with their names sorted, by passing the sorted names to JSON.stringify, which leaves out every inner name that is not among them: a payout to another account under the same key is answered with the replay of the first',
      functions(() => ({ sameRequest: topLevelAlone })),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid',
    mutant(
      'refund.exceeds-paid',
      'blind28-settlement-forgets-what-is-pending',
      'whenever a refund settles, what is used up of its checkout is written anew from the refunds that have succeeded: others that are still pending do not count any more, and more than was paid can be refunded',
      all(
        also('refund', 'settlement succeeds', reservedByWhatSucceeded),
        also('refund', 'settlement fails', reservedByWhatSucceeded),
      ),
    ),
  ),
  against(
    'pending | settlement | failure | failed | `payout.failed` sent; amount returns to the available balance',
    mutant(
      'balance.failed-payout-returns',
      'blind28-returned-money-counts-once-a-day',
      'so that a message of the bank that comes twice is booked once, money that returns is booked under its day, account and amount: of two failed payouts of one amount to one account on one day only the first returns',
      returnedOnceADay(),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind28-total-of-one-page-of-refunds',
      'the running total is added up from the list of refunds, of which the query returns the 20 latest: from the 21st refund of a checkout on, `refundedAmount` lacks the earlier ones',
      also('refund', 'settlement succeeds', (refund) => {
        if (refund.payment === null) return;
        const page = siblings(refund).slice(-PAGE);
        const total = page.reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0);
        // The sum adds this refund's amount behind this.
        refund.payment.refundedAmount = total - refund.amount;
      }),
    ),
  ),
];
