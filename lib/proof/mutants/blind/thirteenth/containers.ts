/** Bodies in which a field is found that is not there, or in which none is. */
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const NOTHING = Buffer.alloc(0);

/** Depth first, as the `findValue` of a JSON library does. */
function foundWithin(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name];
  for (const inner of Object.values(value)) {
    const found = foundWithin(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function descriptionAtAnyDepth(): Change {
  return before('checkFields', (asked, next) => {
    if (isAt(asked, 'createCheckout') && asked.body.get('description') === undefined) {
      const found = foundWithin(asked.body.value, 'description');
      if (typeof found === 'string') asked.body.value.description = found;
    }
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'description | string | no | Shown to the buyer. Checkout record: description | string or null. metadata | object | Returned by GET.',
    mutant(
      'checkout.optional-fields',
      'blind13-description-found-at-any-depth',
      'fields are looked for in the whole tree of the body: a checkout without a description, but with a name description in its metadata, has that as its description',
      descriptionAtAnyDepth(),
    ),
  ),
  against(
    'Escrow refund request body: `{ amount?: integer, reason?: string }`. With `amount` the buyer receives that amount and the remainder goes to the seller.',
    mutant(
      'escrow.refund-pays-remainder',
      'blind13-no-length-no-body',
      'the optional body of a refund is read where Content-Length is more than 0: of a request that is sent in chunks the amount is not seen, and the whole escrow is refunded',
      before('readBody', (asked, next) => {
        if (isAt(asked, 'refundEscrow') && asked.header('content-length') === undefined) asked.raw = NOTHING;
        return next();
      }),
    ),
  ),
];
