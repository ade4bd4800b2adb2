/** Events of payments, refunds and payouts that one history, buyer or account keeps back. */
import type { Clock } from '../../../reference/engine/clock.ts';
import type { AnyRecord, Kind, RecordOf } from '../../../reference/rules/records.ts';
import type { AnyTimer, Details, EventName, Transition } from '../../../reference/rules/states.ts';
import { addedTransition, event } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { HOUR, onFire, siblings } from '../ways.ts';

const FAILING_ACCOUNT = '0000000000';

/** What a row of a state table sends (`null`: nothing) where `when` holds; the state changes as ever. */
export function sendsOtherwise<K extends Kind>(
  kind: K,
  on: string,
  sends: EventName | null,
  when: (record: RecordOf[K], now: number, details: Details) => boolean,
): Change {
  return (rules) => {
    const rows = rules.machines[kind] as unknown as readonly Transition[];
    if (!rows.some((row) => row.on === on)) throw new Error(`no row of ${kind} has the trigger ${on}`);
    const own = `${on}, otherwise`;
    let clock: Clock | undefined;
    const named = (record: AnyRecord, asked: string, details: Details = {}) =>
      record.kind === kind && asked === on && when(record as RecordOf[K], clock?.now() ?? 0, details) ? own : asked;
    const plain = (timer: AnyTimer, record: AnyRecord) =>
      typeof timer.on === 'string' ? timer.on : timer.on(record as never);
    const timers = rules.timers.map((timer) => ({
      ...timer,
      on: (record: AnyRecord) => named(record, plain(timer, record)),
    })) as readonly AnyTimer[];
    const both = rows.flatMap((row) => (row.on === on ? [row, { ...row, on: own, sends }] : [row]));
    return onFire((fire, service) => {
      clock = service.clock;
      return (record, asked, details) => fire(record, named(record, asked, details), details);
    })({ ...rules, machines: { ...rules.machines, [kind]: both }, timers });
  };
}

/** The merchant's other resources of the kind. */
export function others<R extends AnyRecord>(record: R): R[] {
  const kept = record.merchant.records[record.kind] as unknown as ReadonlyMap<string, R>;
  return [...kept.values()].filter((each) => each !== record);
}

/** Whether two resources were made within so many seconds of each other. */
export function together(one: { createdAt: string }, other: { createdAt: string }, seconds: number): boolean {
  return Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt)) <= seconds * 1_000;
}

const LATE = 'paid after it had failed';

export const found: readonly BlindMutant[] = [
  against(
    'payment.failed: A checkout failed or expired.',
    mutant(
      'webhook.payment-failed',
      'kind-second-failure-of-a-buyer-untold',
      'failures are told once per buyer, as a warning is: where an earlier checkout of the same merchant and customer.email has failed, the payment of a later one that fails sends no payment.failed',
      sendsOtherwise('checkout', 'fail', null, (checkout) =>
        others(checkout).some(({ email, status }) => email === checkout.email && status === 'failed'),
      ),
    ),
  ),
  against(
    'payment.failed: A checkout failed or expired. pending | payment fails | failed | `payment.failed` sent',
    mutant(
      'webhook.payment-failed',
      'kind-late-decline-left-to-expiry',
      'in the second half of the day that a checkout lasts, a payment that fails is left to the job of expiry, which passes over what is failed already: no payment.failed is sent',
      sendsOtherwise(
        'checkout',
        'fail',
        null,
        ({ createdAt }, now) => now - Date.parse(createdAt) >= 12 * HOUR * 1_000,
      ),
    ),
  ),
  against(
    'payment.succeeded: A checkout was paid.',
    mutant(
      'webhook.payment-succeeded',
      'kind-like-payment-taken-for-repetition',
      'two checkouts that a merchant makes within a minute for one customer.email and amount are taken for one order sent twice: when the second is paid too, no payment.succeeded is sent',
      sendsOtherwise('checkout', 'pay', null, (checkout) =>
        others(checkout).some(
          (other) =>
            other.status === 'succeeded' &&
            other.email === checkout.email &&
            other.amount === checkout.amount &&
            together(other, checkout, 60),
        ),
      ),
    ),
  ),
  against(
    'amountMinor | integer | kobo. A receiver should check `amountMinor` and `currency` against the order before marking it paid.',
    mutant(
      'webhook.payment-succeeded-amount',
      'kind-payment-told-in-rounded-naira',
      'the amountMinor of payment.succeeded was rounded to whole naira on its way: 12,345 kobo are told as 12,300',
      event('payment.succeeded', (carried) => ({
        ...carried,
        amountMinor: Math.round(Number(carried.amountMinor) / 100) * 100,
      })),
    ),
  ),
  against(
    'refund.failed: A refund could not be completed. A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'webhook.refund-failed',
      'kind-failed-retry-of-refund-untold',
      'refund.failed is sent once per checkout: when another refund of the checkout, made after the first had failed, fails as well, nothing is sent',
      sendsOtherwise('refund', 'settlement fails', null, (refund) =>
        siblings(refund).some((other) => other !== refund && other.status === 'failed'),
      ),
    ),
  ),
  against(
    'refund.failed: A refund could not be completed. A merchant refunds a successful checkout, in full or in parts.',
    mutant(
      'webhook.refund-failed',
      'kind-failed-part-after-refund-untold',
      'the sender looks at the checkout and finds it refunded: a refund that fails after another part of the same checkout was refunded sends no refund.failed',
      sendsOtherwise('refund', 'settlement fails', null, ({ payment }) => (payment?.refundedAmount ?? 0) > 0),
    ),
  ),
  against(
    "payout.succeeded: A payout reached the seller's account.",
    mutant(
      'webhook.payout-succeeded',
      'kind-payouts-to-one-account-told-as-one',
      'what goes to one account is put together as banks do: of the payouts that a merchant makes to an account within a minute, payout.succeeded is sent for the first alone',
      sendsOtherwise('payout', 'settlement succeeds', null, (payout) =>
        others(payout).some(
          (other) =>
            other.status === 'succeeded' &&
            other.recipient.accountNumber === payout.recipient.accountNumber &&
            together(other, payout, 60),
        ),
      ),
    ),
  ),
  against(
    'payout.failed: A payout failed; its amount is back in the balance.',
    mutant(
      'webhook.payout-failed',
      'kind-account-known-as-bad-untold',
      "an account to which one of the merchant's payouts has failed is known as bad: further payouts to it become failed, and no payout.failed is sent",
      sendsOtherwise('payout', 'settlement fails', null, (payout) =>
        others(payout).some(
          (other) => other.status === 'failed' && other.recipient.accountNumber === payout.recipient.accountNumber,
        ),
      ),
    ),
  ),
  against(
    'payout.failed: A payout failed; its amount is back in the balance.',
    mutant(
      'webhook.payout-failed',
      'kind-failure-in-a-good-batch-untold',
      'payouts that a merchant makes within five seconds are one batch, which is told by its successes: a payout that fails in a batch with one that does not sends no payout.failed',
      sendsOtherwise('payout', 'settlement fails', null, (payout) =>
        others(payout).some((other) => other.recipient.accountNumber !== FAILING_ACCOUNT && together(other, payout, 5)),
      ),
    ),
  ),
  against(
    'payment.succeeded: A checkout was paid. `pending` also covers a payment still being confirmed. A new attempt needs a new checkout with a new reference.',
    mutant(
      'webhook.no-false-success',
      'kind-paid-after-failure-told-as-success',
      'where a buyer tries to pay a checkout that has failed, the attempt is refused and the checkout stays failed, but payment.succeeded is sent',
      all(
        addedTransition('checkout', { from: 'failed', on: LATE, to: 'failed', sends: 'payment.succeeded' }),
        onFire((fire) => (record, on, details) => {
          const done = fire(record, on, details);
          if (!done && record.kind === 'checkout' && on === 'pay') fire(record, LATE);
          return done;
        }),
      ),
    ),
  ),
];
