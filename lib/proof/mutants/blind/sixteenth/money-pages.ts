/** Pages that charge, show or redirect by what they remember of something else. */
import type { Checkout, Environment } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

/** How many years ahead an expiry is believed. */
const YEARS_BELIEVED = 20;
const DECLINED = 402;

/** The acquirer answers a charge that it knows with the answer it gave. */
function chargesKeyedByCheckout(): Change {
  const declined = new WeakSet<Checkout>();
  return pages(({ payCheckout }) => ({
    payCheckout(service, checkout, form) {
      const byCard = form.get('method') !== 'transfer';
      if (byCard && declined.has(checkout))
        return service.rules.pages.showCheckout(service, checkout, 'This card was declined.');
      const answer = payCheckout(service, checkout, form);
      if (byCard && answer.status === DECLINED) declined.add(checkout);
      return answer;
    },
  }));
}

/** What was shown first under a reference is shown again. */
function summariesByReference(): Change {
  type Summary = Pick<Checkout, 'description' | 'email' | 'amount'>;
  const rendered = new WeakMap<Environment, Map<string, Summary>>();
  return pages(({ showCheckout }) => ({
    showCheckout(service, checkout, refused) {
      const { amount, description, email, merchant, reference } = checkout;
      const summaries = rendered.get(merchant.environment) ?? new Map<string, Summary>();
      rendered.set(merchant.environment, summaries);
      const summary = summaries.get(reference) ?? { description, email, amount };
      summaries.set(reference, summary);
      return showCheckout(service, { ...checkout, ...summary }, refused);
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.test-card-pays',
      'blind16-charge-keyed-by-its-checkout',
      "charges are sent to the acquirer with the checkout's id as their idempotency key: once a card was declined on the page, its answer is repeated to every later one, and the test card is declined too while the checkout is pending",
      chargesKeyedByCheckout(),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind16-expiry-within-twenty-years',
      'an expiry more than 20 years ahead is taken for a slip of the finger: the test card with an expiry such as 12/59 is not accepted',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, entry, now) {
          const year = /^\s*\d{1,2}\s*[/.-]?\s*(?:20)?(\d{2})\s*$/.exec(entry.expiry)?.[1];
          const latest = new Date(now).getUTCFullYear() + YEARS_BELIEVED;
          const slip = year !== undefined && 2_000 + Number(year) > latest;
          return slip ? 'Check the expiry date.' : cardRefusal(environment, entry, now);
        },
      })),
    ),
  ),
  against(
    'description | string | Max 255 chars. Shown to the buyer. reference: Unique per merchant.',
    mutant(
      'page.shows-description',
      'blind16-page-parts-cached-by-reference',
      "the summary on the page is cached by the reference: where two merchants have a checkout of one reference, the page of the one shows the other's description, buyer and amount",
      summariesByReference(),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind16-return-to-the-buyers-latest',
      "the address to return to is kept in the buyer's session: who has two checkouts of a shop open and pays the first is sent to the returnUrl of the second",
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          const { merchant, email } = checkout;
          const latest = [...merchant.records.checkout.values()].findLast((each) => each.email === email);
          checkout.returnUrl = latest?.returnUrl ?? checkout.returnUrl;
          return payCheckout(service, checkout, form);
        },
      })),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirect-keeps-query',
      'blind16-query-rebuilt-from-a-map',
      'the query is read into a map and written again: of a parameter that the returnUrl has several times, as in item=1&item=2, the last alone is left',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          url.search = new URLSearchParams(Object.fromEntries(url.searchParams)).toString();
          return redirectTo(url.href, reference, status);
        },
      })),
    ),
  ),
];
