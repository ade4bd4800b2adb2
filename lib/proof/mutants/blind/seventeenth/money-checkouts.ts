/** Checkouts and their pages: texts that are taken for something else, and a page that is not of one checkout alone. */
import type { Checkout, Environment, Merchant } from '../../../reference/rules/records.ts';
import { field, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { deeply, keptAs } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Some JSON libraries take texts that look like date-times for dates, and write them in their own way. */
function datesRead(value: unknown): unknown {
  if (typeof value !== 'string' || !DATE_TIME.test(value)) return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

function httpsExceptLocally(): Change {
  const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1';
  return all(field('checkout', 'returnUrl', { httpsIn: [] }), (rules) => ({
    ...rules,
    guards: [
      {
        id: 'checkout.return-url-https',
        at: ['createCheckout'],
        only: 'live',
        words: 'the returnUrl is not https',
        refuses({ body }) {
          const { protocol, hostname } = new URL(body.text('returnUrl') ?? '');
          return protocol !== 'https:' && !isLocal(hostname);
        },
        status: 400,
        code: 'invalid_request',
        message: () => 'returnUrl must be https in live',
      },
      ...rules.guards,
    ],
  }));
}

function descriptionCached(): Change {
  const cached = new WeakMap<Environment, Map<string, string | null>>();
  return pages(({ showCheckout }) => ({
    showCheckout(service, checkout, refused) {
      const { environment } = checkout.merchant;
      const known = cached.get(environment) ?? new Map<string, string | null>();
      cached.set(environment, known);
      const description = known.get(checkout.reference) ?? checkout.description;
      known.set(checkout.reference, description);
      return showCheckout(service, { ...checkout, description }, refused);
    },
  }));
}

function payingLastOpened(): Change {
  const opened = new WeakMap<Merchant, Map<string, Checkout>>();
  return pages(({ showCheckout, payCheckout }) => ({
    showCheckout(service, checkout, refused) {
      const ofBuyers = opened.get(checkout.merchant) ?? new Map<string, Checkout>();
      opened.set(checkout.merchant, ofBuyers);
      if (checkout.status === 'pending') ofBuyers.set(checkout.email, checkout);
      return showCheckout(service, checkout, refused);
    },
    payCheckout(service, checkout, form) {
      const last = opened.get(checkout.merchant)?.get(checkout.email);
      return payCheckout(service, last?.status === 'pending' ? last : checkout, form);
    },
  }));
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind17-date-in-metadata-written-anew',
      'the JSON library takes texts that look like date-times for dates and writes them as UTC with milliseconds: 2026-05-01T09:00:00+01:00 in metadata comes back as 2026-05-01T08:00:00.000Z',
      keptAs('createCheckout', 'metadata', deeply(datesRead)),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live.',
    mutant(
      'checkout.return-url-https-in-live',
      'blind17-http-to-localhost-passes-in-live',
      'for the convenience of developers http is accepted for localhost and 127.0.0.1, and nobody has limited that to the sandbox',
      httpsExceptLocally(),
    ),
  ),
  against(
    'description | string | no | Max 255 chars. Shown to the buyer. reference: Unique per merchant.',
    mutant(
      'page.shows-description',
      'blind17-description-on-page-cached-by-reference',
      'the page keeps the description in a cache by reference alone: where two merchants have a checkout of one reference, the buyer of the second is shown the description of the first',
      descriptionCached(),
    ),
  ),
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.any-expiry-and-cvv',
      'blind17-expiry-month-compared-without-its-year',
      'the month and the year of the expiry are each compared with today: in November a card that expires in January of any later year is refused as expired',
      functions(({ cardRefusal }) => ({
        cardRefusal(environment, card, now) {
          const refused = cardRefusal(environment, card, now);
          const month = Number(/^\s*(\d{1,2})\s*\//.exec(card.expiry)?.[1] ?? 12);
          return refused ?? (month < new Date(now).getUTCMonth() + 1 ? 'This card has expired.' : null);
        },
      })),
    ),
  ),
  against(
    'After payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirect-keeps-query',
      'blind17-repeated-parameters-become-one',
      'the query of the returnUrl is read into a map from names to values: of item=1&item=2 the second alone is there after the redirect',
      functions(() => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          const given = Object.fromEntries(url.searchParams);
          url.search = new URLSearchParams({ ...given, reference, status }).toString();
          return url.href;
        },
      })),
    ),
  ),
  against(
    'Checkout (one payment attempt for one order). checkoutUrl (string, hosted payment page address). pending | buyer pays | payment confirmed | succeeded.',
    mutant(
      'checkout.paid-alone',
      'blind17-page-pays-what-its-buyer-opened-last',
      "the page keeps the buyer's session by e-mail address, and its form pays the session's checkout: a buyer who has opened two pages and pays on the first has paid the second",
      payingLastOpened(),
    ),
  ),
];
