/** What a buyer meets at a hosted page besides other fields: the way to it and away from it, and what a payment there leads to. */
import { html, raw } from 'hono/html';
import { functions } from '../../mutants/change.ts';
import type { Change } from '../../mutants/mutant.ts';
import type { PageAnswer } from '../../reference/pages/layout.ts';
import type { Checkout } from '../../reference/rules/records.ts';
import type { Pages, Service } from '../../reference/rules/rulebook.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const touches = ['hosted-pages'] as const;
type Markup = NonNullable<PageAnswer['markup']>;

/** Permits scripts in the page itself. */
const SCRIPTED = { 'content-security-policy': "default-src 'self' 'unsafe-inline'" };

export const visits: readonly PermittedVariant[] = [
  // "pending | payment fails | failed", and "a new attempt needs a new checkout".
  reading(
    {
      name: 'declined-cards-fail-the-checkout',
      what: 'a card that is declined fails the checkout, and the buyer is sent back',
      touches,
    },
    changed(({ showCheckout }) => ({
      showCheckout(service, checkout, refused) {
        if (checkout.status !== 'pending' || (refused ?? null) === null)
          return showCheckout(service, checkout, refused);
        service.fire(checkout, 'fail', { reason: 'card_declined' });
        return backToTheShop(service, checkout);
      },
    })),
  ),
  // What the page of a checkout shows once it is over is not stated.
  reading(
    {
      name: 'pages-over-redirect',
      what: 'the page of a checkout that is over sends the buyer back to the shop at once',
      touches,
    },
    changed(({ showCheckout }) => ({
      showCheckout: (service, checkout, refused) =>
        checkout.status === 'pending'
          ? showCheckout(service, checkout, refused)
          : { ...backToTheShop(service, checkout), status: 302 },
    })),
  ),
  // `checkoutUrl` and `payUrl` are addresses of a hosted page; whether they lead there by a redirect is not stated.
  reading(
    { name: 'pages-behind-a-redirect', what: 'the address of a page leads on to that of a session', touches },
    functions(({ finish }) => ({
      async finish(response, asked, clock) {
        const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://localhost');
        if (asked.method === 'GET' && /^\/(pay|escrow)\//.test(pathname) && !searchParams.has('session'))
          return new Response(null, { status: 302, headers: { location: `${pathname}?session=1` } });
        return finish ? await finish(response, asked, clock) : response;
      },
    })),
  ),
  // "`pending` also covers a payment still being confirmed": for how long is not shown.
  reading(
    { name: 'payments-confirmed-after-90-seconds', what: 'what is paid on a page is confirmed 90 s later', touches },
    changed(({ payCheckout }) => ({
      payCheckout: (service, checkout, form) => {
        const { clock, fire } = service;
        const later: Service['fire'] = (...paid) => {
          clock.schedule(clock.now() + 90_000, () => fire(...paid));
          return true;
        };
        return payCheckout({ ...service, fire: later }, checkout, form);
      },
    })),
  ),
  reading(
    { name: 'pay-asks-by-dialog', what: 'a dialog of the browser asks whether to pay', touches },
    changed(({ showCheckout, showEscrow }) => ({
      showCheckout: (service, checkout, refused) => asking(showCheckout(service, checkout, refused)),
      showEscrow: (service, escrow, refused) => asking(showEscrow(service, escrow, refused)),
    })),
  ),
  // "The buyer opens `payUrl` and presses Pay"; what else is on the page is not stated.
  reading(
    { name: 'escrow-terms-accepted', what: 'who pays an escrow has to accept the terms, by a box', touches },
    changed(({ showEscrow }) => ({
      showEscrow: (service, escrow, refused) => {
        const answer = showEscrow(service, escrow, refused);
        const box = '<label><input type="checkbox" name="terms" required> I accept the terms</label><button';
        return escrow.status === 'pending_payment' ? edited(answer, '<button', box) : answer;
      },
    })),
  ),
  reading(
    {
      name: 'card-fields-formatted',
      oneOf: 'card',
      what: 'a script puts blanks and a slash into what is typed, and the button works once all is there',
      touches,
    },
    changed(({ showCheckout }) => ({
      showCheckout: (service, checkout, refused) =>
        checkout.status === 'pending'
          ? { status: 200, headers: SCRIPTED, markup: formattedCard(checkout) }
          : showCheckout(service, checkout, refused),
    })),
  ),
];

function changed(change: (before: Pages) => Partial<Pages>): Change {
  return (rules) => ({ ...rules, pages: { ...rules.pages, ...change(rules.pages) } });
}

function backToTheShop({ rules }: Service, { returnUrl, reference, status }: Checkout): PageAnswer {
  return { status: 303, location: rules.functions.redirectTo(returnUrl, reference, status) };
}

function asking(answer: PageAnswer): PageAnswer {
  return { ...edited(answer, '<form', `<form onsubmit="return confirm('Pay now?')"`), headers: SCRIPTED };
}

/** Replaces a text throughout the page. */
function edited(answer: PageAnswer, text: string, by: string): PageAnswer {
  return { ...answer, markup: raw(String(answer.markup).replaceAll(text, by)) };
}

function formattedCard({ description }: Checkout): Markup {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pay</title></head><body>
<p>${description ?? ''}</p><form method="post"><input type="hidden" name="method" value="card">
<input id="n" name="cardNumber" aria-label="Card number" maxlength="19" inputmode="numeric">
<input id="e" name="expiry" aria-label="Expiry date" placeholder="MM / YY" maxlength="7" inputmode="numeric">
<input id="c" name="cvv" aria-label="Security code" maxlength="4" inputmode="numeric">
<button id="p" disabled>Pay</button></form><script>${raw(FORMATTING)}</script></body></html>`;
}

const FORMATTING = `
const of = (id) => document.getElementById(id);
const digits = (id) => of(id).value.replace(/[^0-9]/g, '');
document.forms[0].addEventListener('input', () => {
  of('n').value = digits('n').replace(/(.{4})(?=.)/g, '$1 ');
  const expiry = digits('e').slice(0, 4);
  of('e').value = expiry.length > 2 ? expiry.slice(0, 2) + ' / ' + expiry.slice(2) : expiry;
  of('p').disabled = !(digits('n').length === 16 && expiry.length === 4 && digits('c').length > 2);
});`;
