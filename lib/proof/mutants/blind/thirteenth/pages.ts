/** Redirects that lead to another address than the checkout's. */
import { functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { pages } from '../ways-of-pages.ts';

export const found: readonly BlindMutant[] = [
  against(
    'after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind13-slash-of-return-url-lost',
      'the path of a returnUrl is cleaned like that of a file: of https://shop.example/thanks/ the slash at the end is lost, and of //, in the path, one of both',
      functions(({ redirectTo }) => ({
        redirectTo(returnUrl, reference, status) {
          const url = new URL(returnUrl);
          url.pathname = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
          return redirectTo(url.href, reference, status);
        },
      })),
    ),
  ),
  against(
    'Checkout redirect: after payment the buyer is redirected to `returnUrl` with query parameters `reference` and `status`.',
    mutant(
      'page.redirects',
      'blind13-return-url-of-the-latest-checkout',
      "returnUrl is a setting of the merchant which each checkout writes: the buyer of a checkout is redirected to the returnUrl of the merchant's latest one",
      pages(({ payCheckout }) => ({
        payCheckout(service, checkout, form) {
          const answer = payCheckout(service, checkout, form);
          const latest = [...checkout.merchant.records.checkout.values()].at(-1) ?? checkout;
          if (answer.location === undefined) return answer;
          const location = service.rules.functions.redirectTo(latest.returnUrl, checkout.reference, checkout.status);
          return { ...answer, location };
        },
      })),
    ),
  ),
];
