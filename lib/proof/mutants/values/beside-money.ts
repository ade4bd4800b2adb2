/** Defects where something beside an amount decides over money: what would be left, how much is under way, the console, the default hours, a Sunday. */
import type { Checkout, Environment, Refund } from '../../reference/rules/records.ts';
import { HOUR, onFire } from '../blind/ways.ts';
import { timer } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';

const SMALLEST_PAYMENT = 100;
const DAY_MS = 86_400_000;

function leavesTheSellerAPayment(): Change {
  return (rules) => ({
    ...rules,
    guards: [
      ...rules.guards,
      {
        id: 'escrow.small-rest',
        at: ['refundEscrow'],
        words: 'the seller gets less than the smallest payment',
        refuses({ record, body }) {
          const rest = (record?.amount ?? 0) - (body.integer('amount') ?? record?.amount ?? 0);
          return rest > 0 && rest < SMALLEST_PAYMENT;
        },
        status: 400,
        code: 'invalid_request',
        message: () => `a refund must leave nothing, or at least ${SMALLEST_PAYMENT} kobo`,
      },
    ],
  });
}

/** The seconds until a refund settles, after all that the worker of its environment has yet to do. */
function inTurn(seconds: number): (refund: Refund) => number {
  const busyUntil = new WeakMap<Environment, number>();
  return ({ merchant, createdAt }) => {
    const now = Date.parse(createdAt);
    const ends = Math.max(now, busyUntil.get(merchant.environment) ?? 0) + seconds * 1_000;
    busyUntil.set(merchant.environment, ends);
    return (ends - now) / 1_000;
  };
}

/** Buyers may release for as long as an escrow is held by default. */
function releasedWithinTheDefault(): Change {
  return onFire((fire, { clock, rules }) => (record, on, details) => {
    const hours = rules.limits.defaultAutoReleaseHours;
    const isLate = record.kind === 'escrow' && clock.now() - Date.parse(record.paidAt ?? '') > hours * HOUR * 1_000;
    return on === 'release' && isLate ? false : fire(record, on, details);
  });
}

/** What would expire on a Sunday (UTC) does so when Monday begins. */
function secondsUntilAWorkingDay({ createdAt }: Checkout): number {
  const created = Date.parse(createdAt);
  const due = created + DAY_MS;
  const ends = new Date(due).getUTCDay() === 0 ? (Math.floor(due / DAY_MS) + 1) * DAY_MS : due;
  return (ends - created) / 1_000;
}

export const besideMoneyMutants: readonly Mutant[] = [
  mutant(
    'escrow.refunded',
    'escrow-refunds-leave-no-small-rest',
    'a refund that leaves the seller 1 to 99 kobo of an escrow is refused',
    leavesTheSellerAPayment(),
  ),
  mutant(
    'refund.settles',
    'refunds-settle-one-after-another',
    'one worker settles the refunds of all merchants, and needs 5 seconds for each',
    timer('refund', 'pending', { after: inTurn(5) }),
  ),
  mutant(
    'refund.settles',
    'refunds-wait-for-an-address',
    'a refund of a merchant without a webhook address is held for a day',
    timer('refund', 'pending', { after: ({ merchant }: Refund) => (merchant.webhookUrl === null ? 24 * HOUR : 2) }),
  ),
  mutant(
    'escrow.released',
    'escrow-released-within-the-default-hours',
    'neither merchant nor buyer can release an escrow later than 72 hours after its payment, whatever its hours are',
    releasedWithinTheDefault(),
  ),
  mutant(
    'checkout.expires',
    'checkouts-do-not-expire-on-sundays',
    'a checkout that would expire on a Sunday (UTC) expires when Monday begins',
    timer('checkout', 'pending', { after: secondsUntilAWorkingDay }),
  ),
];
