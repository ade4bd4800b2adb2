/** A body as a library reads it that turns values into the types of the service. */
import { all, mutant } from '../../mutant.ts';
import { coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** A pattern is tested on what is given as a text; a list of one text reads as that text. */
function asItReads(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? value[0] : value;
}

export const found: readonly BlindMutant[] = [
  against(
    "| customer.email | string (email) | yes | The buyer's e-mail | … | buyer.email | string | no |",
    mutant(
      'checkout.field-types',
      'blind7-pattern-tested-on-a-list',
      'of an e-mail address the pattern alone is tested: a list that holds one address is accepted',
      all(coerces('createCheckout', 'customer.email', asItReads), coerces('createEscrow', 'buyer.email', asItReads)),
    ),
  ),
];
