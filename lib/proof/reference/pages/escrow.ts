import { html } from 'hono/html';
import type { Escrow } from '../rules/records.ts';
import type { Service } from '../rules/rulebook.ts';
import type { PageAnswer } from './layout.ts';
import { type Markup, naira, page, problem, summary } from './layout.ts';

export function showEscrow(service: Service, escrow: Escrow, refused: string | null = null): PageAnswer {
  const testing = escrow.merchant.environment.name === 'sandbox';
  const title = {
    new: 'Escrow',
    pending_payment: `Pay ${naira(escrow.amount)} into escrow`,
    funded: 'The money is held in escrow',
    disputed: 'A refund was asked for',
    released: 'The money went to the seller',
    refunded: 'The money was refunded',
    cancelled: 'This escrow was cancelled',
    expired: 'This escrow has expired',
  }[escrow.status];
  const content = html`${details(service, escrow)}
${problem(refused)}
${forms(escrow, testing)}`;
  return { status: refused === null ? 200 : 403, markup: page(title, testing, content) };
}

/** Handles a submitted form: the buyer pays, releases, or asks for a refund. */
export function actOnEscrow(service: Service, escrow: Escrow, form: URLSearchParams): PageAnswer {
  const { decisions, functions, pages } = service.rules;
  const on = form.get('do') ?? 'pay';
  const email = form.get('email')?.trim() || null;
  const refused = buyerProblem(service, escrow, on, email, form.get('pin') ?? '');
  if (refused !== null) return pages.showEscrow(service, escrow, refused);
  if (!service.fire(escrow, on, { payer: email }))
    return { ...pages.showEscrow(service, escrow, 'This is not possible any more.'), status: 409 };
  if (on !== 'pay' || escrow.returnUrl === null) return pages.showEscrow(service, escrow);
  return {
    status: 303,
    location: functions.redirectTo(escrow.returnUrl, escrow.reference, decisions.escrowRedirectStatus),
  };
}

function buyerProblem(service: Service, escrow: Escrow, on: string, email: string | null, pin: string): string | null {
  if (on !== 'pay' && on !== 'release' && on !== 'dispute') return 'This form cannot be read.';
  const live = escrow.merchant.environment.name === 'live';
  if (live && (email === null || !/^[0-9]{4,6}$/.test(pin))) return 'Sign in with your e-mail address and your PIN.';
  if (on === 'pay' && !service.rules.functions.mayPay(escrow, email))
    return 'This escrow is for another wallet account.';
  if (on !== 'pay' && escrow.paidBy !== null && email?.toLowerCase() !== escrow.paidBy.toLowerCase())
    return 'Only the account that paid can do this.';
  return null;
}

function forms(escrow: Escrow, testing: boolean): Markup | '' {
  // In sandbox the buyer only presses Pay (Endpoints, behaviour rule 8): the account is filled in.
  const account = testing ? (escrow.paidBy ?? escrow.buyerEmail ?? 'buyer@example.com') : '';
  const signIn = html`<label>E-mail address of your wallet account
<input type="email" name="email" autocomplete="email" required value="${account}"></label>
${
  testing
    ? ''
    : html`<label>Transaction PIN
<input type="password" name="pin" autocomplete="off" inputmode="numeric" required maxlength="6"></label>`
}`;
  if (escrow.status === 'pending_payment')
    return html`<form method="post" aria-label="Pay into escrow">
<input type="hidden" name="do" value="pay">
${signIn}
<button type="submit">Pay ${naira(escrow.amount)}</button>
</form>
<p class="hint">The seller gets the money when you release it, or by itself ${escrow.autoReleaseHours} hours after you
paid, unless you ask for a refund.</p>`;
  if (escrow.status === 'funded')
    return html`<form method="post" aria-label="Decide">
${signIn}
<button type="submit" name="do" value="release">Release to the seller</button>
<button type="submit" class="second" name="do" value="dispute">Ask for a refund</button>
</form>`;
  return '';
}

function details(service: Service, escrow: Escrow): Markup {
  const seller = service.wallet(escrow.merchant.environment, escrow.sellerWalletId);
  return summary([
    escrow.description !== null && { label: 'For', value: escrow.description },
    { label: 'Order', value: escrow.reference },
    {
      label: 'Seller',
      value: `${seller ? service.rules.functions.maskName(seller.holderName) : 'Wallet'} (${escrow.sellerWalletId})`,
    },
    escrow.conditions !== null && { label: 'Conditions', value: escrow.conditions },
    { label: 'Amount', value: naira(escrow.amount) },
  ]);
}
