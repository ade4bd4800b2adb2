/** Checkouts that were refused, and come back later. */
import { openCheckout } from '../../../reference/rules/actions.ts';
import type { Checkout } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { afterRefusal } from '../../after-refusal.ts';
import { addedTransition } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY } from '../ways.ts';

const LONGEST_DESCRIPTION = 255;
const MINUTE_MS = 60_000;

/** What would have been made: no call finds it. */
function notMade({ body, merchant, service }: Case): Checkout {
  return {
    kind: 'checkout',
    id: service.newId('cs_'),
    reference: body.text('reference') ?? '',
    merchant,
    amount: body.integer('amount') ?? 0,
    createdAt: new Date(service.clock.now()).toISOString(),
    status: 'new',
    currency: 'NGN',
    description: null,
    email: '',
    returnUrl: '',
    metadata: null,
    paymentMethod: null,
    failureReason: 'expired',
    refundedAmount: 0,
    refunding: 0,
    paidAt: null,
  };
}

function tellsFailure(status: number, secondsLater: number): Change {
  return all(
    addedTransition('checkout', { from: null, on: 'refuse', to: 'failed', sends: 'payment.failed' }),
    afterRefusal('createCheckout', status, (asked) => {
      const { clock, fire } = asked.service;
      const checkout = notMade(asked);
      if (secondsLater === 0) fire(checkout, 'refuse');
      else clock.schedule(clock.now() + secondsLater * 1_000, () => fire(checkout, 'refuse'));
    }),
  );
}

/** A queue of what could not be written, whose worker cuts what did not fit. */
function madeLater(): Change {
  return afterRefusal('createCheckout', 400, (asked) => {
    const { body, merchant, service } = asked;
    const description = body.get('description');
    if (typeof description !== 'string' || description.length <= LONGEST_DESCRIPTION) return;
    service.clock.schedule(service.clock.now() + 10 * MINUTE_MS, () => {
      if (merchant.records.checkout.has(body.text('reference') ?? '')) return;
      body.value.description = description.slice(0, LONGEST_DESCRIPTION);
      openCheckout(asked);
    });
  });
}

export const found: readonly BlindMutant[] = [
  against(
    '400 | invalid_request | Invalid request. (none) | POST /v1/checkouts | valid request | pending',
    mutant(
      'checkout.refused-creates-nothing',
      'kind-refused-checkout-made-by-the-queue',
      'a create that is refused for the length of its description also goes into the queue of failed writes, whose worker cuts the description and makes the checkout ten minutes later',
      madeLater(),
    ),
  ),
  against(
    'payment.failed | A checkout failed or expired. (none) | POST /v1/checkouts | valid request | pending',
    mutant(
      'checkout.refused-sends-nothing',
      'kind-refused-checkout-expires',
      'the timer of the expiry is set before the request is checked: 24 hours after a create was refused with 400, payment.failed is sent for its reference',
      tellsFailure(400, DAY),
    ),
  ),
  against(
    'payment.failed | A checkout failed or expired. 409 | duplicate_reference | Reference already used',
    mutant(
      'checkout.refused-sends-nothing',
      'kind-duplicate-told-as-failed',
      'a create that is refused with 409 duplicate_reference sends payment.failed, while the first checkout is still pending',
      tellsFailure(409, 0),
    ),
  ),
];
