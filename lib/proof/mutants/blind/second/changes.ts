/** Records of which a field is other in some later state, or at a later time. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| customer | object | `{ email }` |',
    mutant(
      'checkout.record-stays',
      'blind-email-masked-a-day-after-payment',
      'a day after a payment the e-mail address of its buyer is masked',
      shows('getCheckout', (body, { record, asked }) => {
        const old = record && body.paidAt !== null && ageOf(record, asked.service) > DAY;
        const { email } = body.customer as { email: string };
        return old ? { ...body, customer: { email: email.replace(/^(.).*@/, '$1***@') } } : body;
      }),
    ),
  ),
  against(
    'createdAt | date-time',
    mutant(
      'payout.record-stays',
      'blind-created-at-of-failed-payout',
      'the failure of a payout sets its createdAt',
      also('payout', 'settlement fails', (payout, now) => {
        payout.createdAt = now;
      }),
    ),
  ),
  against(
    'The only currency is NGN',
    mutant(
      'refund.record-stays',
      'blind-currency-of-the-last-refund',
      'the record of the refund that completed its checkout shows its currency in small letters',
      shows('getRefund', (body, { record }) => {
        const payment = record?.kind === 'refund' ? record.payment : null;
        const whole = body.status === 'succeeded' && payment?.refundedAmount === payment?.amount;
        return whole ? { ...body, currency: String(body.currency).toLowerCase() } : body;
      }),
    ),
  ),
  against(
    '| description | string or null |',
    mutant(
      'checkout.record-stays',
      'blind-declined-checkout-without-description',
      'the record of a checkout whose payment failed has no description',
      shows('getCheckout', (body) => ({
        ...body,
        description: body.status === 'failed' && body.failureReason !== 'expired' ? null : body.description,
      })),
    ),
  ),
  against(
    'Refund record (GET): `id`, `reference`, `status`',
    mutant(
      'refund.record-stays',
      'blind-archived-refund-has-another-id',
      'a day after its creation a refund that succeeded has another id',
      shows('getRefund', (body, { record, asked }) =>
        record?.status === 'succeeded' && ageOf(record, asked.service) > DAY
          ? { ...body, id: String(body.id).replace(/^rf_/, 'arc_') }
          : body,
      ),
    ),
  ),
];
