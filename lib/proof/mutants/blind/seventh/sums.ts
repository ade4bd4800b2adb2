/** Sums that are kept apart from what they are sums of. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';

const CACHED_MS = 30_000;

/** GET of the balance caches it for half a minute; payouts take it from there. */
function limitFromCache(): Change {
  return (rules) => {
    const cache = new WeakMap<Merchant, { balance: number; until: number }>();
    return all(
      answers('getBalance', (reply, { merchant, service }) => {
        const until = service.clock.now() + CACHED_MS;
        if (reply.status === 200) cache.set(merchant, { balance: merchant.balance, until });
        return reply;
      }),
      guard('payout.balance', {
        refuses({ body, merchant, service }) {
          const cached = cache.get(merchant);
          const known = cached !== undefined && cached.until > service.clock.now();
          return (body.integer('amount') ?? 0) > (known ? cached.balance : merchant.balance);
        },
      }),
    )(rules);
  };
}

export const found: readonly BlindMutant[] = [
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'payout.live-limit-follows',
      'blind7-limit-from-the-cached-balance',
      'GET of the balance caches it for half a minute, and live payouts are compared with what is cached: two payouts of all of it are accepted one after the other',
      limitFromCache(),
    ),
  ),
  against(
    '| pending | settlement | failure | failed | `refund.failed` sent; amount is refundable again | … The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid',
    mutant(
      'refund.exceeds-paid',
      'blind7-failed-refund-frees-twice',
      'the failure of a refund is handled twice, and frees its amount twice: where another refund succeeded before, more than was paid can be refunded',
      also('refund', 'settlement fails', ({ amount, payment }) => {
        if (payment !== null) payment.refunding -= Math.min(amount, payment.refunding - amount);
      }),
    ),
  ),
  against(
    '`GET /v1/balance` returns the amount available to pay out in kobo (paid in, minus refunds and payouts).',
    mutant(
      'balance.payment-adds',
      'blind7-paid-on-a-later-day-adds-nothing',
      'payments are added up by the day on which their checkouts were created, and days that are over do not change: a checkout that is paid after midnight adds nothing to the balance',
      also('checkout', 'pay', ({ amount, createdAt, merchant }, now) => {
        if (createdAt.slice(0, 10) !== now.slice(0, 10)) merchant.balance -= amount;
      }),
    ),
  ),
];
