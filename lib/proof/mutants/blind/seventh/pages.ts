/** Addresses and texts that something else has taken already. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions } from '../../change.ts';
import { type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

const CACHED_MS = 300_000;

/** What the page says of an order is kept by the reference of the order. */
function cachedByReference(): Change {
  return (rules) => {
    const cache = new Map<string, { description: string | null; until: number }>();
    return pages(({ showCheckout }) => ({
      showCheckout(service, checkout, refused) {
        const now = service.clock.now();
        const cached = cache.get(checkout.reference);
        if (cached === undefined || cached.until <= now) {
          cache.set(checkout.reference, { description: checkout.description, until: now + CACHED_MS });
          return showCheckout(service, checkout, refused);
        }
        const shown: Checkout = { ...checkout, description: cached.description };
        return showCheckout(service, shown, refused);
      },
    }))(rules);
  };
}

function added(returnUrl: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(returnUrl);
  for (const [name, value] of Object.entries(parameters))
    if (!url.searchParams.has(name))
      url.search = `${url.search === '' ? '' : `${url.search}&`}${name}=${encodeURIComponent(value)}`;
  return url.href;
}

export const found: readonly BlindMutant[] = [
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`',
    mutant(
      'page.redirects',
      'blind7-parameters-of-the-return-url-stay',
      'a parameter that the returnUrl has already is not added: one with a status or a reference of its own gets no other in the redirect',
      functions(() => ({
        redirectTo: (returnUrl, reference, status) => added(returnUrl, { reference, status }),
      })),
    ),
  ),
  against(
    '| description | string | no | Max 255 chars. Shown to the buyer |',
    mutant(
      'page.shows-description',
      'blind7-page-cached-by-reference',
      'what the page of a checkout says is cached for five minutes by its reference alone: of two merchants with one reference the second shows the description of the first',
      cachedByReference(),
    ),
  ),
];
