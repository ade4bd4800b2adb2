/** Hosted pages, in one history or for one spelling alone. */

import { addedTransition, functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    'payment.succeeded | A checkout was paid',
    mutant(
      'page.payment-event',
      'blind-transfer-without-event',
      'a checkout that is paid by bank transfer on its page sends no event',
      addedTransition('checkout', {
        from: 'pending',
        on: 'transfer',
        to: 'succeeded',
        sends: null,
        also: (checkout, now) => {
          checkout.paidAt = now;
          checkout.paymentMethod = 'bank_transfer';
        },
      }),
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          if (form.get('method') !== 'transfer' || !service.fire(checkout, 'transfer'))
            return payCheckout(service, checkout, form);
          const { returnUrl, reference, status } = checkout;
          return { status: 303, location: service.rules.functions.redirectTo(returnUrl, reference, status) };
        },
      })),
    ),
  ),
  against(
    'the buyer is redirected to returnUrl with query parameters reference and status',
    mutant(
      'page.redirects',
      'blind-redirect-behind-fragment',
      'where the returnUrl has a fragment, reference and status are put behind it',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const [address = '', fragment] = returnUrl.split('#');
          if (fragment === undefined) return redirectTo(returnUrl, reference, status);
          const sign = address.includes('?') ? '&' : '?';
          return `${address}#${fragment}${sign}reference=${encodeURIComponent(reference)}&status=${status}`;
        },
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind-redirect-with-short-reference',
      'the reference in the redirect is cut to 64 characters',
      functions(({ redirectTo }) => ({
        redirectTo: (returnUrl, reference, status) => redirectTo(returnUrl, reference.slice(0, 64), status),
      })),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer',
    mutant(
      'page.shows-description',
      'blind-long-description-cut-on-page',
      'of a description of more than 120 characters the page shows the first 120',
      pages(({ showCheckout }) => ({
        showCheckout: (service, checkout, refused) =>
          showCheckout(
            service,
            { ...checkout, description: checkout.description?.replace(/^(.{120}).+/su, '$1…') ?? null },
            refused,
          ),
      })),
    ),
  ),
  against(
    'conditions | string | no | Shown to both parties',
    mutant(
      'page.escrow-texts',
      'blind-first-line-of-conditions',
      'of conditions of several lines the page shows the first one',
      pages(({ showEscrow }) => ({
        showEscrow: (service, escrow, refused) =>
          showEscrow(service, { ...escrow, conditions: escrow.conditions?.split('\n')[0] ?? null }, refused),
      })),
    ),
  ),
];
