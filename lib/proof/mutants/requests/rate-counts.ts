/** Defects of the count of requests: what is no request of the key is counted, or makes the service forget those that were. */
import type { Merchant, RateLimiter } from '../../reference/rules/records.ts';
import { givesBack } from '../blind/ways-of-limits.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { functions } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { before } from '../steps.ts';

type Own = (limit: number, windowMs: number) => RateLimiter;

export const rateCountMutants: readonly Mutant[] = [
  mutant(
    'rate-limit.120-at-once-pass',
    'pages-that-are-closed-count',
    'whoever opens the page of a checkout that is paid or failed asks for its record, and that counts as a request of the merchant',
    pages(({ showCheckout }) => ({
      showCheckout(service, checkout, refused) {
        if (checkout.status !== 'pending') checkout.merchant.rate.admit(service.clock.now());
        return showCheckout(service, checkout, refused);
      },
    })),
  ),
  mutant(
    'rate-limit.120-at-once-pass',
    'card-forms-count',
    'a card that is entered on a page counts as a request of the merchant',
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        checkout.merchant.rate.admit(service.clock.now());
        return payCheckout(service, checkout, form);
      },
    })),
  ),
  mutant(
    'rate-limit.120-at-once-pass',
    'live-pages-count',
    'in live a page that is opened counts as a request of the merchant',
    pages(({ showCheckout }) => ({
      showCheckout(service, checkout, refused) {
        const { environment, rate } = checkout.merchant;
        if (environment.name === 'live') rate.admit(service.clock.now());
        return showCheckout(service, checkout, refused);
      },
    })),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'count-of-the-last-merchant-only',
    'only the merchant that asked last has its requests counted: whoever asks in between makes them forgotten',
    ofLastOnly((merchant) => merchant),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'live-count-forgotten-for-sandbox',
    'one table holds the counts of one environment at a time: a request in the other makes it begin anew',
    ofLastOnly((merchant) => merchant.environment),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'count-forgotten-at-settlement',
    'when a payout settles, the requests of its merchant that were counted are forgotten',
    forgottenAt(),
  ),
  mutant(
    'rate-limit.refused-requests-count',
    'reused-keys-do-not-count',
    'a request that is refused for its idempotency key does not count towards the rate',
    givesBack(({ text }) => text.includes('idempotency_key_reused')),
  ),
];

/** A limiter that can be begun anew. */
function renewable(): { change: Change; renew: (limiter: RateLimiter) => void } {
  const renewals = new WeakMap<RateLimiter, () => void>();
  return {
    renew: (limiter) => renewals.get(limiter)?.(),
    change: functions(({ rateLimiter }: { rateLimiter: Own }) => ({
      rateLimiter(limit, windowMs) {
        let inner = rateLimiter(limit, windowMs);
        const limiter: RateLimiter = { admit: (now) => inner.admit(now) };
        renewals.set(limiter, () => {
          inner = rateLimiter(limit, windowMs);
        });
        return limiter;
      },
    })),
  };
}

function ofLastOnly(group: (merchant: Merchant) => object): Change {
  const { change, renew } = renewable();
  let last: object | undefined;
  return all(
    change,
    before('limitRate', ({ merchant }, next) => {
      if (last !== group(merchant)) renew(merchant.rate);
      last = group(merchant);
      return next();
    }),
  );
}

function forgottenAt(): Change {
  const { change, renew } = renewable();
  return all(change, (rules) => ({
    ...rules,
    machines: {
      ...rules.machines,
      payout: rules.machines.payout.map((row) => ({
        ...row,
        also: (payout, now, details) => {
          row.also?.(payout, now, details);
          if (row.from === 'pending') renew(payout.merchant.rate);
        },
      })),
    },
  }));
}
