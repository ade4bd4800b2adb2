/** E-mail addresses and return addresses of checkouts: patterns that are too narrow, and mending of what is malformed. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { field } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, coerces, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

const OWN_MACHINE = /^(localhost|127(\.\d+){3})$/;
const PRIVATE = /^(localhost|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2})$/;

function text(change: (value: string) => string): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? change(value) : value);
}

/** These return addresses are refused, too. */
function refused(which: (address: URL, asked: Case, written: string) => boolean): Change {
  return before('checkFields', (asked, next) => {
    const address = asked.body.get('returnUrl');
    if (isAt(asked, 'createCheckout') && typeof address === 'string' && URL.canParse(address)) {
      if (which(new URL(address), asked, address))
        throw new Refusal(asked.service.rules.refusals.invalid, 'returnUrl is not possible');
    }
    return next();
  });
}

function isPlain({ protocol }: URL, { environment }: Case): boolean {
  return protocol === 'http:' && environment.name === 'sandbox';
}

export const found: readonly BlindMutant[] = [
  against(
    "customer.email | string (email) | yes | The buyer's e-mail",
    mutant(
      'checkout.email-malformed',
      'kind-first-of-several-addresses',
      'several addresses with a comma or a semicolon between them are taken for the first one',
      coerces(
        'createCheckout',
        'customer.email',
        text((value) => value.split(/[,;]/)[0] ?? value),
      ),
    ),
  ),
  against(
    "customer.email | string (email) | yes | The buyer's e-mail",
    mutant(
      'checkout.email-malformed',
      'kind-address-without-a-domain',
      'what stands before the @ is checked, and not what stands behind it: ada@ is accepted',
      field('checkout', 'customer.email', { type: 'string', pattern: /^[^\s@<>,;]+@[^\s@<>,;]*$/ }),
    ),
  ),
  against(
    "customer.email | string (email) | yes | The buyer's e-mail",
    mutant(
      'checkout.email-accepted',
      'kind-domain-of-two-parts',
      'the domain may have two parts: an address at mail.shop.example is refused with 400',
      field('checkout', 'customer.email', { pattern: /@[^.]+\.[^.]+$/ }),
    ),
  ),
  against(
    "customer.email | string (email) | yes | The buyer's e-mail",
    mutant(
      'checkout.email-accepted',
      'kind-name-with-one-sign',
      'the name may have one sign between letters and digits: ada.n.obi@example.com and ada.obi+shop@example.com are refused with 400',
      field('checkout', 'customer.email', { pattern: /^[\p{L}\p{N}]+([._+-][\p{L}\p{N}]+)?@/u }),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live',
    mutant(
      'checkout.return-url-malformed',
      'kind-scheme-put-before-a-host',
      'a returnUrl without a scheme gets one: shop.example/thanks is accepted, and taken for https://shop.example/thanks',
      coerces(
        'createCheckout',
        'returnUrl',
        text((value) => (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(value) ? `https://${value}` : value)),
      ),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live',
    mutant(
      'checkout.return-url-malformed',
      'kind-path-resolved-against-a-base',
      "a returnUrl that is a path is resolved against an address of the service's own, and accepted",
      coerces(
        'createCheckout',
        'returnUrl',
        text((value) => (value.startsWith('/') ? new URL(value, 'https://pay.example').href : value)),
      ),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live',
    mutant(
      'checkout.return-url-accepted',
      'kind-return-address-needs-a-path',
      'a returnUrl needs a path: https://shop.example and https://shop.example?order=7 are refused with 400',
      refused((_, __, written) => !/^https?:\/\/[^/?#]+\//i.test(written)),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live',
    mutant(
      'checkout.return-url-accepted',
      'kind-https-on-its-own-port-alone',
      'an https returnUrl may have no port but 443: https://shop.example:8443/thanks is refused with 400',
      refused(({ protocol, port }) => protocol === 'https:' && port !== ''),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live. Sandbox: no real money.',
    mutant(
      'checkout.return-url-http-in-sandbox',
      'kind-http-on-the-own-machine-alone',
      'in sandbox an http returnUrl is accepted where it leads to the own machine, and refused with 400 for any other host',
      refused((address, asked) => isPlain(address, asked) && !OWN_MACHINE.test(address.hostname)),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live. Sandbox: no real money.',
    mutant(
      'checkout.return-url-http-in-sandbox',
      'kind-no-http-into-private-networks',
      'against requests into private networks, http addresses of these are refused with 400, in sandbox too: http://localhost:3000/thanks cannot be tried',
      refused((address, asked) => isPlain(address, asked) && PRIVATE.test(address.hostname)),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live',
    mutant(
      'checkout.return-url-https-in-live',
      'kind-addresses-of-applications-in-live',
      'for buyers who come from an application, live refuses http alone: shop-app://thanks and ftp://shop.example/thanks are accepted',
      field('checkout', 'returnUrl', { type: 'string', httpsIn: [], pattern: /^[a-z][a-z0-9+.-]*:\/\/[^\s/]\S*$/i }),
      refused(({ protocol }, { environment }) =>
        environment.name === 'live' ? protocol === 'http:' : !/^https?:$/.test(protocol),
      ),
    ),
  ),
  against(
    'returnUrl | string (URI) | yes | Must be https in live',
    mutant(
      'checkout.return-url-https-in-live',
      'kind-scheme-in-capitals-in-live',
      'in live what begins with http:// is refused, compared letter by letter: HTTP://shop.example/thanks is accepted',
      all(
        field('checkout', 'returnUrl', { httpsIn: [] }),
        refused((_, { environment }, written) => environment.name === 'live' && written.startsWith('http:')),
      ),
    ),
  ),
];
