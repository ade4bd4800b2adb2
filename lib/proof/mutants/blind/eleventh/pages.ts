/** Hosted pages that read a text or a number as something else. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** As java.text.MessageFormat reads a pattern: a single apostrophe quotes, two of them are one. */
function asMessagePattern(text: string): string {
  return text.replace(/'('?)/g, '$1');
}

const SHORTEST_CVV = 3;

export const found: readonly BlindMutant[] = [
  against(
    'description: string, max 255 chars. Shown to the buyer.',
    mutant(
      'page.shows-description',
      'blind11-apostrophes-are-quotes',
      "what the page says is formatted as a pattern of messages, in which an apostrophe quotes: the description Ada's order is shown as Adas order",
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const { description } = checkout;
          const shown = description === null ? null : asMessagePattern(description);
          return showCheckout(service, { ...checkout, description: shown }, refused);
        },
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind11-cvv-read-as-a-number',
      'the CVV is read as a number before its digits are counted: one that begins with a zero, such as 012, is refused as too short',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const digits = String(Number.parseInt(card.cvv, 10));
          return digits.length < SHORTEST_CVV ? 'The CVV has 3 or 4 digits.' : cardRefusal(environment, card, now);
        },
      })),
    ),
  ),
  against(
    'After payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind11-return-url-in-small-letters',
      'an address is normalised as a whole, not by its host alone: capital letters in the path and in the query of returnUrl become small ones, and the buyer is led to another address',
      keptAs('createCheckout', 'returnUrl', (url) => String(url).toLowerCase()),
    ),
  ),
];
