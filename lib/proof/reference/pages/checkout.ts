import { html } from 'hono/html';
import type { Checkout } from '../rules/records.ts';
import type { Service } from '../rules/rulebook.ts';
import { type Markup, naira, type PageAnswer, page, problem, summary } from './layout.ts';

export function showCheckout(service: Service, checkout: Checkout, refused: string | null = null): PageAnswer {
  if (checkout.status !== 'pending') return { status: refused === null ? 200 : 409, markup: closed(service, checkout) };
  const testing = checkout.merchant.environment.name === 'sandbox';
  return {
    status: refused === null ? 200 : 402,
    markup: page(
      `Pay ${naira(checkout.amount)}`,
      testing,
      html`${details(checkout)}
${problem(refused)}
<form method="post" aria-label="Pay by card">
<input type="hidden" name="method" value="card">
<label>Card number
<input name="cardNumber" autocomplete="cc-number" inputmode="numeric" required maxlength="23"
 placeholder="4242 4242 4242 4242"></label>
<div class="pair">
<label>Expiry date (MM/YY)
<input name="expiry" autocomplete="cc-exp" inputmode="numeric" required maxlength="9" placeholder="MM/YY"></label>
<label>Security code (CVV)
<input name="cvv" autocomplete="cc-csc" inputmode="numeric" required maxlength="4" placeholder="123"></label>
</div>
<button type="submit">Pay ${naira(checkout.amount)}</button>
</form>
${testing ? html`<p class="hint">Test card 4242 4242 4242 4242, any future expiry date, any CVV.</p>` : ''}
<section aria-labelledby="transfer">
<h2 id="transfer">Bank transfer</h2>
<p class="hint">Transfer ${naira(checkout.amount)} to account 9900112233, Providus Bank, and say so here.</p>
<form method="post" aria-label="Bank transfer">
<input type="hidden" name="method" value="transfer">
<button type="submit" class="second">I have made the transfer</button>
</form>
</section>`,
    ),
  };
}

/** Handles the submitted payment form; after a payment the answer redirects to the merchant. */
export function payCheckout(service: Service, checkout: Checkout, form: URLSearchParams): PageAnswer {
  const { decisions, functions, pages } = service.rules;
  if (checkout.status !== 'pending') return pages.showCheckout(service, checkout, 'not pending');
  const byCard = form.get('method') !== 'transfer';
  if (byCard) {
    const card = {
      number: form.get('cardNumber') ?? '',
      expiry: form.get('expiry') ?? '',
      cvv: form.get('cvv') ?? '',
    };
    const refused = functions.cardRefusal(checkout.merchant.environment.name, card, service.clock.now());
    if (refused !== null) return pages.showCheckout(service, checkout, refused);
  }
  const method = byCard ? decisions.paymentMethods.card : decisions.paymentMethods.transfer;
  service.fire(checkout, 'pay', { method });
  return { status: 303, location: functions.redirectTo(checkout.returnUrl, checkout.reference, checkout.status) };
}

function closed(service: Service, checkout: Checkout): Markup {
  const title = {
    new: 'Payment',
    pending: 'Payment pending',
    succeeded: 'This payment is complete',
    failed: checkout.failureReason === 'expired' ? 'This payment has expired' : 'This payment did not go through',
  }[checkout.status];
  const back = service.rules.functions.redirectTo(checkout.returnUrl, checkout.reference, checkout.status);
  return page(
    title,
    checkout.merchant.environment.name === 'sandbox',
    html`${details(checkout)}
<p class="hint">${checkout.status === 'failed' ? 'Nothing was charged. To try again, start a new order.' : ''}</p>
<a class="button" href="${back}">Return to the shop</a>`,
  );
}

function details(checkout: Checkout): Markup {
  return summary([
    checkout.description !== null && { label: 'For', value: checkout.description },
    { label: 'Order', value: checkout.reference },
    { label: 'Buyer', value: checkout.email },
    { label: 'Amount', value: naira(checkout.amount) },
  ]);
}
