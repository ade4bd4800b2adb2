/** Counters of requests: one for each worker, one that the console uses too, one whose end moves on. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Merchant, RateLimiter, Wallet } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { functions, guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { around, before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';

function countersInEachWorker(): Change {
  const others = new WeakMap<Merchant, RateLimiter>();
  let requests = 0;
  return around('limitRate', (own) => (asked, next) => {
    const { merchant, service } = asked;
    const { functions, limits } = service.rules;
    requests += 1;
    if (requests % 2 === 0) return own(asked, next);
    const rate = others.get(merchant) ?? functions.rateLimiter(limits.requestsPerWindow, limits.windowSeconds * 1_000);
    others.set(merchant, rate);
    return own({ ...asked, merchant: { ...merchant, rate } }, next);
  });
}

function consoleCounts(): Change {
  const services = new WeakMap<Merchant, Service>();
  return all(
    before('limitRate', ({ merchant, service }, next) => {
      services.set(merchant, service);
      return next();
    }),
    functions(({ deliveryList }) => ({
      deliveryList(deliveries, merchant) {
        const service = merchant === undefined ? undefined : services.get(merchant);
        if (service !== undefined) merchant?.rate.admit(service.clock.now());
        return deliveryList(deliveries, merchant);
      },
    })),
  );
}

function hourBeginsAnew(): Change {
  const counters = new WeakMap<Wallet, { count: number; until: number }>();
  return guard('link.too-many-requests', {
    refuses({ body, environment, service }) {
      const { linkRequests, linkWindowSeconds } = service.rules.limits;
      const wallet = service.wallet(environment, body.text('walletId') ?? '');
      if (wallet === undefined) return false;
      const now = service.clock.now();
      const kept = counters.get(wallet);
      const count = kept !== undefined && kept.until > now ? kept.count + 1 : 1;
      counters.set(wallet, { count, until: now + linkWindowSeconds * 1_000 });
      return count > linkRequests;
    },
  });
}

export const found: readonly BlindMutant[] = [
  against(
    'Request rate | 120 requests per minute per API key; then 429 `rate_limited` with `Retry-After`.',
    mutant(
      'rate-limit.more-is-refused',
      'blind18-counters-in-each-worker',
      'requests are counted in the memory of each of two workers, between which they take turns: 240 a minute pass with one key',
      countersInEachWorker(),
    ),
  ),
  against(
    'More than 120 requests per minute per API key; response carries `Retry-After`.',
    mutant(
      'rate-limit.retry-after-present',
      'blind18-retry-after-in-milliseconds-divided',
      'the milliseconds that the limiter says are divided by 1,000 and not rounded: Retry-After is a number with decimals, such as 12.345, which is neither seconds nor a date',
      around('limitRate', () => ({ merchant, service }, next) => {
        const wait = merchant.rate.admit(service.clock.now());
        if (wait === 0) return next();
        throw new Refusal(service.rules.refusals.rateLimited, 'too many requests', {
          'retry-after': (wait / 1_000).toFixed(3),
        });
      }),
    ),
  ),
  against(
    'Request rate | 120 requests per minute per API key. The console lists deliveries.',
    mutant(
      'rate-limit.120-at-once-pass',
      'blind18-console-reads-with-the-key',
      "the console reads the list of deliveries through the interface with the merchant's own key: each look at it counts, and fewer than 120 requests of the merchant pass in that minute",
      consoleCounts(),
    ),
  ),
  against(
    'Wallet link create: at most 5 requests per wallet per hour.',
    mutant(
      'wallet-link.limit-ends',
      'blind18-hour-of-links-begins-anew',
      'the counter of link requests is a key that expires after an hour, and each request sets that hour anew: a wallet that is asked about once in 50 minutes takes no sixth request, though it has had one in the last hour',
      hourBeginsAnew(),
    ),
  ),
];
