/** What counts against the rate of a key. */
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After` |',
    mutant(
      'rate-limit.per-key',
      'blind5-page-views-count-for-the-merchant',
      "a buyer's view of a checkout page, which has no key, counts as a request of the merchant",
      pages(({ showCheckout }) => ({
        showCheckout(service, checkout, refused) {
          checkout.merchant.rate.admit(service.clock.now());
          return showCheckout(service, checkout, refused);
        },
      })),
    ),
  ),
];
