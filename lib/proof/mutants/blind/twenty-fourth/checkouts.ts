/** Checkouts: what is kept of the buyer, when they end, and where the buyer is sent afterwards. */
import type { Checkout } from '../../../reference/rules/records.ts';
import { functions, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { DAY, deeply, keptAs } from '../ways.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function revived(value: unknown): unknown {
  return typeof value === 'string' && DATE_TIME.test(value) ? new Date(value).toISOString() : value;
}

/** Whether a job of that name was waiting when this checkout was made. */
function jobWaits(checkout: Checkout): boolean {
  const { merchant, reference } = checkout;
  const made = Date.parse(checkout.createdAt);
  return [...merchant.environment.merchants.values()].some((other) => {
    const alike = other === merchant ? undefined : other.records.checkout.get(reference);
    const before = alike === undefined ? Number.NaN : made - Date.parse(alike.createdAt);
    return before > 0 && before < DAY * 1_000;
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'metadata | object | no | Up to 4 KB. Returned by GET.',
    mutant(
      'checkout.record-metadata',
      'blind24-date-times-in-metadata-are-revived',
      'the reader of JSON turns every text that is a date-time into a date, which is written back in UTC with milliseconds: metadata with a date-time in another form comes back changed',
      keptAs('createCheckout', 'metadata', deeply(revived)),
    ),
  ),
  against(
    'pending | 24 hours pass without payment | | failed.',
    mutant(
      'checkout.expires',
      'blind24-expiry-job-is-named-by-the-reference',
      'the job that ends a checkout is named after its reference, and a queue takes no second job of a name that waits: a checkout never expires whose reference another merchant used within the day before',
      timer('checkout', 'pending', { on: (record: Checkout) => (jobWaits(record) ? 'nothing' : 'not paid in time') }),
    ),
  ),
  against(
    "customer.email | string (email) | yes | The buyer's e-mail.",
    mutant(
      'checkout.record-as-sent',
      'blind24-buyer-is-kept-as-first-spelled',
      'buyers are rows of their own, found by their address in lower case and never updated: a later checkout shows the address as it was spelled in the first one',
      before('act', ({ body, endpoint, merchant }, next) => {
        const email = body.text('customer.email')?.toLowerCase();
        const known = [...merchant.records.checkout.values()].find((each) => each.email.toLowerCase() === email);
        if (endpoint.name === 'createCheckout' && known !== undefined) body.value.customer = { email: known.email };
        return next();
      }),
    ),
  ),
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind24-parameters-are-put-behind-the-fragment',
      'the parameters are appended to the text of the returnUrl: where it has a fragment, they become a part of that and are no query parameters',
      functions(() => ({
        redirectTo: (returnUrl, reference, status) =>
          `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}reference=${encodeURIComponent(reference)}&status=${status}`,
      })),
    ),
  ),
];
