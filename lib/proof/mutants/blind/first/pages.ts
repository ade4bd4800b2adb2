/** Hosted pages, in one history or for one spelling alone. */

import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| pending | buyer pays | payment confirmed | succeeded |',
    mutant(
      'page.paid-once',
      'blind-second-tab-changes-method',
      'a checkout that was paid, and is paid in another tab in the other way, has the method and the time of that',
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          const method = form.get('method') === 'transfer' ? 'bank_transfer' : 'card';
          if (checkout.status === 'succeeded' && checkout.paymentMethod !== method) {
            checkout.paymentMethod = method;
            checkout.paidAt = new Date(service.clock.now()).toISOString();
          }
          return payCheckout(service, checkout, form);
        },
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status` (`succeeded`, `failed` or `pending`)',
    mutant(
      'page.redirect-status',
      'blind-redirect-remembers-declined-card',
      'who pays after a card was declined is sent back with the status failed',
      pages(({ payCheckout }) => {
        const declined = new WeakSet<object>();
        return {
          payCheckout(service, checkout, form) {
            const answer = payCheckout(service, checkout, form);
            if (answer.location === undefined) declined.add(checkout);
            else if (declined.has(checkout))
              return { ...answer, location: answer.location.replace('status=succeeded', 'status=failed') };
            return answer;
          },
        };
      }),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number 4242 4242 4242 4242, any future expiry and any CVV',
    mutant(
      'page.any-expiry-and-cvv',
      'blind-card-of-december',
      'a card that expires in December is refused',
      functions(({ cardRefusal }) => ({
        cardRefusal: (environment, entry, now) =>
          /^\s*12\D/.test(entry.expiry) ? 'Give the expiry date as MM/YY.' : cardRefusal(environment, entry, now),
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl`',
    mutant(
      'page.redirect-keeps-query',
      'blind-redirect-with-last-of-each-name',
      'of several query parameters of one name the last one is kept in the redirect',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          const names = [...url.searchParams.keys()];
          if (new Set(names).size < names.length)
            url.search = new URLSearchParams(Object.fromEntries(url.searchParams)).toString();
          return redirectTo(url.href, reference, status);
        },
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl`',
    mutant(
      'page.redirect-keeps-query',
      'blind-redirect-decodes-query',
      'an encoded ampersand in the query of the returnUrl comes back decoded',
      functions(({ redirectTo }) => ({
        redirectTo: (returnUrl, reference, status) => redirectTo(returnUrl.replace(/%26/g, '&'), reference, status),
      })),
    ),
  ),
];
