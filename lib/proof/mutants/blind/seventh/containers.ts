/** Bodies as the library reads them that turns them into the types of the service. */
import { isObject } from '../../../reference/engine/body.ts';
import { all, mutant } from '../../mutant.ts';
import { before, coerces } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** A pattern is tested on what is given as a text; a list of one text reads as that text. */
function asItReads(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? value[0] : value;
}

const PARTS = ['customer', 'recipient', 'seller', 'buyer'];

/** Names of a body are those of the form whatever their case; of several the last one counts. */
function folded(body: Record<string, unknown>, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const known = names.get(name.toLowerCase()) ?? name;
    read[known] = PARTS.includes(known) && isObject(value) ? folded(value, names) : value;
  }
  return read;
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
  against(
    '| Field | Type | Required | Rules | … | amount | integer | yes |',
    mutant(
      'checkout.required-fields',
      'blind7-names-without-case',
      'the names of a body are matched whatever their case: Amount is taken for amount, and overrides one that stands before it',
      before('checkFields', (asked, next) => {
        const { endpoint, service } = asked;
        if (endpoint.takes) {
          const names = service.rules.forms[endpoint.takes].flatMap(({ field }) => field.split('.'));
          const known = new Map(names.map((name) => [name.toLowerCase(), name]));
          const read = folded(asked.body.value, known);
          for (const name of Object.keys(asked.body.value)) delete asked.body.value[name];
          Object.assign(asked.body.value, read);
        }
        return next();
      }),
    ),
  ),
];
