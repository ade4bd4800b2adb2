/** The limit of the rate: what the service sends is counted with what it is sent. */
import type { Rulebook, Service } from '../../../reference/rules/rulebook.ts';
import { functions } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function deliveriesCount(): Change {
  const services = new WeakMap<Rulebook, Service>();
  return all(
    before('limitRate', ({ service }, next) => {
      services.set(service.rules, service);
      return next();
    }),
    functions(({ webhookHeaders }) => ({
      webhookHeaders(rules, secret, timestamp, body, delivery) {
        const service = services.get(rules);
        for (const { merchants } of service ? Object.values(service.environments) : [])
          for (const { rate, webhookSecret } of merchants.values())
            if (service && webhookSecret === secret) rate.admit(service.clock.now());
        return webhookHeaders(rules, secret, timestamp, body, delivery);
      },
    })),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.120-at-once-pass',
      'blind22-deliveries-count-with-the-requests',
      'one middleware measures the traffic of a merchant in both directions, and its count is the one that is limited: each attempt to deliver a webhook counts as a request, and in a minute with ten events 110 requests pass',
      deliveriesCount(),
    ),
  ),
];
