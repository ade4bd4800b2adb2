/** Checkouts and their page: what another checkout, another attempt or a later refund does to one. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions, shows } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, bodyOf, DAY, siblings, whenRefused } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const TRIES = 3;

function all(of: Checkout): Checkout[] {
  return [...of.merchant.records.checkout.values()];
}

/** The refunds of a checkout. */
function refundsOf(checkout: Checkout) {
  const first = [...checkout.merchant.records.refund.values()].find(({ payment }) => payment === checkout);
  return first === undefined ? [] : siblings(first);
}

function cleaned(checkout: Checkout, now: number): boolean {
  const last = refundsOf(checkout).at(-1);
  if (last === undefined || checkout.refundedAmount < checkout.amount) return false;
  return now - Date.parse(last.createdAt) > DAY * 1_000;
}

function blockedAfterDeclines(): Change {
  const declined = new WeakMap<Checkout, number>();
  return pages(({ payCheckout, showCheckout }) => ({
    payCheckout(service, checkout, form) {
      const count = declined.get(checkout) ?? 0;
      if (checkout.status === 'pending' && form.get('method') !== 'transfer' && count >= TRIES)
        return showCheckout(service, checkout, 'Too many cards were tried. Pay by bank transfer.');
      const answer = payCheckout(service, checkout, form);
      if (answer.status === 402) declined.set(checkout, count + 1);
      return answer;
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET',
    mutant(
      'checkout.record-stays',
      'blind33-refunded-in-full-is-cleaned',
      'a nightly job clears what is no longer needed: a day after the refunds that gave back all of a checkout its metadata is null',
      shows('getCheckout', (body, { record, asked }) =>
        record?.kind === 'checkout' && cleaned(record, asked.service.clock.now()) ? { ...body, metadata: null } : body,
      ),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set; refunds become possible',
    mutant(
      'checkout.record-stays',
      'blind33-second-refund-of-a-transfer-moves-paid-at',
      'paidAt of a bank transfer is the time of its last movement: when a second refund of it settles paidAt becomes the time of that',
      also('refund', 'settlement succeeds', (refund, now) => {
        const { payment } = refund;
        if (payment?.paymentMethod === 'bank_transfer' && siblings(refund).length > 1) payment.paidAt = now;
      }),
    ),
  ),
  against(
    'Checkout create: a repeated `reference` gives `409 duplicate_reference`, unless the call is an idempotent replay',
    mutant(
      'error.refused-leaves-first',
      'blind33-refused-duplicate-sets-the-return-address',
      'the row is written before its reference is found taken: a duplicate that is refused leaves its returnUrl with a first checkout that is still pending, and its buyer is sent there',
      whenRefused('createCheckout', (asked, { code }) => {
        const { reference, returnUrl } = bodyOf(asked);
        const first = asked.merchant.records.checkout.get(String(reference));
        if (code === 'duplicate_reference' && first?.status === 'pending') first.returnUrl = String(returnUrl);
      }),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind33-redirect-looked-up-by-reference',
      'after the payment the checkout is looked up by its reference alone: where two merchants have one of the same reference the buyer of the later one is sent to the shop of the earlier',
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          const answer = payCheckout(service, checkout, form);
          const { environment } = checkout.merchant;
          const first = [...environment.checkouts.values()].find(({ reference }) => reference === checkout.reference);
          if (answer.location === undefined || first === undefined || first === checkout) return answer;
          const { redirectTo } = service.rules.functions;
          return { ...answer, location: redirectTo(first.returnUrl, checkout.reference, checkout.status) };
        },
      })),
    ),
  ),
  against(
    'description | string or null |',
    mutant(
      'checkout.optional-fields',
      'blind33-description-of-the-last-order',
      'a checkout without description is given that of the last one of the same buyer and amount, as for a subscription',
      before('act', async (asked, next) => {
        const { body, merchant } = asked;
        if (isAt(asked, 'createCheckout') && body.get('description') === undefined) {
          const alike = [...merchant.records.checkout.values()].filter(
            ({ email, amount, description }) =>
              email === body.text('customer.email') && amount === body.integer('amount') && description !== null,
          );
          const last = alike.at(-1);
          if (last !== undefined) body.value.description = last.description;
        }
        return next();
      }),
    ),
  ),
  against(
    'failureReason | string or null | Set when failed; `expired` when the checkout was not paid in time',
    mutant(
      'checkout.failed-stays-failed',
      'blind33-sweep-expires-what-had-failed',
      'the sweep that ends a checkout in time marks all older ones without a payment: one that was declined says expired when a later one of the merchant runs out',
      also('checkout', 'not paid in time', (checkout) => {
        for (const each of all(checkout))
          if (each.status === 'failed' && each.createdAt <= checkout.createdAt) each.failureReason = 'expired';
      }),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.test-card-pays',
      'blind33-three-declines-block-cards',
      'after three declined cards the page of a checkout takes no card any more, the test card neither',
      blockedAfterDeclines(),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirect-status',
      'blind33-a-status-of-the-shop-is-left',
      'a parameter is added where returnUrl has none of that name: a shop whose own address has a status, such as status=open, is not told that of the payment',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const own = new URL(returnUrl).searchParams;
          if (!own.has('status')) return redirectTo(returnUrl, reference, status);
          const url = new URL(returnUrl);
          url.search = `${url.search}&reference=${encodeURIComponent(reference)}`;
          return url.href;
        },
      })),
    ),
  ),
];
