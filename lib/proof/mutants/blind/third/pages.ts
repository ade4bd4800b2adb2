/** Hosted pages, for some entries and texts alone. */
import { addedTransition, functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind3-expiry-of-the-last-century',
      'a year of expiry of two digits from 50 on is read as one of the last century',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const year = /^\s*\d{1,2}\s*[/.-]?\s*(\d{2})\s*$/.exec(card.expiry)?.[1];
          return Number(year ?? 0) >= 50 ? 'This card has expired.' : cardRefusal(environment, card, now);
        },
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind3-path-of-return-url-encoded-twice',
      'what is percent-encoded in the path of a returnUrl is encoded once more in the redirect',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          url.pathname = url.pathname.replaceAll('%', '%25');
          return redirectTo(url.href, reference, status);
        },
      })),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'page.shows-description',
      'blind3-ampersand-escaped-twice',
      'an ampersand of a description is escaped twice on the page of the checkout',
      pages(({ showCheckout }) => ({
        showCheckout: (service, checkout, refused) =>
          showCheckout(
            service,
            { ...checkout, description: checkout.description?.replaceAll('&', '&amp;') ?? null },
            refused,
          ),
      })),
    ),
  ),
  against(
    'pending_payment | buyer pays | | funded | `escrow.funded` … id | string | Unique per event',
    mutant(
      'webhook.one-event',
      'blind3-escrow-paid-in-two-tabs-told-twice',
      'Pay on a page of a funded escrow that was opened before sends escrow.funded once more',
      addedTransition('escrow', { from: 'funded', on: 'pay again', to: 'funded', sends: 'escrow.funded' }),
      pages(({ actOnEscrow }) => ({
        actOnEscrow(service, escrow, form) {
          if ((form.get('do') ?? 'pay') === 'pay') service.fire(escrow, 'pay again');
          return actOnEscrow(service, escrow, form);
        },
      })),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'page.escrow-texts',
      'blind3-conditions-give-way-to-description',
      'the page of an escrow that has a description does not show its conditions',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(
            service,
            { ...escrow, conditions: escrow.description === null ? escrow.conditions : null },
            refused,
          ),
      })),
    ),
  ),
];
