import { html, raw } from 'hono/html';
import type { PageAnswer } from '../../reference/pages/layout.ts';
import type { Checkout } from '../../reference/rules/records.ts';
import type { Pages, Service } from '../../reference/rules/rulebook.ts';
import type { Transition } from '../../reference/rules/states.ts';
import { addedTransition, functions } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

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
    paidLate(({ failureReason }) => failureReason === 'expired'),
  ),
  mutant(
    'page.failed-checkout',
    'failed-checkout-can-be-paid',
    'the page of a checkout whose payment failed still takes the payment',
    paidLate(({ failureReason, status }) => status === 'failed' && failureReason !== 'expired'),
  ),
  mutant(
    'page.paid-once',
    'second-payment-dates-anew',
    'a second payment on the page of a checkout sets paidAt anew',
    pages(({ payCheckout }) => ({
      payCheckout: (service, checkout, form) => {
        if (checkout.status === 'succeeded') checkout.paidAt = new Date(service.clock.now()).toISOString();
        return payCheckout(service, checkout, form);
      },
    })),
  ),
  mutant(
    'page.payment-event',
    'page-payment-sends-nothing',
    'what is paid on the page of a checkout sends no event',
    onPageAlone('checkout'),
  ),
  mutant(
    'page.payment-event',
    'escrow-page-payment-sends-nothing',
    'what is paid on the page of an escrow sends no event',
    onPageAlone('escrow'),
  ),
  mutant(
    'page.escrow-over',
    'cancelled-escrow-can-be-paid',
    'the page of a cancelled escrow still takes the payment',
    addedTransition('escrow', { from: 'cancelled', on: 'pay late', to: 'funded', sends: 'escrow.funded' }),
    pages(({ showEscrow, actOnEscrow }) => ({
      showEscrow: (service, escrow, refused) =>
        showEscrow(service, escrow.status === 'cancelled' ? { ...escrow, status: 'pending_payment' } : escrow, refused),
      actOnEscrow: (service, escrow, form) => {
        if (escrow.status !== 'cancelled') return actOnEscrow(service, escrow, form);
        service.fire(escrow, 'pay late');
        return showEscrow(service, escrow);
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

/** The page of these checkouts, which have ended, accepts a payment as if they were pending. */
function paidLate(late: (checkout: Checkout) => boolean): Change {
  return all(
    addedTransition('checkout', { from: 'failed', on: 'pay late', to: 'succeeded', sends: 'payment.succeeded' }),
    pages(({ showCheckout, payCheckout }) => ({
      showCheckout: (service, checkout, refused) =>
        showCheckout(service, late(checkout) ? { ...checkout, status: 'pending' } : checkout, refused),
      payCheckout: (service, checkout, form) => {
        if (!late(checkout)) return payCheckout(service, checkout, form);
        service.fire(checkout, 'pay late', { method: 'card' });
        return {
          status: 303,
          location: service.rules.functions.redirectTo(checkout.returnUrl, checkout.reference, checkout.status),
        };
      },
    })),
  );
}

/** A payment on the page sends no event; every other payment does. */
function onPageAlone(kind: 'checkout' | 'escrow'): Change {
  const silent = (service: Service): Service => ({
    ...service,
    fire: (record, on, details) =>
      service.fire(record, on === 'pay' && record.kind === kind ? 'pay on page' : on, details),
  });
  return all(
    (rules) => {
      const rows: readonly Transition[] = rules.machines[kind] as readonly Transition[];
      const own = rows.filter(({ on }) => on === 'pay').map((row) => ({ ...row, on: 'pay on page', sends: null }));
      return { ...rules, machines: { ...rules.machines, [kind]: [...rows, ...own] } };
    },
    pages(({ payCheckout, actOnEscrow }) => ({
      payCheckout: (service, checkout, form) => payCheckout(silent(service), checkout, form),
      actOnEscrow: (service, escrow, form) => actOnEscrow(silent(service), escrow, form),
    })),
  );
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
  return String(html`${text}`);
}
