/** Hosted pages and the addresses that buyers come back to. */
import type { CardEntry } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { bodyOf, whenRefused } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** Letters of a description for which the page has room. */
const ROOM = 120;

/** Compares the month with this month and the year with this year, each for itself. */
function monthIsOver({ expiry }: CardEntry, now: number): boolean {
  const month = Number(/^\s*(?:\d{4}-)?(\d{1,2})/.exec(expiry)?.[1]);
  return month < new Date(now).getUTCMonth() + 1;
}

/** Checked as if it were https, and kept as it is. */
function httpToThisMachine(): Change {
  const given = new WeakMap<object, string>();
  return all(
    before('checkFields', (asked, next) => {
      const address = asked.body.text('returnUrl') ?? '';
      if (isAt(asked, 'createCheckout') && /^http:\/\/(localhost|127\.0\.0\.1)([:/?#]|$)/.test(address)) {
        given.set(asked, address);
        asked.body.value.returnUrl = address.replace('http:', 'https:');
      }
      return next();
    }),
    before('act', (asked, next) => {
      const address = given.get(asked);
      if (address !== undefined) asked.body.value.returnUrl = address;
      return next();
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'After payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind14-query-after-the-fragment',
      'the parameters are put at the end of the returnUrl: where that has a fragment, as https://shop.example/#/thanks, they become a part of it and are no query parameters',
      functions(() => ({
        redirectTo: (returnUrl, reference, status) =>
          `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}reference=${encodeURIComponent(reference)}&status=${status}`,
      })),
    ),
  ),
  against(
    'After payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirect-keeps-query',
      'blind14-query-as-an-object',
      'the query of the returnUrl is read into an object and written again: of a parameter that is there twice, as item=1&item=2, only the last is left',
      functions(() => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          const query = Object.fromEntries(url.searchParams);
          url.search = new URLSearchParams({ ...query, reference, status }).toString();
          return url.href;
        },
      })),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind14-month-compared-without-its-year',
      'a card has expired if its year or its month is less than the present one: in November a card that expires in January of any later year is refused',
      functions(({ cardRefusal }) => ({
        cardRefusal: (environment, card, now) =>
          cardRefusal(environment, card, now) ?? (monthIsOver(card, now) ? 'This card has expired.' : null),
      })),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer.',
    mutant(
      'page.shows-description',
      'blind14-long-descriptions-cut-on-the-page',
      'the page cuts a description after 120 characters: the buyer is not shown the rest of one of 255',
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          const { description } = checkout;
          const cut =
            description !== null && description.length > ROOM ? `${description.slice(0, ROOM)}…` : description;
          return showCheckout(service, { ...checkout, description: cut }, refused);
        },
      })),
    ),
  ),
  against(
    'pending | buyer pays | payment confirmed | succeeded | `payment.succeeded` sent; `paidAt` set; refunds become possible.',
    mutant(
      'checkout.paid-at-set',
      'blind14-page-forgets-when-it-was-paid',
      'the handler of the form sets the status by itself and not the time: a checkout that was paid by card on its page has a paidAt of null',
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          const wasPending = checkout.status === 'pending';
          const answer = payCheckout(service, checkout, form);
          if (wasPending && checkout.status === 'succeeded') checkout.paidAt = null;
          return answer;
        },
      })),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used. After payment the buyer is redirected to `returnUrl`.',
    mutant(
      'error.refused-leaves-first',
      'blind14-refused-create-takes-the-buyer-along',
      'the returnUrl is put into a store under the reference before the checkout is: after a create that was refused as a duplicate, the buyer of the first checkout is sent to the returnUrl of the refused one',
      whenRefused('createCheckout', (asked, { code }) => {
        const { reference, returnUrl } = bodyOf(asked);
        const first = asked.merchant.records.checkout.get(String(reference));
        if (code === 'duplicate_reference' && first !== undefined) first.returnUrl = String(returnUrl);
      }),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live.',
    mutant(
      'environment.live-return-url-https',
      'blind14-localhost-needs-no-https-in-live',
      'what developers are allowed in sandbox holds in live too: a returnUrl http://localhost:3000/thanks is accepted there',
      httpToThisMachine(),
    ),
  ),
];
