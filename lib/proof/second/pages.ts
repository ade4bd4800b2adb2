import type { IncomingMessage, ServerResponse } from 'node:http';
import { disputeEscrow, type Escrow, payEscrow, release } from './escrows.ts';
import { type Checkout, settleCheckout } from './payments.ts';
import { Refusal } from './rules.ts';
import type { Environment, World } from './world.ts';

/** The answer to a form: a page, or a redirect to the merchant. */
type Page = { html: string; status?: number } | { goTo: string };

const testCard = '4242424242424242';

/** Serves `/checkout/{id}` and `/escrow/{token}` of one environment, for a buyer's browser. */
export function servePage(
  world: World,
  env: Environment,
  url: URL,
  path: string,
  form: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const [, sort, token = ''] = path.split('/');
  const sent = req.method === 'POST' ? new URLSearchParams(form) : undefined;
  let page: Page = { html: layout('Not found', '<p>There is no such page.</p>'), status: 404 };
  try {
    if (sort === 'checkout') page = checkoutPage(world, env, token, url.searchParams, sent) ?? page;
    if (sort === 'escrow') page = escrowPage(world, env, token, sent) ?? page;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    page = { html: layout('That did not work', `<p role="alert">${safe(error.message)}</p>`), status: error.status };
  }
  res.sendDate = false;
  const headers = { DATE: new Date(world.clock.now()).toUTCString(), connection: 'close' };
  if ('goTo' in page) res.writeHead(303, { ...headers, location: page.goTo }).end();
  else res.writeHead(page.status ?? 200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(page.html);
}

/** Two steps: first the payment method, then the details. The buyer may also leave without paying. */
function checkoutPage(
  world: World,
  env: Environment,
  id: string,
  query: URLSearchParams,
  sent?: URLSearchParams,
): Page | undefined {
  const sql = 'SELECT c.* FROM checkouts c JOIN merchants m ON m.id = c.merchant WHERE c.id = ? AND m.env = ?';
  const read = () => world.store.one<Checkout>(sql, id, env);
  const checkout = read();
  if (!checkout) return undefined;
  const back = (status: string): string => {
    const target = new URL(checkout.returnUrl);
    target.searchParams.set('reference', checkout.reference);
    target.searchParams.set('status', status);
    return target.href;
  };
  const way = `<p><a href="${safe(back(checkout.status))}">Return to the shop</a></p>`;
  if (checkout.status !== 'pending') {
    const words = checkout.status === 'succeeded' ? 'This payment has succeeded.' : 'This payment has failed.';
    return { html: layout('Payment', `<p role="status">${words}</p>${way}`) };
  }
  const what = `<p>${safe(checkout.description ?? `Order ${checkout.reference}`)}</p><p>Amount: <b>${money(checkout.amount)}</b></p>`;
  const method = sent?.get('method') ?? query.get('method');
  if (method === 'card') {
    const problem = sent && cardProblem(sent, world.clock.now());
    if (!sent || problem)
      return { html: layout('Pay by card', what + cardForm(checkout.amount, problem) + way), status: sent ? 422 : 200 };
    const number = digits(sent.get('number'));
    const good = env === 'sandbox' ? number === testCard : number !== testCard;
    settleCheckout(world, checkout, good ? { method: 'card' } : { failure: 'card_declined' });
    return { goTo: back(read()?.status ?? 'pending') };
  }
  if (method === 'transfer') {
    if (!sent) return { html: layout('Pay by bank transfer', what + transferForm(checkout) + way) };
    settleCheckout(world, checkout, { method: 'bank_transfer' });
    return { goTo: back('succeeded') };
  }
  const choice = `<form method="get"><fieldset><legend>How would you like to pay?</legend>
    <p><input type="radio" id="card" name="method" value="card" checked> <label for="card">Card</label></p>
    <p><input type="radio" id="transfer" name="method" value="transfer"> <label for="transfer">Bank transfer</label></p>
    </fieldset><button type="submit">Continue</button></form>`;
  return { html: layout('Choose how to pay', what + choice + way) };
}

/** One page for all actions of the buyer: pay, then release or ask for a refund. */
function escrowPage(world: World, env: Environment, token: string, sent?: URLSearchParams): Page | undefined {
  const sql = 'SELECT * FROM escrows WHERE token = ? AND env = ?';
  const read = () => world.store.one<Escrow>(sql, token, env);
  const escrow = read();
  if (!escrow) return undefined;
  if (sent) {
    const act = sent.get('act');
    if (act === 'pay') payEscrow(world, escrow, sent.get('email')?.trim() || undefined);
    else if (act === 'dispute') disputeEscrow(world, escrow);
    else if (act === 'release' && escrow.status === 'funded') release(world, escrow);
  }
  const { status, returnUrl } = read() ?? escrow;
  const button = (act: string, label: string) => `<button type="submit" name="act" value="${act}">${label}</button>`;
  const parts = [
    `<p>${safe(escrow.description ?? `Order ${escrow.reference}`)}</p>`,
    `<p>Amount: <b>${money(escrow.amount)}</b>, held until you confirm.</p>`,
    escrow.conditions ? `<p>Conditions: ${safe(escrow.conditions)}</p>` : '',
    `<p role="status">Status: ${status.replace('_', ' ')}</p>`,
  ];
  if (status === 'pending_payment') {
    parts.push(`<form method="post"><p><label for="email">E-mail of your wallet account</label><br>
      <input id="email" name="email" type="email" autocomplete="email" value="${safe(escrow.buyer ?? '')}"></p>
      ${button('pay', 'Pay')}</form>`);
  }
  if (status === 'funded') {
    parts.push(
      `<form method="post">${button('release', 'Release to the seller')} ${button('dispute', 'Ask for a refund')}</form>`,
    );
  }
  if (returnUrl) parts.push(`<p><a href="${safe(returnUrl)}">Return to the shop</a></p>`);
  return { html: layout('Escrow payment', parts.join('\n')) };
}

function cardForm(amount: number, problem: string | undefined): string {
  const field = (id: string, label: string, autocomplete: string) =>
    `<p><label for="${id}">${label}</label><br>
    <input id="${id}" name="${id}" inputmode="numeric" autocomplete="${autocomplete}" required></p>`;
  return `${problem ? `<p role="alert">${problem}</p>` : ''}
    <form method="post"><input type="hidden" name="method" value="card">
    ${field('number', 'Card number', 'cc-number')}
    ${field('month', 'Expiry month', 'cc-exp-month')}
    ${field('year', 'Expiry year', 'cc-exp-year')}
    ${field('cvv', 'CVV', 'cc-csc')}
    <button type="submit">Pay ${money(amount)}</button></form>`;
}

function transferForm(checkout: Checkout): string {
  const account = checkout.id.replace(/\D/g, '').padEnd(10, '7').slice(0, 10);
  return `<p>Send exactly this amount to account ${account} at Wema Bank.</p>
    <form method="post"><input type="hidden" name="method" value="transfer">
    <button type="submit">I have sent the money</button></form>`;
}

/** A mistake in the form can be corrected; only a well-formed card can be declined. */
function cardProblem(form: URLSearchParams, now: number): string | undefined {
  const number = digits(form.get('number'));
  if (!/^\d{13,19}$/.test(number) || !luhn(number)) return 'The card number is not valid.';
  const month = Number(digits(form.get('month')));
  const written = Number(digits(form.get('year')));
  const year = written < 100 ? 2000 + written : written;
  if (!(month >= 1 && month <= 12) || !(year > 2000)) return 'The expiry date is not valid.';
  if (Date.UTC(year, month) <= now) return 'The card has expired.';
  if (!/^\d{3,4}$/.test(digits(form.get('cvv')))) return 'The CVV is not valid.';
  return undefined;
}

function luhn(number: string): boolean {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const values = [...number].reverse().map((digit, i) => (i % 2 === 0 ? Number(digit) : (doubled[Number(digit)] ?? 0)));
  return values.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

const digits = (value: string | null): string => (value ?? '').replace(/[\s-]/g, '');

function money(kobo: number): string {
  return `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`;
}

function safe(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
}
