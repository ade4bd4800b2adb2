/** Defects of the count of requests: what is no request of the key is counted, or makes the service forget those that were. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Merchant, RateLimiter } from '../../reference/rules/records.ts';
import type { Case } from '../../reference/rules/rulebook.ts';
import { givesBack, uncounted } from '../blind/ways-of-limits.ts';
import { pages } from '../blind/ways-of-pages.ts';
import { functions } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';
import { answers, before } from '../steps.ts';

const DAY_MS = 86_400_000;

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
  mutant(
    'rate-limit.more-is-refused',
    'small-scheme-not-counted',
    'requests whose scheme is written `bearer` pass a limiter that looks for `Bearer`',
    uncounted(({ header }) => header('authorization')?.startsWith('bearer') === true),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'single-connections-not-counted',
    'requests are counted by connection: one that closes its own is its first request',
    uncounted(({ header }) => header('connection') === 'close'),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'live-blanks-counted-apart',
    'in live a key with two blanks behind its scheme is another key to the limiter',
    uncounted(
      ({ header, environment }) => environment.name === 'live' && header('authorization')?.includes('  ') === true,
    ),
  ),
  mutant(
    'rate-limit.more-is-refused',
    'live-reads-not-limited',
    'in live reads are neither counted nor refused',
    uncounted(({ environment, endpoint }) => environment.name === 'live' && endpoint.method === 'GET'),
  ),
  mutant(
    'rate-limit.every-endpoint-counts',
    'live-creates-do-not-count',
    'in live what was created does not count towards the rate',
    givesBack(({ status }, { environment }) => environment.name === 'live' && status === 201),
  ),
  mutant(
    'rate-limit.refused-requests-count',
    'live-refusals-do-not-count',
    'in live what was refused does not count towards the rate',
    givesBack(({ status }, { environment }) => environment.name === 'live' && status >= 400),
  ),
  mutant(
    'rate-limit.per-key',
    'live-limit-for-all-keys',
    'in live the limit is for all merchants together',
    sharedInLive(),
  ),
  mutant(
    'rate-limit.retry-after-honest',
    'rate-limited-escrow-deeds-stay-locked',
    'the key of a release, refund or cancellation is locked before its rate is looked at, and stays locked when that refuses it',
    staysLocked(({ endpoint }) => endpoint.name.endsWith('Escrow') && endpoint.name !== 'createEscrow'),
  ),
  mutant(
    'rate-limit.retry-after-honest',
    'live-rate-limited-key-stays-locked',
    'in live the key of a request is locked before its rate is looked at, and stays locked when that refuses it',
    staysLocked(({ environment }) => environment.name === 'live'),
  ),
  mutant(
    'rate-limit.refused-has-no-effect',
    'rate-limited-reference-stays-taken',
    'the reference of a checkout is reserved before its rate is looked at, and not set free when that refuses it',
    staysTaken(),
  ),
];

function sharedInLive(): Change {
  let first: RateLimiter | undefined;
  return before('limitRate', ({ environment, merchant }, next) => {
    if (environment.name === 'live') {
      first ??= merchant.rate;
      merchant.rate = first;
    }
    return next();
  });
}

function staysLocked(which: (asked: Case) => boolean): Change {
  return answers('everywhere', (reply, asked) => {
    const { endpoint, header, merchant, service } = asked;
    const key = header('idempotency-key') ?? '';
    if (reply.status !== 429 || key === '' || endpoint.idempotencyKey === undefined || !which(asked)) return reply;
    if (merchant.keys.has(key)) return reply;
    const fingerprint = service.rules.functions.sameRequest(asked);
    merchant.keys.set(key, { fingerprint, reply: null, until: service.clock.now() + DAY_MS });
    return reply;
  });
}

function staysTaken(): Change {
  const taken = new WeakMap<Merchant, Set<string>>();
  return all(
    answers('createCheckout', (reply, { merchant, raw }) => {
      const reference = /"reference":"([^"]*)"/.exec(raw.toString())?.[1];
      if (reply.status !== 429 || reference === undefined) return reply;
      taken.set(merchant, (taken.get(merchant) ?? new Set()).add(reference));
      return reply;
    }),
    before('checkGuards', ({ body, endpoint, merchant }, next) => {
      const isTaken = taken.get(merchant)?.has(body.text('reference') ?? '') === true;
      if (endpoint.name === 'createCheckout' && isTaken)
        throw new Refusal({ status: 409, code: 'duplicate_reference' }, 'the reference is used');
      return next();
    }),
  );
}

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
