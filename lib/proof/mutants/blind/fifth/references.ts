/** References that a language or a framework takes for something of its own. */
import { guard } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** Every plain object answers to these names: constructor, toString, valueOf and others. */
const inherited = (name: string) => name in {};

export const found: readonly BlindMutant[] = [
  against(
    'Unique per merchant. Max 100 chars. Allowed characters: letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-allowed-characters',
      'blind5-inherited-names-are-used',
      'used references are looked up in a plain object: constructor, toString and valueOf are refused as used',
      guard('checkout.duplicate-reference', {
        refuses({ merchant, body }) {
          const reference = body.text('reference') ?? '';
          return merchant.records.checkout.has(reference) || inherited(reference);
        },
      }),
    ),
  ),
  against(
    '| GET | /v1/checkouts/{reference} | none | 200 checkout record | … Allowed characters: letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-in-path',
      'blind5-format-suffix-in-path',
      'the router takes .json or .xml at the end of a path for a format: a checkout whose reference ends so is not found',
      before('answerKnown', (asked, next) => {
        const { reference } = asked.params;
        if (isAt(asked, 'getCheckout') && reference !== undefined)
          asked.params.reference = reference.replace(/\.(json|xml)$/, '');
        return next();
      }),
    ),
  ),
];
