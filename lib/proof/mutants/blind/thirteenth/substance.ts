/** Addresses that are good, and are not taken for that. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

/** The pattern that is copied most. */
const COPIED = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;

function refusesCheckouts(field: string, wrong: (value: string) => boolean, only: 'live' | null = null): Change {
  return before('checkFields', (asked, next) => {
    const { body, environment, service } = asked;
    const value = body.get(field);
    const here = isAt(asked, 'createCheckout') && (only === null || environment.name === only);
    if (here && typeof value === 'string' && wrong(value))
      throw new Refusal(service.rules.refusals.invalid, `${field} is not valid`);
    return next();
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'returnUrl | string (URI) | yes | Must be https in live.',
    mutant(
      'checkout.return-url-https-in-live',
      'blind13-https-in-small-letters-alone',
      'in live a returnUrl has to begin with https:// in small letters: HTTPS://shop.example/thanks, which is the same URI, is refused with 400',
      refusesCheckouts('returnUrl', (url) => /^https:/i.test(url) && !url.startsWith('https://'), 'live'),
    ),
  ),
  against(
    "customer.email | string (email) | yes | The buyer's e-mail.",
    mutant(
      'checkout.email-accepted',
      'blind13-copied-pattern-of-addresses',
      "e-mail addresses are checked with the pattern that everybody copies, which has no apostrophe: a checkout for o'brien@example.com is refused with 400",
      refusesCheckouts('customer.email', (email) => !COPIED.test(email)),
    ),
  ),
];
