/** Hosted pages that format a text, encode once too often, or close early. */
import type { Checkout } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, HOUR } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** What is left of a text when the marks of emphasis and of code have become tags. */
function asMarkdown(text: string | null): string | null {
  return text?.replace(/([*_`]{1,2})(?=\S)(.*?\S)\1/g, '$2') ?? null;
}

function isClosed(service: Service, checkout: Checkout): boolean {
  return checkout.status === 'pending' && ageOf(checkout, service) > HOUR;
}

export const found: readonly BlindMutant[] = [
  against(
    'description: string, max 255 chars. Shown to the buyer. conditions: Shown to both parties.',
    mutant(
      'page.shows-description',
      'blind12-description-rendered-as-markdown',
      'the pages render the description and the conditions as Markdown: of chair_oak_large the underscores are lost, and of 2*3 and 4*5 the asterisks',
      pages(({ showCheckout, showEscrow }) => ({
        showCheckout: (service, checkout, refused) =>
          showCheckout(service, { ...checkout, description: asMarkdown(checkout.description) }, refused),
        showEscrow(service, escrow, refused) {
          const { description, conditions } = escrow;
          const rendered = { description: asMarkdown(description), conditions: asMarkdown(conditions) };
          return showEscrow(service, { ...escrow, ...rendered }, refused);
        },
      })),
    ),
  ),
  against(
    'After payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`. Allowed characters: letters, digits, `.`, `_`, `:`, `-`.',
    mutant(
      'page.redirects',
      'blind12-reference-encoded-twice-in-redirect',
      'the reference is encoded before it is given to what encodes the parameters: a reference with a colon arrives at the returnUrl with %3A in its place',
      functions(({ redirectTo }) => ({
        redirectTo: (returnUrl, reference, status) => redirectTo(returnUrl, encodeURIComponent(reference), status),
      })),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | failed. pending | buyer pays | succeeded. checkoutUrl (string, hosted payment page address).',
    mutant(
      'checkout.payable-until-expiry',
      'blind12-page-address-good-for-an-hour',
      'the address of the page is signed for an hour: a buyer who opens it later is told that it is gone, and cannot pay the checkout, which is still pending',
      pages(({ showCheckout, payCheckout }) => ({
        showCheckout: (service, checkout, refused) =>
          isClosed(service, checkout) ? { status: 410 } : showCheckout(service, checkout, refused),
        payCheckout: (service, checkout, form) =>
          isClosed(service, checkout) ? { status: 410 } : payCheckout(service, checkout, form),
      })),
    ),
  ),
];
