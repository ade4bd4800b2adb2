/** Records that lose what was not loaded, or that are explained anew each time they are read. */
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Checkout record: description | string or null. metadata | object, up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-stays',
      'blind12-saved-without-the-columns-not-loaded',
      'a refund loads the columns of its checkout that it needs and saves the whole row: from then on the description and the metadata of the checkout are null',
      also('refund', 'create', ({ payment }) => {
        if (payment === null) return;
        payment.description = null;
        payment.metadata = null;
      }),
    ),
  ),
  against(
    'failureReason: Set when failed; `expired` when the checkout was not paid in time. pending | payment fails | failed.',
    mutant(
      'checkout.failed-stays-failed',
      'blind12-old-failures-read-as-expired',
      'whether a checkout has expired is worked out when it is read: one whose payment failed is shown with the failureReason expired once it is 24 hours old',
      shows('getCheckout', (body, { asked: { service }, record }) => {
        if (record?.kind !== 'checkout' || record.status !== 'failed') return body;
        return ageOf(record, service) < DAY ? body : { ...body, failureReason: 'expired' };
      }),
    ),
  ),
];
