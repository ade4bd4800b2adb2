/** Refunds: the refundable amount, settlement, and the events that tell of both. */

import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Refund } from '../../../reference/rules/records.ts';
import { guard, timer } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around, before, replyOf } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';

const BATCH_MS = 2_000;
const CACHED_MS = 600_000;
const SMALLEST_PAYMENT = 100;

/** The outcome of the first refund of the checkout in the same run. */
function settledTogether(refund: Refund): string {
  const made = Date.parse(refund.createdAt);
  const [first = refund] = siblings(refund).filter((each) => {
    const earlier = made - Date.parse(each.createdAt);
    return earlier >= 0 && earlier < BATCH_MS;
  });
  const fails = refund.merchant.environment.name === 'sandbox' && first.reason === 'sandbox_fail';
  return fails ? 'settlement fails' : 'settlement succeeds';
}

/** A record that was read is read from a cache until the checkout itself goes on. */
function cachedRecord(): Change {
  const cache = new WeakMap<Checkout, { status: string; until: number; text: string }>();
  return around('act', (own) => async (asked, next) => {
    const { endpoint, record, service } = asked;
    if (endpoint.name !== 'getCheckout' || record?.kind !== 'checkout') return own(asked, next);
    const kept = cache.get(record);
    if (kept !== undefined && kept.status === record.status && kept.until > service.clock.now())
      return { status: 200, text: kept.text };
    const reply = await replyOf(() => own(asked, next));
    cache.set(record, { status: record.status, until: service.clock.now() + CACHED_MS, text: reply.text });
    return reply;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'In sandbox the exact value `sandbox_fail` forces a failed refund.',
    mutant(
      'refund.sandbox-fail',
      'blind24-refunds-of-a-run-share-an-outcome',
      'the refunds of one checkout that are asked for within two seconds are settled as one, and all get the outcome of the first: one that has to fail succeeds behind one that succeeds',
      timer('refund', 'pending', { on: settledTogether }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid.',
    mutant(
      'refund.exceeds-paid',
      'blind24-failure-recounts-what-is-left',
      'when a refund has failed, what is reserved is counted anew as what was refunded: the refunds of the checkout that are pending at that moment do not count any more',
      also('refund', 'settlement fails', (refund) => {
        // The sum takes the amount of this refund away behind this.
        if (refund.payment !== null) refund.payment.refunding = refund.payment.refundedAmount + refund.amount;
      }),
    ),
  ),
  against(
    'reference | string | yes | Unique id of the refund; 409 | duplicate_reference | Reference already used.',
    mutant(
      'refund.duplicate-reference',
      'blind24-refund-reference-is-unique-in-its-checkout',
      'the unique index of refunds is on the checkout and the reference: the reference of a refund is accepted again for another checkout',
      guard('refund.duplicate-reference', {
        refuses: ({ merchant, body, payment }) => {
          const known = merchant.records.refund.get(body.text('reference') ?? '');
          return known !== undefined && known.payment === (payment ?? null);
        },
      }),
    ),
  ),
  against(
    'pending | settlement | success | succeeded | `refund.succeeded` sent; checkout `refundedAmount` grows.',
    mutant(
      'refund.adds-to-refunded-amount',
      'blind24-record-is-cached-until-the-checkout-goes-on',
      'a checkout that was read is answered from a cache for ten minutes, which a change of its own state empties and the end of a refund does not: read before, it shows the old refundedAmount',
      cachedRecord(),
    ),
  ),
  against(
    'amount | integer | yes | Kobo, min 1. Partial refunds are allowed.',
    mutant(
      'refund.up-to-amount-paid',
      'blind24-refund-may-leave-no-small-rest',
      'a partial refund is refused that would leave less than the smallest payment of 100 kobo, which the card scheme could not refund later',
      before('act', ({ endpoint, payment, body }, next) => {
        const left = payment === undefined ? 0 : payment.amount - payment.refunding - (body.integer('amount') ?? 0);
        if (endpoint.name === 'createRefund' && left > 0 && left < SMALLEST_PAYMENT)
          throw new Refusal({ status: 422, code: 'refund_exceeds_paid' }, `${left} kobo would be left`);
        return next();
      }),
    ),
  ),
  against(
    'else `422 refund_exceeds_paid` (its message says how much is left).',
    mutant(
      'refund.exceeds-paid-says-what-is-left',
      'blind24-message-names-whole-naira',
      'the message names what is left in naira with the kobo cut off',
      guard('refund.exceeds-paid', {
        message: ({ payment }) =>
          `the amount is more than the NGN ${payment ? Math.floor((payment.amount - payment.refunding) / 100) : 0} that are left`,
      }),
    ),
  ),
];
