/** Pages that write an address anew, or compare a date by its parts. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** As a common library writes lists in a query: each value has its place in brackets. */
function withPlaces(returnUrl: string): string {
  const url = new URL(returnUrl);
  const names = [...url.searchParams.keys()];
  if (new Set(names).size === names.length) return returnUrl;
  const written = new URLSearchParams();
  for (const name of new Set(names)) {
    const values = url.searchParams.getAll(name);
    for (const [place, value] of values.entries())
      written.append(values.length > 1 ? `${name.replace(/\[\]$/, '')}[${place}]` : name, value);
  }
  url.search = written.toString();
  return url.href;
}

function monthOf(expiry: string): number {
  return Number(/^\s*\d{4}-(\d{2})\s*$/.exec(expiry)?.[1] ?? /^\s*(\d{1,2})/.exec(expiry)?.[1]);
}

export const found: readonly BlindMutant[] = [
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirect-keeps-query',
      'blind6-repeated-parameters-numbered',
      'the query of the returnUrl is parsed and written anew: a parameter that it has twice comes back as two, with numbers in brackets',
      functions(({ redirectTo }) => ({
        redirectTo: (returnUrl, reference, status) => redirectTo(withPlaces(returnUrl), reference, status),
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind6-month-compared-without-its-year',
      'month and year of an expiry are compared one by one: a month before the present one has expired, whatever its year',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const refused = cardRefusal(environment, card, now);
          if (refused !== null) return refused;
          return monthOf(card.expiry) < new Date(now).getUTCMonth() + 1 ? 'This card has expired.' : null;
        },
      })),
    ),
  ),
];
