/** References that are read as something else. */
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Unique per merchant. Max 100 chars. Allowed characters: letters, digits, `.`, `_`, `:`, `-`',
    mutant(
      'checkout.reference-in-path',
      'blind8-format-suffix-cut-from-path',
      'the router takes .json, .xml and .html at the end of the path for a format: a checkout whose reference ends so is not found, or another is',
      before('answerKnown', (asked, next) => {
        const { reference = '' } = asked.params;
        if (isAt(asked, 'getCheckout'))
          asked.params = { ...asked.params, reference: reference.replace(/\.(json|xml|html)$/, '') };
        return next();
      }),
    ),
  ),
];
