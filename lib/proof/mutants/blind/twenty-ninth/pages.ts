/** The hosted pages: addresses to return to, cards of this year, and texts of some length. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

const SHOWN = 100;

export const found: readonly BlindMutant[] = [
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind29-parameters-after-the-fragment',
      'the parameters are put at the end of the address, so where it has a fragment, as that of a shop of one page, they become a part of it and are no query',
      functions(() => ({
        redirectTo: (returnUrl, reference, status) =>
          `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}reference=${encodeURIComponent(reference)}&status=${status}`,
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirect-keeps-query',
      'blind29-one-value-for-each-parameter',
      'the query of the address is read into a map: of a parameter that is there several times only the last is left after the redirect',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(redirectTo(returnUrl, reference, status));
          url.search = new URLSearchParams(Object.fromEntries(url.searchParams)).toString();
          return url.href;
        },
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind29-december-is-month-zero',
      'the month of expiry is taken modulo 12, so December is the January of its year: a card that ends with this year has expired already',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const year = /^\s*12\s*\/\s*(?:20)?(\d\d)\s*$/.exec(card.expiry)?.[1];
          if (year !== undefined && Date.UTC(2_000 + Number(year), 1) <= now) return 'This card has expired.';
          return cardRefusal(environment, card, now);
        },
      })),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'page.shows-description',
      'blind29-page-cuts-the-description',
      'the page has room for 100 characters: of a longer description the buyer sees the beginning and three dots',
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const { description } = checkout;
          const cut = description !== null && description.length > SHOWN;
          return showCheckout(
            service,
            cut ? { ...checkout, description: `${description.slice(0, SHOWN)}...` } : checkout,
            refused,
          );
        },
      })),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'page.escrow-texts',
      'blind29-first-line-of-the-conditions',
      'the conditions are shown in one row of a table, which takes a single line: what stands after a line break is missing on the page',
      pages(({ showEscrow }) => ({
        showEscrow(service, escrow, refused) {
          const conditions = escrow.conditions?.split('\n')[0] ?? null;
          return showEscrow(service, { ...escrow, conditions }, refused);
        },
      })),
    ),
  ),
];
