/** Checkouts and their pages: a row made of a whole body, a page that borrows the merchant's key, and an address that is made safer. */
import { openCheckout } from '../../../reference/rules/actions.ts';
import type { Merchant } from '../../../reference/rules/records.ts';
import { endpoint, functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

/** Columns of the table that a merchant has no field for. */
const COLUMNS_OF_THE_SERVICE = ['status', 'failureReason', 'paymentMethod', 'paidAt', 'createdAt'] as const;

function rowOfTheWholeBody(): Change {
  return endpoint('createCheckout', {
    does(asked) {
      const checkout = openCheckout(asked);
      const { value } = asked.body;
      const given = COLUMNS_OF_THE_SERVICE.filter((column) => typeof value[column] === 'string');
      return Object.assign(checkout, Object.fromEntries(given.map((column) => [column, value[column]])));
    },
  });
}

/** While the merchant's key is refused for its rate, so is the page that sends it. */
function pageSendsTheKey(): Change {
  const limitedUntil = new WeakMap<Merchant, number>();
  return all(
    answers('everywhere', (reply, { merchant, service }) => {
      const seconds = Number(reply.headers?.['retry-after'] ?? 0);
      if (codeOf(reply) === 'rate_limited') limitedUntil.set(merchant, service.clock.now() + seconds * 1_000);
      return reply;
    }),
    pages(({ payCheckout, showCheckout }) => ({
      payCheckout(service, checkout, form) {
        const until = limitedUntil.get(checkout.merchant) ?? 0;
        if (service.clock.now() < until)
          return showCheckout(service, checkout, 'Something went wrong. Try again later.');
        return payCheckout(service, checkout, form);
      },
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Create response (201): `id`, `reference`, `checkoutUrl`, `status` (always `pending`). pending | buyer pays | payment confirmed | succeeded.',
    mutant(
      'checkout.created',
      'blind21-row-made-of-the-whole-body',
      'the row of a checkout is made of all that the body has, and the columns of the service have defaults for what is missing: a create with a field status, failureReason, paymentMethod, paidAt or createdAt of text sets that column, so that a checkout may begin as succeeded',
      rowOfTheWholeBody(),
    ),
  ),
  against(
    'The buyer pays on a hosted page by card or bank transfer. 120 requests per minute per API key; then 429 `rate_limited`.',
    mutant(
      'page.test-card-pays',
      'blind21-page-sends-the-key-of-the-merchant',
      'the page is a client of the interface and sends the key of the merchant: while that key is refused with 429, a buyer who pays is told to try again later, and the checkout stays pending',
      pageSendsTheKey(),
    ),
  ),
  against(
    'Checkout redirect: after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`. returnUrl: Must be https in live.',
    mutant(
      'page.redirects',
      'blind21-way-back-by-https-alone',
      'what sends buyers back makes each address one of https, as live has it: in sandbox the buyer of a checkout whose returnUrl begins with http is sent to https at the same host and port',
      functions(({ redirectTo }) => ({
        redirectTo: (returnUrl, reference, status) =>
          redirectTo(returnUrl.replace(/^http:/i, 'https:'), reference, status),
      })),
    ),
  ),
];
