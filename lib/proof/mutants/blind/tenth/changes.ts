/** Records that change with another record of the same buyer, or of the same checkout. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    "customer.email: The buyer's e-mail; checkout record (GET): customer | object | `{ email }`.",
    mutant(
      'checkout.record-stays',
      'blind10-one-row-per-buyer',
      'buyers are rows of their own, found by their e-mail in any case of letters and written anew by each checkout: a later checkout for ADA@example.com changes the customer of an earlier one for ada@example.com',
      also('checkout', 'create', ({ merchant, email }) => {
        for (const earlier of merchant.records.checkout.values())
          if (earlier.email.toLowerCase() === email.toLowerCase()) earlier.email = email;
      }),
    ),
  ),
  against(
    'Refund record (GET): `reason` (string or null). Refund create request: reason | string | no | Max 255 chars.',
    mutant(
      'refund.record-stays',
      'blind10-reason-written-by-checkout',
      'a settlement writes the refund back by its checkout: when a later refund of a checkout succeeds, those that were settled before get its reason',
      also('refund', 'settlement succeeds', (refund) => {
        for (const each of siblings(refund)) if (each.status !== 'pending') each.reason = refund.reason;
      }),
    ),
  ),
];
