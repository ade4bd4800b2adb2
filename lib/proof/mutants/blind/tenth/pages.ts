/** Hosted pages that go wrong for some cards, and for some addresses of shops. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';

/** Two digits from here on are read as years of the last century. */
const LAST_CENTURY_FROM = 50;

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind10-years-from-fifty-are-past',
      'years of two digits are read with a library that takes 50 to 99 for the last century: the test card with the expiry 12/55 is refused as expired',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const year = /^\s*\d{1,2}\D?(\d{2})\s*$/.exec(card.expiry)?.[1];
          return Number(year) >= LAST_CENTURY_FROM ? 'This card has expired.' : cardRefusal(environment, card, now);
        },
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind10-query-behind-fragment',
      'the parameters are put at the end of returnUrl as a text: where it has a fragment, they stand behind it, and the shop is asked without a query',
      functions(() => ({
        redirectTo(returnUrl, reference, status) {
          const parameters = new URLSearchParams({ reference, status });
          return `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}${parameters}`;
        },
      })),
    ),
  ),
];
