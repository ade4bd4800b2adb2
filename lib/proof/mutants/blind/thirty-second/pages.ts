/** The hosted pages and the way back to the shop. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

const LONGEST_VALIDITY_YEARS = 20;

const redirected =
  'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status` (`succeeded`, `failed` or `pending`)';

export const found: readonly BlindMutant[] = [
  against(
    redirected,
    mutant(
      'page.redirects',
      'blind32-reference-is-encoded-twice',
      'the reference is percent-encoded before it is handed to what encodes parameters: order:7 comes back to the shop as order%3A7',
      functions(({ redirectTo }) => ({
        redirectTo: (returnUrl, reference, status) => redirectTo(returnUrl, encodeURIComponent(reference), status),
      })),
    ),
  ),
  against(
    redirected,
    mutant(
      'page.redirect-status',
      'blind32-parameters-that-are-there-are-left',
      'a parameter is added only where returnUrl has none of its name: with a status of its own, such as ?status=new, the shop gets that one alone',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          if (!url.searchParams.has('status')) return redirectTo(returnUrl, reference, status);
          url.searchParams.set('reference', reference);
          return url.href;
        },
      })),
    ),
  ),
  against(
    redirected,
    mutant(
      'page.redirect-keeps-query',
      'blind32-query-is-decoded-on-the-way',
      "the shop's query is decoded and not encoded again: item=salt%26pepper in returnUrl becomes item=salt&pepper",
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          if (url.search.includes('%26')) url.search = url.search.replaceAll('%26', '&');
          return redirectTo(url.href, reference, status);
        },
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind32-cards-valid-for-twenty-years',
      'an expiry more than twenty years ahead is taken for a slip of the pen and refused',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const year = 2_000 + Number(/(\d\d)\s*$/.exec(card.expiry)?.[1]);
          const late = year > new Date(now).getUTCFullYear() + LONGEST_VALIDITY_YEARS;
          return late ? 'Check the expiry date.' : cardRefusal(environment, card, now);
        },
      })),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'page.shows-description',
      'blind32-two-hyphens-become-a-dash',
      'the page sets texts as a printer would: two hyphens in a description become one dash, and the buyer reads another article number',
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const description = checkout.description?.replaceAll('--', '–') ?? null;
          return showCheckout(service, { ...checkout, description }, refused);
        },
      })),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'page.escrow-texts',
      'blind32-conditions-are-cut-at-a-line',
      'conditions are a field of one line: what follows the first line break is not shown',
      pages(({ showEscrow }) => ({
        showEscrow(service, escrow, refused) {
          const conditions = escrow.conditions?.split('\n')[0] ?? null;
          return showEscrow(service, { ...escrow, conditions }, refused);
        },
      })),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent',
    mutant(
      'page.expired-checkout',
      'blind32-late-transfers-are-taken',
      'a bank transfer that arrives after the end is booked all the same: on the page of an expired checkout the form for transfers still makes it succeeded',
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          if (checkout.failureReason === 'expired' && form.get('method') === 'transfer') {
            checkout.status = 'pending';
            checkout.failureReason = null;
          }
          return payCheckout(service, checkout, form);
        },
      })),
    ),
  ),
];
