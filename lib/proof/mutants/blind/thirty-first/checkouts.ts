/** Checkouts and their page: what is kept for another purpose, and what is taken for something else. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions, shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, deeply, keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const MINUTE_MS = 60_000;

/** Names 0, 1, 2, ... are those of a list where maps and lists are of one type. */
function numberedAsList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name, index) => name === String(index)) ? Object.values(value) : value;
}

function latestSpelling({ merchant, email }: Checkout): string {
  const alike = [...merchant.records.checkout.values()].filter(
    (each) => each.email.toLowerCase() === email.toLowerCase(),
  );
  return alike.at(-1)?.email ?? email;
}

/** Whether a later one of the merchant was made in the same second. */
function replacedInItsSlot(checkout: Checkout): boolean {
  const all = [...checkout.merchant.records.checkout.values()];
  const slot = ({ createdAt }: Checkout) => Math.floor(Date.parse(createdAt) / 1_000);
  return all.slice(all.indexOf(checkout) + 1).some((later) => slot(later) === slot(checkout));
}

function declineKept(): Change {
  const declined = new WeakSet<Checkout>();
  return all(
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        const answer = payCheckout(service, checkout, form);
        if (answer.status === 402) declined.add(checkout);
        return answer;
      },
    })),
    also('checkout', 'not paid in time', (checkout) => {
      if (declined.has(checkout)) checkout.failureReason = 'card_declined';
    }),
  );
}

/** Another checkout of the same buyer and amount that was paid by card within a minute. */
function lookPaid(checkout: Checkout, now: number): boolean {
  return [...checkout.merchant.records.checkout.values()].some(
    ({ amount, email, paymentMethod, paidAt }) =>
      paymentMethod === 'card' &&
      amount === checkout.amount &&
      email === checkout.email &&
      paidAt !== null &&
      now - Date.parse(paidAt) < MINUTE_MS,
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind31-numbered-names-become-a-list',
      'metadata goes through a language that has one type for maps and lists: an object within it whose names are 0, 1, 2 and so on, such as the lines of an order, comes back as a list',
      keptAs('createCheckout', 'metadata', deeply(numberedAsList)),
    ),
  ),
  against(
    'customer | object | `{ email }`.',
    mutant(
      'checkout.record-stays',
      'blind31-one-customer-for-both-spellings',
      'customers have a table of their own, found by the address in any letter case and written again by every checkout: when the same buyer comes back with another spelling, records of earlier checkouts show the new one',
      shows('getCheckout', (body, { record }) =>
        record?.kind === 'checkout' ? { ...body, customer: { email: latestSpelling(record) } } : body,
      ),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent.',
    mutant(
      'checkout.expires',
      'blind31-one-expiry-a-second',
      "the ends of a merchant's checkouts are kept by the second at which they are due, one for each: of two checkouts made in the same second the first never expires",
      timer('checkout', 'pending', {
        on: (checkout: Checkout) => (replacedInItsSlot(checkout) ? 'nothing' : 'not paid in time'),
      }),
    ),
  ),
  against(
    'failureReason | string or null | Set when failed; `expired` when the checkout was not paid in time.',
    mutant(
      'checkout.expires',
      'blind31-decline-outlives-the-expiry',
      'a card that is declined leaves its reason with the checkout, which stays payable, and the expiry fills in only what is empty: a checkout that ran out after a declined attempt says that the card was declined',
      declineKept(),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set.',
    mutant(
      'checkout.paid-at-true',
      'blind31-transfers-are-paid-on-a-day',
      'what the bank says of a transfer has a value date and no time: a checkout paid by bank transfer has the beginning of that day as paidAt, before it was even created',
      also('checkout', 'pay', (checkout, now, { method }) => {
        if (method === 'bank_transfer') checkout.paidAt = `${now.slice(0, 10)}T00:00:00.000Z`;
      }),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind31-parameters-after-the-fragment',
      'the parameters are put at the end of the text of returnUrl: where it has a fragment they become a part of that, and the shop is asked without them',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          if (!returnUrl.includes('#')) return redirectTo(returnUrl, reference, status);
          const sign = returnUrl.includes('?') ? '&' : '?';
          return `${returnUrl}${sign}reference=${encodeURIComponent(reference)}&status=${status}`;
        },
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirect-keeps-query',
      'blind31-one-value-for-each-parameter',
      'the query of returnUrl is read into a map and written again: of a parameter that it has several times, such as item=1&item=2, only the last is left',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          const query = Object.fromEntries(url.searchParams);
          if (Object.keys(query).length < [...url.searchParams].length)
            url.search = new URLSearchParams(query).toString();
          return redirectTo(url.href, reference, status);
        },
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.test-card-pays',
      'blind31-second-order-looks-like-a-double-click',
      'a guard against double payments declines a card where the same buyer has paid the same amount to the merchant within a minute, though it was for another checkout',
      pages(({ payCheckout, showCheckout }) => ({
        payCheckout(service, checkout, form) {
          const byCard = form.get('method') !== 'transfer';
          if (byCard && checkout.status === 'pending' && lookPaid(checkout, service.clock.now()))
            return showCheckout(service, checkout, 'It looks as if you have paid this already.');
          return payCheckout(service, checkout, form);
        },
      })),
    ),
  ),
];
