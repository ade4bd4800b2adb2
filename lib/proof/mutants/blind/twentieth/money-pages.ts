/** Hosted pages: amounts that a simulator gives a meaning, an address put together from its parts, and one that was copied. */
import type { Shown } from '../../../reference/rules/rulebook.ts';
import { functions, type Json, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

/** The last two digits that stand for "not sufficient funds" at the acquirer. */
const NOT_SUFFICIENT = 51;

function amountsHaveAMeaning(): Change {
  return pages(({ payCheckout }) => ({
    payCheckout(service, checkout, form) {
      const simulated = checkout.merchant.environment.name === 'sandbox' && form.get('method') !== 'transfer';
      if (checkout.status !== 'pending' || !simulated || checkout.amount % 100 !== NOT_SUFFICIENT)
        return payCheckout(service, checkout, form);
      return service.rules.pages.showCheckout(service, checkout, 'This card was declined: not sufficient funds.');
    },
  }));
}

/** `hostname` has no port, `host` has. */
function withoutPort(): Change {
  return functions(({ redirectTo }) => ({
    redirectTo(returnUrl, reference, status) {
      const { protocol, hostname, pathname, search, hash } = new URL(redirectTo(returnUrl, reference, status));
      return `${protocol}//${hostname}${pathname}${search}${hash}`;
    },
  }));
}

function livePagesInSandbox(): Change {
  const moved =
    (field: string) =>
    (body: Json, { asked: { environment, service } }: Shown): Json => {
      const address = String(body[field]);
      if (environment.name === 'sandbox' || !address.startsWith(environment.baseUrl)) return body;
      return { ...body, [field]: service.environments.sandbox.baseUrl + address.slice(environment.baseUrl.length) };
    };
  return all(
    shows('createCheckout', moved('checkoutUrl')),
    shows('getCheckout', moved('checkoutUrl')),
    shows('createEscrow', moved('payUrl')),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Sandbox checkout page accepts the test card number `4242 4242 4242 4242`, any future expiry and any CVV.',
    mutant(
      'page.test-card-pays',
      'blind20-amounts-with-a-meaning-at-the-acquirer',
      "the sandbox passes cards on to the acquirer's own simulator, for which the last two digits of an amount decide: a checkout whose amount ends in 51 cannot be paid with the test card, which is declined",
      amountsHaveAMeaning(),
    ),
  ),
  against(
    'Checkout redirect: after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind20-port-lost-on-the-way-back',
      'the address to return to is put together from the name of its host, which has no port: from https://shop.example:8443/thanks the buyer is sent to https://shop.example/thanks',
      withoutPort(),
    ),
  ),
  against(
    'checkoutUrl (string, hosted payment page address). Two fully separate environments exist, sandbox and live.',
    mutant(
      'page.shows-description',
      'blind20-live-pages-at-the-sandbox-address',
      'the address of the hosted pages is a setting that was copied to live with the rest: checkoutUrl and payUrl of live lead to the pages of the sandbox, which do not know them',
      livePagesInSandbox(),
    ),
  ),
];
