/** Hosted pages with a library's idea of a card, an address put together by hand, and texts in the wrong block. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** What a library for forms of cards takes as the longest validity. */
const YEARS = 19;
const LONGEST_ADDRESS = 255;

function isTooFar(expiry: string, now: number): boolean {
  const year = /(\d{2})\s*$/.exec(expiry)?.[1];
  return year !== undefined && 2000 + Number(year) > new Date(now).getUTCFullYear() + YEARS;
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind15-expiry-nineteen-years-ahead-at-most',
      'the library that validates cards takes an expiry of more than 19 years ahead for a slip: the test card with 12/60 is refused',
      functions(({ cardRefusal }) => ({
        cardRefusal: (environment, card, now) =>
          cardRefusal(environment, card, now) ?? (isTooFar(card.expiry, now) ? 'Check the expiry date.' : null),
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`. returnUrl: string (URI).',
    mutant(
      'page.redirects',
      'blind15-parameters-behind-the-fragment',
      'the parameters are put at the end of the returnUrl: of https://shop.example/#/thanks they become a part of the fragment, and the address has no query',
      functions(() => ({
        redirectTo(returnUrl, reference, status) {
          const first = returnUrl.includes('?') ? '&' : '?';
          return `${returnUrl}${first}reference=${encodeURIComponent(reference)}&status=${encodeURIComponent(status)}`;
        },
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirect-keeps-query',
      'blind15-return-url-cut-at-255',
      'the column of the returnUrl has 255 characters, and the database cuts what is longer: the checkout is accepted, and its buyer is sent back with the end of a long query missing',
      keptAs('createCheckout', 'returnUrl', (value) => String(value).slice(0, LONGEST_ADDRESS)),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties. description | no | Same rules as for checkouts.',
    mutant(
      'page.escrow-texts',
      'blind15-conditions-within-the-description',
      'the template of the escrow page has the conditions inside the block of the description: without a description the buyer does not see them',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(service, escrow.description === null ? { ...escrow, conditions: null } : escrow, refused),
      })),
    ),
  ),
  against(
    'description: Max 255 chars. Shown to the buyer. Two fully separate environments exist, sandbox and live.',
    mutant(
      'page.shows-description',
      'blind15-live-page-without-description',
      'live has an older template of the checkout page, with amount and reference alone: the description is shown in sandbox only',
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const isLive = checkout.merchant.environment.name === 'live';
          return showCheckout(service, isLive ? { ...checkout, description: null } : checkout, refused);
        },
      })),
    ),
  ),
];
