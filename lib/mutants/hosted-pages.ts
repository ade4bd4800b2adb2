/** Defects of the hosted pages. */
import { raw } from 'hono/html';
import type { PageAnswer } from '../reference/pages/checkout.ts';
import type { Pages } from '../reference/rules/rulebook.ts';
import { addedTransition, functions } from './change.ts';
import { type Change, type Mutant, mutant } from './mutant.ts';

export const hostedPageMutants: readonly Mutant[] = [
  mutant(
    'page.shows-description',
    'page-without-description',
    'the checkout page has no description',
    pages(({ showCheckout }) => ({
      showCheckout: (service, checkout, refused) => showCheckout(service, { ...checkout, description: null }, refused),
    })),
  ),
  mutant(
    'page.shows-description',
    'page-description-as-markup',
    'the description is put into the page as markup',
    pages(({ showCheckout }) => ({
      showCheckout: (service, checkout, refused) =>
        unescaped(showCheckout(service, checkout, refused), checkout.description),
    })),
  ),
  mutant(
    'page.shows-description',
    'page-description-escaped-twice',
    'the description is escaped twice',
    pages(({ showCheckout }) => ({
      showCheckout: (service, checkout, refused) =>
        showCheckout(
          service,
          { ...checkout, description: checkout.description && markupOf(checkout.description) },
          refused,
        ),
    })),
  ),
  mutant(
    'page.test-card-pays',
    'test-card-declined',
    'the test card is declined in the sandbox',
    functions(() => ({ cardRefusal: () => 'This card was declined.' })),
  ),
  mutant(
    'page.test-card-pays',
    'page-payment-does-nothing',
    'the page thanks for a payment that never happens',
    pages(() => ({
      payCheckout: (service, checkout) => ({
        status: 303,
        location: service.rules.functions.redirectTo(checkout.returnUrl, checkout.reference, 'succeeded'),
      }),
    })),
  ),
  mutant(
    'page.any-expiry-and-cvv',
    'cvv-000-refused',
    'a CVV of 000 is refused',
    functions(({ cardRefusal }) => ({
      cardRefusal: (environment, card, now) =>
        card.cvv.trim() === '000' ? 'Check the CVV.' : cardRefusal(environment, card, now),
    })),
  ),
  mutant(
    'page.any-expiry-and-cvv',
    'cvv-must-be-123',
    'only a CVV of 123 is taken',
    functions(({ cardRefusal }) => ({
      cardRefusal: (environment, card, now) =>
        card.cvv.trim() !== '123' ? 'Check the CVV.' : cardRefusal(environment, card, now),
    })),
  ),
  mutant(
    'page.any-expiry-and-cvv',
    'far-expiry-refused',
    'an expiry more than three years away is refused',
    functions(({ cardRefusal }) => ({
      cardRefusal: (environment, card, now) =>
        Number(card.expiry.match(/(\d{2})\s*$/)?.[1]) > (new Date(now).getUTCFullYear() % 100) + 3
          ? 'Check the expiry date.'
          : cardRefusal(environment, card, now),
    })),
  ),
  mutant(
    'page.redirects',
    'redirect-without-reference',
    'the redirect has no reference',
    redirect((url) => url.searchParams.delete('reference')),
  ),
  mutant(
    'page.redirects',
    'redirect-with-id',
    'the redirect has another text as reference',
    redirect((url) => url.searchParams.set('reference', 'order')),
  ),
  mutant(
    'page.redirects',
    'no-redirect',
    'after the payment the buyer stays on the page',
    pages(({ payCheckout, showCheckout }) => ({
      payCheckout: (service, checkout, form) =>
        payCheckout(service, checkout, form).location === undefined
          ? showCheckout(service, checkout, 'Check the card.')
          : {
              ...showCheckout(service, checkout),
              markup: raw('<!doctype html><title>Thank you</title><p>Thank you.</p>'),
            },
    })),
  ),
  mutant(
    'page.redirect-status',
    'redirect-without-status',
    'the redirect has no status',
    redirect((url) => url.searchParams.delete('status')),
  ),
  mutant(
    'page.redirect-status',
    'redirect-status-success',
    'the redirect has status success',
    redirect((url) => url.searchParams.set('status', 'success')),
  ),
  mutant(
    'page.redirect-status',
    'redirect-status-failed',
    'the redirect after a payment has status failed',
    redirect((url) => url.searchParams.set('status', 'failed')),
  ),
  mutant(
    'page.redirect-keeps-query',
    'redirect-drops-query',
    'the redirect drops what returnUrl had',
    functions(({ redirectTo }) => ({
      redirectTo: (returnUrl, reference, status) => redirectTo(returnUrl.replace(/\?[^#]*/, ''), reference, status),
    })),
  ),
  mutant(
    'page.redirect-keeps-query',
    'redirect-second-question-mark',
    'the parameters are put after a second question mark',
    functions(() => ({
      redirectTo: (returnUrl, reference, status) =>
        `${returnUrl}?reference=${encodeURIComponent(reference)}&status=${status}`,
    })),
  ),
  mutant(
    'page.expired-checkout',
    'expired-checkout-can-be-paid',
    'the page of an expired checkout still takes the payment',
    addedTransition('checkout', { from: 'failed', on: 'pay late', to: 'succeeded', sends: 'payment.succeeded' }),
    pages(({ showCheckout, payCheckout }) => ({
      showCheckout: (service, checkout, refused) =>
        showCheckout(
          service,
          checkout.failureReason === 'expired' ? { ...checkout, status: 'pending' } : checkout,
          refused,
        ),
      payCheckout: (service, checkout, form) => {
        if (checkout.failureReason !== 'expired') return payCheckout(service, checkout, form);
        service.fire(checkout, 'pay late', { method: 'card' });
        return {
          status: 303,
          location: service.rules.functions.redirectTo(checkout.returnUrl, checkout.reference, checkout.status),
        };
      },
    })),
  ),
  mutant(
    'page.escrow-pay',
    'escrow-page-does-nothing',
    'the Pay button of the escrow page does nothing',
    pages(({ showEscrow }) => ({ actOnEscrow: (service, escrow) => showEscrow(service, escrow) })),
  ),
  mutant(
    'page.escrow-pay',
    'escrow-page-needs-another-buyer',
    'the escrow page refuses every buyer',
    pages(({ showEscrow }) => ({
      actOnEscrow: (service, escrow) => showEscrow(service, escrow, 'This escrow is for another wallet account.'),
    })),
  ),
  mutant(
    'page.escrow-texts',
    'escrow-page-without-conditions',
    'the escrow page has no conditions',
    pages(({ showEscrow }) => ({
      showEscrow: (service, escrow, refused) => showEscrow(service, { ...escrow, conditions: null }, refused),
    })),
  ),
  mutant(
    'page.escrow-texts',
    'escrow-page-without-description',
    'the escrow page has no description',
    pages(({ showEscrow }) => ({
      showEscrow: (service, escrow, refused) => showEscrow(service, { ...escrow, description: null }, refused),
    })),
  ),
];

function pages(change: (before: Pages) => Partial<Pages>): Change {
  return (rules) => ({ ...rules, pages: { ...rules.pages, ...change(rules.pages) } });
}

function redirect(change: (url: URL) => void): Change {
  return functions(({ redirectTo }) => ({
    redirectTo(...parts) {
      const url = new URL(redirectTo(...parts));
      change(url);
      return url.href;
    },
  }));
}

function unescaped(answer: PageAnswer, text: string | null): PageAnswer {
  if (text === null || answer.markup === undefined) return answer;
  return { ...answer, markup: raw(String(answer.markup).replaceAll(markupOf(text), text)) };
}

function markupOf(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
