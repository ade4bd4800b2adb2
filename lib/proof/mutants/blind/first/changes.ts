/** Records of which a field is other in some later state, or at a later time. */
import { shows } from '../../change.ts';
import { type Mutant, mutant } from '../../mutant.ts';
import { ageOf, also, DAY, siblings } from '../ways.ts';

export const found: readonly Mutant[] = [
  mutant(
    'checkout.record-stays',
    'blind-created-at-of-refunded-checkout',
    'a refund that succeeds sets createdAt of its checkout',
    also('refund', 'settlement succeeds', ({ payment }, now) => {
      if (payment) payment.createdAt = now;
    }),
  ),
  mutant(
    'checkout.record-stays',
    'blind-old-checkout-without-metadata',
    'two days after its creation an expired checkout has no metadata',
    shows('getCheckout', (body, { record, asked }) => ({
      ...body,
      metadata:
        record && body.failureReason === 'expired' && ageOf(record, asked.service) > 1.5 * DAY ? null : body.metadata,
    })),
  ),
  mutant(
    'refund.record-stays',
    'blind-reason-of-failed-refund',
    'the reason of a failed refund becomes its failureReason',
    shows('getRefund', (body) => ({ ...body, reason: body.failureReason ?? body.reason })),
  ),
  mutant(
    'checkout.paid-at-true',
    'blind-paid-at-of-refund',
    'a refund of the whole amount sets paidAt of its checkout',
    also('refund', 'settlement succeeds', ({ payment, amount }, now) => {
      if (payment?.amount === amount) payment.paidAt = now;
    }),
  ),
  mutant(
    'payout.record-stays',
    'blind-failed-payout-of-nothing',
    'the record of a failed payout has amount 0',
    shows('getPayout', (body) => ({ ...body, amount: body.status === 'failed' ? 0 : body.amount })),
  ),
  mutant(
    'checkout.url',
    'blind-expired-checkout-without-url',
    'the record of an expired checkout has no checkoutUrl',
    shows('getCheckout', (body) => ({
      ...body,
      checkoutUrl: body.failureReason === 'expired' ? null : body.checkoutUrl,
    })),
  ),
  mutant(
    'payout.record-stays',
    'blind-narration-of-paid-payout-in-capitals',
    'once a payout has succeeded its narration is in capitals',
    also('payout', 'settlement succeeds', (payout) => {
      payout.narration = payout.narration?.toUpperCase() ?? null;
    }),
  ),
  mutant(
    'webhook.get-agrees',
    'blind-refund-record-waits-for-later-ones',
    'the record of a succeeded refund says pending as long as a later one of its checkout is pending',
    shows('getRefund', (body, { record }) => {
      if (record?.kind !== 'refund' || record.status !== 'succeeded') return body;
      const waits = siblings(record).some(({ status }) => status === 'pending');
      return { ...body, status: waits ? 'pending' : body.status };
    }),
  ),
];
