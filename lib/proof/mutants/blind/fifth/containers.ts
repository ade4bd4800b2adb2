/** Fields that are found outside of their container. */
import { isObject } from '../../../reference/engine/body.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyAs } from '../ways.ts';

/** The document writes the field as `customer.email`; a binder that expands paths takes that for a name too. */
function expanded(value: unknown): unknown {
  if (!isObject(value) || 'customer' in value || !('customer.email' in value)) return value;
  const { 'customer.email': email, ...others } = value;
  return { ...others, customer: { email } };
}

export const found: readonly BlindMutant[] = [
  against(
    "| customer.email | string (email) | yes | The buyer's e-mail | … | customer | object | `{ email }` |",
    mutant(
      'checkout.required-fields',
      'blind5-dotted-name-for-a-customer',
      'a checkout without customer, but with a field that is named customer.email, is accepted',
      bodyAs('createCheckout', expanded),
    ),
  ),
];
