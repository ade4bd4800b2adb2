/** Bodies that are written by hand, and sums of no rows. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { shows } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** A settlement has written the sum of the refunds that succeeded, of which there is none. */
function sumOfNoRows(checkout: Checkout): boolean {
  const refunds = [...checkout.merchant.records.refund.values()].filter(({ payment }) => payment === checkout);
  return refunds.some(({ status }) => status === 'failed') && refunds.every(({ status }) => status !== 'succeeded');
}

export const found: readonly BlindMutant[] = [
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`. Request and response bodies are JSON.',
    mutant(
      'error.shape-of-404',
      'blind13-message-put-into-json-as-it-is',
      'the body of payment_not_found is a text into which the message is put: where the paymentReference, which the message quotes, has a quotation mark or a backslash, the body is no JSON',
      answers('createRefund', (reply) => {
        if (reply.status !== 404) return reply;
        const { code, message } = (JSON.parse(reply.text) as { error: { code: string; message: string } }).error;
        return { ...reply, text: `{"error":{"code":"${code}","message":"${message}"}}` };
      }),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo. pending | settlement | failure | failed | amount is refundable again.',
    mutant(
      'refund.failed-frees-amount',
      'blind13-sum-of-failed-refunds-is-null',
      'each settlement writes the sum of the refunds that succeeded, and the sum of no rows is null: a checkout whose refunds have all failed has null as refundedAmount',
      shows('getCheckout', (body, { record }) =>
        record?.kind === 'checkout' && sumOfNoRows(record) ? { ...body, refundedAmount: null } : body,
      ),
    ),
  ),
];
