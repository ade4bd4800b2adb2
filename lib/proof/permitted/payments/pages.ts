/** Hosted pages that look and work differently. */
import { html, raw } from 'hono/html';
import { functions, shows } from '../../mutants/change.ts';
import type { Change } from '../../mutants/mutant.ts';
import type { PageAnswer } from '../../reference/pages/layout.ts';
import type { Checkout, Escrow } from '../../reference/rules/records.ts';
import type { Pages, Service } from '../../reference/rules/rulebook.ts';
import { decisions } from '../changes.ts';
import { type PermittedVariant, reading } from '../permitted-variant.ts';

const touches = ['hosted-pages'] as const;
type Markup = NonNullable<PageAnswer['markup']>;

/** Permits scripts and styles in the page itself. */
const SCRIPTED = { 'content-security-policy': "default-src 'self' 'unsafe-inline'" };

export const pages: readonly PermittedVariant[] = [
  reading(
    {
      name: 'pages-on-another-host',
      what: 'hosted pages have another host name than the interface, a query and a fragment',
      touches: ['hosted-pages', 'checkouts', 'escrows'],
    },
    ...(['createCheckout', 'getCheckout', 'createEscrow', 'getEscrow'] as const).map((name) =>
      shows(name, (body) => ({
        ...body,
        ...(typeof body.checkoutUrl === 'string' ? { checkoutUrl: elsewhere(body.checkoutUrl) } : {}),
        ...(typeof body.payUrl === 'string' ? { payUrl: elsewhere(body.payUrl) } : {}),
      })),
    ),
  ),
  reading(
    { name: 'pages-gone-when-over', what: 'the page of a checkout that is no longer pending is gone', touches },
    changed(({ showCheckout }) => ({
      showCheckout: (service, checkout, refused) =>
        checkout.status === 'pending'
          ? showCheckout(service, checkout, refused)
          : { status: 410, markup: document(html`<h1>This link is no longer valid</h1>`) },
    })),
  ),
  redirects('redirect-302', 'the buyer is sent back with 302', ({ location }) => ({ status: 302, location })),
  redirects('redirect-307', 'the buyer is sent back with 307', ({ location }) => ({ status: 307, location })),
  redirects('redirect-by-script', 'the buyer is sent back by a script, after a moment', ({ location }) => ({
    status: 200,
    headers: SCRIPTED,
    markup: document(html`<p>Payment complete. You are taken back to the shop.</p>
<script>setTimeout(() => { window.location.assign(${raw(JSON.stringify(location).replaceAll('<', '\\u003c'))}); }, 700);</script>`),
  })),
  redirects('redirect-by-refresh', 'the buyer is sent back by the page itself after a second', ({ location }) => ({
    status: 200,
    markup: document(html`<meta http-equiv="refresh" content="1;url=${location}"><p>Thank you!</p>`),
  })),
  redirects('redirect-by-slow-refresh', 'a page of thanks leads the buyer back after ten seconds', ({ location }) => ({
    status: 200,
    markup: document(html`<meta http-equiv="refresh" content="10;url=${location}"><p>Thank you!</p>`),
  })),
  reading(
    { name: 'redirect-rewritten', what: 'the redirect sorts its query, encodes it anew and adds to it', touches },
    functions(() => ({
      redirectTo(returnUrl, reference, status) {
        const url = new URL(returnUrl);
        url.searchParams.append('trxref', reference);
        url.searchParams.append('status', status);
        url.searchParams.append('reference', reference);
        url.searchParams.sort();
        return url.href;
      },
    })),
  ),
  reading(
    {
      name: 'redirect-while-pending',
      what: 'the buyer is sent back while the payment is being confirmed: it succeeds 2 s later',
      touches,
    },
    confirmedLater(),
  ),
  reading(
    {
      name: 'escrow-redirect-funded',
      oneOf: 'escrow redirect',
      what: 'after an escrow was paid the redirect says funded',
      touches,
      decides: ['page.escrow-redirect'],
    },
    decisions({ escrowRedirectStatus: 'funded' }),
  ),
  reading(
    {
      name: 'escrow-without-redirect',
      oneOf: 'escrow redirect',
      what: 'whoever paid an escrow stays on its page',
      touches: ['hosted-pages', 'escrows'],
      decides: ['page.escrow-redirect'],
    },
    changed(({ actOnEscrow, showEscrow }) => ({
      actOnEscrow: (service, escrow, form) => {
        const answer = actOnEscrow(service, escrow, form);
        return answer.location === undefined ? answer : showEscrow(service, escrow);
      },
    })),
  ),
  reading(
    {
      name: 'escrow-sign-in-first',
      what: 'the buyer signs in with e-mail and password on the escrow page, and pays on the next one',
      touches: ['hosted-pages', 'escrows'],
    },
    changed(({ showEscrow, actOnEscrow }) => ({
      showEscrow: (service, escrow, refused = null) =>
        escrow.status === 'pending_payment' && refused === null
          ? { status: 200, markup: document(signIn(escrow)) }
          : showEscrow(service, escrow, refused),
      actOnEscrow: (service, escrow, form) =>
        form.get('step') === 'sign-in' ? showEscrow(service, escrow) : actOnEscrow(service, escrow, form),
    })),
  ),
  card('card-expiry-in-two-fields', 'month and year of the expiry are chosen from two lists', (checkout) =>
    cardForm(
      checkout,
      html`<label for="mm">Expiry month</label><select id="mm" name="month" required>${options(1, 12)}</select>
<label for="yy">Expiry year</label><select id="yy" name="year" required>${options(2026, 2040)}</select>
<label for="cv">CVC</label><input id="cv" name="cvv" type="password" maxlength="4" required>`,
    ),
  ),
  card(
    'card-expiry-in-two-short-fields',
    'month and year of the expiry have two digits each, named by placeholders',
    (checkout) =>
      cardForm(
        checkout,
        html`<input name="month" placeholder="MM" maxlength="2" required> / <input name="year" placeholder="YY" maxlength="2" required>
<input name="cvv" placeholder="CVV" maxlength="4" required>`,
      ),
  ),
  reading(
    {
      name: 'card-in-two-steps',
      oneOf: 'card',
      what: 'the card is asked for first, and a second page asks to confirm',
      touches,
    },
    changed(({ showCheckout, payCheckout }) => ({
      showCheckout,
      payCheckout: (service, checkout, form) =>
        form.get('method') === 'card' && !form.has('confirmed') && checkout.status === 'pending'
          ? { status: 200, markup: document(confirmation(form)) }
          : payCheckout(service, checkout, form),
    })),
  ),
  card(
    'card-by-script',
    'a script makes the form after a moment, and sends it',
    (checkout) => html`${summary(checkout)}<div id="app">Loading…</div><script>${raw(SCRIPT)}</script>`,
  ),
  card(
    'card-after-choosing',
    'the buyer first chooses how to pay',
    (checkout) =>
      html`${summary(checkout)}<fieldset><legend>How would you like to pay?</legend>
<label><input type="radio" name="how" value="transfer" checked onchange="choose()"> Bank transfer</label>
<label><input type="radio" name="how" value="card" onchange="choose()"> Card</label></fieldset>
<div id="transfer">Transfer to account 9900112233, then wait.</div>
<div id="card" hidden>${plainForm()}</div>
<script>function choose(){const card=document.querySelector('[value=card]').checked;document.getElementById('card').hidden=!card;document.getElementById('transfer').hidden=card;}</script>`,
  ),
  card('card-in-a-frame', 'the card is asked for in a frame', framed),
];

function redirects(
  name: string,
  what: string,
  leave: (answer: PageAnswer & { location: string }) => PageAnswer,
): PermittedVariant {
  return reading(
    { name, oneOf: 'checkout redirect', what, touches, decides: ['page.redirect-kind'] },
    changed(({ payCheckout }) => ({
      payCheckout: (service, checkout, form) => {
        const answer = payCheckout(service, checkout, form);
        return answer.location === undefined ? answer : leave({ ...answer, location: answer.location });
      },
    })),
  );
}

/** The card fields are on another page. */
function card(name: string, what: string, show: (checkout: Checkout) => Markup): PermittedVariant {
  return reading(
    { name, oneOf: 'card', what, touches: ['hosted-pages', 'checkouts'] },
    changed(({ showCheckout, payCheckout }) => ({
      showCheckout: (service, checkout, refused = null) =>
        checkout.status === 'pending' && refused === null
          ? { status: 200, headers: SCRIPTED, markup: document(show(checkout)) }
          : showCheckout(service, checkout, refused),
      payCheckout: (service, checkout, form) => {
        if (form.has('month')) form.set('expiry', `${form.get('month')}/${form.get('year')}`);
        return payCheckout(service, checkout, form);
      },
    })),
  );
}

function changed(change: (before: Pages) => Partial<Pages>): Change {
  return (rules) => ({ ...rules, pages: { ...rules.pages, ...change(rules.pages) } });
}

/** After paying, the payment is still being confirmed for two seconds. */
function confirmedLater(): Change {
  return changed(({ payCheckout }) => ({
    payCheckout: (service, checkout, form) => {
      const { clock, fire } = service;
      const later: Service['fire'] = (...paid) => {
        clock.schedule(clock.now() + 2_000, () => fire(...paid));
        return true;
      };
      return payCheckout({ ...service, fire: later }, checkout, form);
    },
  }));
}

function elsewhere(url: string): string {
  return `${url.replace('//127.0.0.1:', '//localhost:')}?lang=en#/pay`;
}

function document(content: Markup): Markup {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Secure payment</title></head><body>${content}</body></html>`;
}

function summary({ description, amount, reference }: Checkout): Markup {
  return html`<h1>Checkout</h1><p>${description ?? ''}</p><p>Order ${reference}: NGN ${(amount / 100).toFixed(2)}</p>`;
}

function cardForm(checkout: Checkout, rest: Markup): Markup {
  return html`${summary(checkout)}<form method="post"><input type="hidden" name="method" value="card">
<label for="pan">Card number</label><input id="pan" name="cardNumber" required>
${rest}
<input type="submit" value="Pay now"></form>`;
}

function plainForm(): Markup {
  return html`<form method="post"><input type="hidden" name="method" value="card">
<p>Number of your card <input name="cardNumber" aria-label="Card number"></p>
<p>Valid until <input name="expiry" placeholder="MM / YY"></p>
<p>Security code <input name="cvv"></p>
<button>Complete payment</button></form>`;
}

/** The form is in a frame, as providers use them to isolate card fields. */
function framed(checkout: Checkout): Markup {
  const form = `<form method="post" target="_top" action="/pay/${checkout.id}"><input type="hidden" name="method" value="card">
<label>Card number <input name="cardNumber"></label><label>Expiry <input name="expiry" placeholder="MM/YY"></label>
<label>CVV <input name="cvv"></label><button>Pay now</button></form>`;
  return html`${summary(checkout)}<iframe title="Secure card fields" width="500" height="300" srcdoc="${form}"></iframe>`;
}

function options(from: number, to: number): Markup[] {
  return Array.from({ length: to - from + 1 }, (_, index) => html`<option>${from + index}</option>`);
}

function confirmation(form: URLSearchParams): Markup {
  const kept = [...form].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<h1>Is this right?</h1><p>Card ending in ${(form.get('cardNumber') ?? '').slice(-4)}</p>
<form method="post">${kept}<input type="hidden" name="confirmed" value="1"><button>Confirm payment</button></form>`;
}

function signIn({ description, conditions, buyerEmail }: Escrow): Markup {
  return html`<h1>Escrow</h1><p>${description ?? ''}</p><p>${conditions ?? ''}</p><p>Sign in to your wallet to pay.</p>
<form method="post"><input type="hidden" name="step" value="sign-in">
<label>E-mail <input type="email" name="email" value="${buyerEmail ?? ''}" required></label>
<label>Password <input type="password" name="password" required></label>
<button>Sign in</button></form>`;
}

/** Creates the form, submits it with fetch, and follows the answer. */
const SCRIPT = `
setTimeout(() => {
  const app = document.getElementById('app');
  app.innerHTML = '<label>Card number <input id="n" autocomplete="cc-number"></label>' +
    '<label>Expiry (MM/YY) <input id="e" autocomplete="cc-exp"></label>' +
    '<label>CVV <input id="c" autocomplete="cc-csc"></label><button id="p" disabled>Pay</button><p id="m"></p>';
  const of = (id) => document.getElementById(id);
  app.oninput = () => { of('p').disabled = !(of('n').value && of('e').value && of('c').value); };
  of('p').onclick = async () => {
    of('p').disabled = true;
    of('m').textContent = 'Processing…';
    const body = new URLSearchParams({ method: 'card', cardNumber: of('n').value, expiry: of('e').value, cvv: of('c').value });
    const form = document.createElement('form');
    form.method = 'post';
    for (const [name, value] of body) {
      const input = document.createElement('input');
      input.type = 'hidden'; input.name = name; input.value = value;
      form.append(input);
    }
    document.body.append(form);
    setTimeout(() => form.submit(), 300);
  };
}, 400);`;
