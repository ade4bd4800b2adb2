/** Ends of checkouts that are taken back, told twice, or half written by another end. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { addedTransition } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, DAY, HOUR, inTime, onFire, reopened, whenRefused } from '../ways.ts';

/** Within this time two ends are a race. */
const RACE_MS = 1_000;

function paidAfter({ createdAt, paidAt }: Checkout): number {
  return paidAt === null ? 0 : (Date.parse(paidAt) - Date.parse(createdAt)) / 1_000;
}

/** The list of what expires is drawn up an hour before. */
function listedAnHourBefore(): Change {
  const late = (checkout: Checkout) => paidAfter(checkout) > DAY - HOUR;
  return all(
    inTime(
      'checkout',
      { from: 'succeeded', to: 'failed', sends: 'payment.failed' },
      (checkout) => DAY - paidAfter(checkout),
      late,
    ),
    also('checkout', 'in time succeeded failed', (checkout) => {
      checkout.failureReason = 'expired';
    }),
  );
}

/** A second create is taken as the wish to go on. */
function duplicateReopens(): Change {
  return all(
    reopened,
    whenRefused('createCheckout', ({ body, merchant, service }, { code }) => {
      const first = merchant.records.checkout.get(body.text('reference') ?? '');
      if (code === 'duplicate_reference' && first?.failureReason === 'expired') service.fire(first, 'reopen');
    }),
  );
}

/** The job of the expiry tells all that were not paid by then. */
function failureToldAtExpiry(): Change {
  return all(
    addedTransition('checkout', { from: 'failed', on: 'tell again', to: 'failed', sends: 'payment.failed' }),
    around('act', (own) => (asked, next) => {
      const reply = own(asked, next);
      const { body, merchant, service } = asked;
      const checkout = merchant.records.checkout.get(body.text('reference') ?? '');
      if (isAt(asked, 'createCheckout') && checkout !== undefined)
        service.clock.schedule(service.clock.now() + DAY * 1_000, () => {
          if (checkout.status === 'failed' && checkout.failureReason !== 'expired')
            service.fire(checkout, 'tell again');
        });
      return reply;
    }),
  );
}

/** What becomes of a failure that comes in just after the payment. */
function failureAfterPayment(does: (checkout: Checkout, fire: (on: string) => void) => void): Change {
  return onFire((fire, service) => (record, on, details) => {
    if (record.kind === 'checkout' && on === 'fail' && record.paidAt !== null) {
      const since = service.clock.now() - Date.parse(record.paidAt);
      if (record.status === 'succeeded' && since <= RACE_MS) does(record, (trigger) => fire(record, trigger));
    }
    return fire(record, on, details);
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | buyer pays | succeeded. pending | 24 hours pass without payment | failed',
    mutant(
      'checkout.paid-does-not-expire',
      'kind-paid-in-the-last-hour-expires',
      'what expires is listed an hour before: a checkout that is paid in the last hour of its 24 becomes failed at their end, with failureReason expired',
      listedAnHourBefore(),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | failed. A new attempt needs a new checkout with a new reference.',
    mutant(
      'checkout.expired-is-final',
      'kind-duplicate-reopens-the-expired',
      'a create with the reference of an expired checkout is refused with 409 duplicate_reference, and makes that checkout pending again',
      duplicateReopens(),
    ),
  ),
  against(
    'pending | payment fails | failed | `payment.failed` sent',
    mutant(
      'checkout.ends-once',
      'kind-failure-told-again-at-expiry',
      'the job of the expiry tells all checkouts that were not paid by then: one whose payment failed sends a second payment.failed 24 hours after its creation',
      failureToldAtExpiry(),
    ),
  ),
  against(
    'pending | payment fails | failed | `payment.failed` sent. payment.succeeded | A checkout was paid',
    mutant(
      'checkout.ends-once',
      'kind-payment-of-a-failed-checkout-told',
      'who tries to pay a checkout whose payment failed does not pay it, and its record stays, and payment.succeeded is sent',
      addedTransition('checkout', { from: 'failed', on: 'pay', to: 'failed', sends: 'payment.succeeded' }),
    ),
  ),
  against(
    'pending | buyer pays | succeeded | `payment.succeeded` sent. pending | payment fails | failed | `payment.failed` sent',
    mutant(
      'checkout.one-end-when-racing',
      'kind-loser-of-the-race-is-told',
      'events are written before the row is locked: where the payment fails within a second after it went through, the checkout stays succeeded, and payment.failed is sent too',
      addedTransition('checkout', { from: 'succeeded', on: 'tell failure', to: 'succeeded', sends: 'payment.failed' }),
      failureAfterPayment((_, fire) => fire('tell failure')),
    ),
  ),
  against(
    'pending | buyer pays | succeeded. failureReason | string or null | Set when failed',
    mutant(
      'checkout.one-end-when-racing',
      'kind-loser-of-the-race-writes-its-reason',
      'the columns are written one after the other, the status last and under a lock: where the payment fails within a second after it went through, the checkout stays succeeded and gets the failureReason',
      failureAfterPayment((checkout) => {
        checkout.failureReason = 'declined';
      }),
    ),
  ),
];
