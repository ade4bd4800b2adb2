import type { EnvironmentName } from '../../../reference/rules/records.ts';
import { type Probe, probes, told } from '../probe.support.ts';
import { found } from './checkout-addresses.ts';

function creates(changes: Record<string, unknown>, environment: EnvironmentName = 'sandbox'): Probe {
  return async (story) => {
    const merchant = await story.merchant(environment);
    return told(await merchant.post('/v1/checkouts', story.checkout(changes)));
  };
}

const buyer = (email: string) => creates({ customer: { email } });

probes(found, {
  'kind-first-of-several-addresses': buyer('ada@example.com, obi@example.com'),
  'kind-address-without-a-domain': buyer('ada@'),
  'kind-domain-of-two-parts': buyer('ada@mail.shop.example'),
  'kind-name-with-one-sign': buyer('ada.n.obi@example.com'),
  'kind-scheme-put-before-a-host': creates({ returnUrl: 'shop.example/thanks' }),
  'kind-path-resolved-against-a-base': creates({ returnUrl: '/thanks' }),
  'kind-return-address-needs-a-path': creates({ returnUrl: 'https://shop.example?order=7' }),
  'kind-https-on-its-own-port-alone': creates({ returnUrl: 'https://shop.example:8443/thanks' }),
  'kind-http-on-the-own-machine-alone': creates({ returnUrl: 'http://shop.example/thanks' }),
  'kind-no-http-into-private-networks': creates({ returnUrl: 'http://localhost:3000/thanks' }),
  'kind-addresses-of-applications-in-live': creates({ returnUrl: 'shop-app://thanks' }, 'live'),
  'kind-scheme-in-capitals-in-live': creates({ returnUrl: 'HTTP://shop.example/thanks' }, 'live'),
});
