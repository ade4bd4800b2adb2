/** Keys and environments, errors, and the hosted pages. */
import { fieldProblem } from '../../../reference/engine/fields.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import type { Rulebook } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { around } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const KNOWN_FOR_MS = 60_000;
/** Years of two digits from here on are those of the last century, for many a library. */
const PIVOT = 69;

/** One cache for both environments, whose entries name the credentials and not the environment. */
function knownInBoth(): Change {
  return (rules: Rulebook) => {
    const known = new Map<string, { merchant: Merchant; until: number }>();
    return functions(({ authenticate }) => ({
      authenticate(service, environment, header) {
        const credentials = `${header('authorization')} ${header('x-merchant-id')}`;
        const now = service.clock.now();
        const cached = known.get(credentials);
        if (cached !== undefined && cached.until > now) return cached.merchant;
        const merchant = authenticate(service, environment, header);
        known.set(credentials, { merchant, until: now + KNOWN_FOR_MS });
        return merchant;
      },
    }))(rules);
  };
}

function severalMessages(): Change {
  return around('checkFields', (own) => (asked, next) => {
    const { rules } = asked.service;
    const fields = asked.endpoint.takes ? rules.forms[asked.endpoint.takes] : [];
    const problems = fields.flatMap((rule) => fieldProblem([rule], asked.body, asked.environment.name) ?? []);
    if (problems.length < 2) return own(asked, next);
    const { status, code } = rules.refusals.invalid;
    return { status, text: JSON.stringify({ error: { code, message: problems } }) };
  });
}

function expiredLastCentury(): Change {
  return functions(({ cardRefusal }) => ({
    cardRefusal(environment, card, now) {
      const year = /^\s*\d{1,2}\s*[/.-]?\s*(\d{2})\s*$/.exec(card.expiry)?.[1];
      if (year !== undefined && Number(year) >= PIVOT) return 'This card has expired.';
      return cardRefusal(environment, card, now);
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'A key works only in its own environment. Otherwise the response is `403 wrong_environment`.',
    mutant(
      'environment.sandbox-key-in-live',
      'blind23-key-known-in-sandbox-is-known-in-live',
      'both environments share the cache of credentials, which keeps what was found good for a minute and does not say where: a key that has just been used in its own environment is let in to the other',
      knownInBoth(),
    ),
  ),
  against(
    'Every error body has the shape `{ error: { code: string, message: string } }`.',
    mutant(
      'error.shape-of-400',
      'blind23-several-faults-are-told-as-a-list',
      'the validator tells all faults of a body, and where it finds more than one their list is the `message`',
      severalMessages(),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind23-far-expiry-lies-in-the-last-century',
      'the date of expiry is read by a library for which years of two digits from 69 on are those of 1969 and later: a card that expires in 12/75 or 12/99 has expired',
      expiredLastCentury(),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind23-parameters-follow-the-fragment',
      'the parameters are put at the end of the text of `returnUrl`: where that has a fragment they become a part of it, and are no query parameters',
      functions(() => ({
        redirectTo: (returnUrl, reference, status) =>
          `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}reference=${encodeURIComponent(reference)}&status=${status}`,
      })),
    ),
  ),
];
