import type { EnvironmentName } from '../../../reference/rules/records.ts';
import { type Probe, probes, told } from '../probe.support.ts';
import { found } from './checkout-amounts.ts';

function creates(changes: Record<string, unknown>, environment: EnvironmentName = 'sandbox'): Probe {
  return async (story) => {
    const merchant = await story.merchant(environment);
    return told(await merchant.post('/v1/checkouts', story.checkout(changes)));
  };
}

probes(found, {
  'kind-checkout-of-whole-naira': creates({ amount: 101 }),
  'kind-smallest-amount-in-live': creates({ amount: 100 }, 'live'),
  'kind-no-amount-skips-the-minimum': creates({ amount: 0 }),
  'kind-negative-amount-without-sign': creates({ amount: -5_000 }),
  'kind-largest-amount-of-a-buyers-open-checkouts': async (story) => {
    const merchant = await story.merchant();
    await story.made(merchant, 'checkouts', story.checkout());
    return told(await merchant.post('/v1/checkouts', story.checkout({ amount: 2_000_000_000 })));
  },
  'kind-amount-of-nine-digits-that-count': creates({ amount: 1_999_999_999 }),
  'kind-amount-through-naira': async (story) => {
    const merchant = await story.merchant();
    const reference = await story.made(merchant, 'checkouts', story.checkout({ amount: 115 }));
    return (await story.record(merchant, 'checkouts', reference)).amount;
  },
  'kind-largest-amount-compared-as-text': creates({ amount: 10_000_000_000 }),
  'kind-currency-by-its-first-three-letters': creates({ currency: 'NGNX' }),
});
