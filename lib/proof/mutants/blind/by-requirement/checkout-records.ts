/** Records of checkouts: columns that are joined too widely, times written by another pattern, records found by others. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { Checkout, Environment, Merchant } from '../../../reference/rules/records.ts';
import type { Shown } from '../../../reference/rules/rulebook.ts';
import { type Json, shows } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers, before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { otherMerchants } from '../ways-of-access.ts';
import { pages } from '../ways-of-pages.ts';

const HOUR_MS = 3_600_000;
const CACHED_MS = 60_000;

/** Changes the record of some checkouts. */
function recordOf(which: (checkout: Checkout) => boolean, change: (body: Json, checkout: Checkout) => Json): Change {
  return shows('getCheckout', (body, { record }: Shown) =>
    record?.kind === 'checkout' && which(record) ? change(body, record) : body,
  );
}

function always(): boolean {
  return true;
}

/** A time of Lagos as the runtime writes it by itself. */
function inLagos(time: unknown): string {
  const there = new Date(Date.parse(String(time)) + HOUR_MS).toISOString().replace('Z', '');
  return `${there}+01:00[Africa/Lagos]`;
}

/** MM is the month, where mm would be the minutes. */
function monthForMinutes(time: unknown): string {
  return String(time).replace(/^(\d+-(\d+)-\d+T\d+):\d+/, '$1:$2');
}

/** The time of a payment that was tried stays in the row. */
function triesLeaveTheirTime(): Change {
  const tried = new WeakMap<Checkout, string>();
  return all(
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        const answer = payCheckout(service, checkout, form);
        if (checkout.status === 'pending') tried.set(checkout, new Date(service.clock.now()).toISOString());
        return answer;
      },
    })),
    recordOf(
      (checkout) => checkout.status === 'failed' && tried.has(checkout),
      (body, checkout) => ({ ...body, paidAt: tried.get(checkout) }),
    ),
  );
}

/** Where there is no such record of the merchant, one that was read from this path within a minute is answered. */
function cachedByPath(): Change {
  const caches = new WeakMap<Environment, Map<string, { text: string; until: number }>>();
  return answers('getCheckout', (reply, { environment, path, service }) => {
    const cache = caches.get(environment) ?? new Map<string, { text: string; until: number }>();
    caches.set(environment, cache);
    const now = service.clock.now();
    if (reply.status === 200) cache.set(path, { text: reply.text, until: now + CACHED_MS });
    const kept = cache.get(path);
    return reply.status === 404 && kept !== undefined && kept.until > now ? { status: 200, text: kept.text } : reply;
  });
}

function refundedSum(merchant: Merchant, belongs: (paymentReference: string) => boolean): number {
  let sum = 0;
  for (const { amount, paymentReference, status } of merchant.records.refund.values())
    if (status === 'succeeded' && belongs(paymentReference)) sum += amount;
  return sum;
}

function isLike(one: Checkout, other: Checkout | undefined): boolean {
  return other?.status === 'succeeded' && other.email === one.email && other.amount === one.amount;
}

export const found: readonly BlindMutant[] = [
  against(
    'paymentMethod | string or null | e.g. card or bank transfer',
    mutant(
      'checkout.record-payment-method',
      'kind-payment-method-false-where-payment-failed',
      'where no payment went through, the record of a checkout that failed or expired has false as paymentMethod',
      recordOf(
        ({ status }) => status === 'failed',
        (body) => ({ ...body, paymentMethod: false }),
      ),
    ),
  ),
  against(
    'createdAt | date-time. Timestamps are ISO 8601 date-times.',
    mutant(
      'checkout.record-created-at',
      'kind-created-at-with-the-name-of-its-zone',
      'createdAt is written with its time zone by name, as in 2026-01-05T09:00:00.000+01:00[Africa/Lagos], which is no ISO 8601',
      recordOf(always, (body) => ({ ...body, createdAt: inLagos(body.createdAt) })),
    ),
  ),
  against(
    'Checkout record: createdAt | date-time',
    mutant(
      'checkout.created-at-true',
      'kind-month-in-place-of-minutes',
      'createdAt is written with the pattern HH:MM:ss, in which MM is the month: what is created in March is always created three minutes past the hour',
      recordOf(always, (body) => ({ ...body, createdAt: monthForMinutes(body.createdAt) })),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'checkout.nothing-refunded',
      'kind-refunded-amount-null-once-expired',
      'the total of no refunds at all is null in the table of expired checkouts, and so it is in their record',
      recordOf(
        ({ failureReason }) => failureReason === 'expired',
        (body) => ({ ...body, refundedAmount: null }),
      ),
    ),
  ),
  against(
    'pending | buyer pays | succeeded | `paidAt` set. paidAt | date-time or null',
    mutant(
      'checkout.unpaid-has-no-paid-at',
      'kind-declined-card-leaves-paid-at',
      'the time of a payment is written before the bank has answered: a checkout on whose page a card was declined, and which then fails or expires, has paidAt',
      triesLeaveTheirTime(),
    ),
  ),
  against(
    'paidAt | date-time or null',
    mutant(
      'checkout.unpaid-has-no-paid-at',
      'kind-failed-record-lacks-paid-at',
      'the record of a checkout that failed or expired has no field paidAt',
      recordOf(
        ({ status }) => status === 'failed',
        (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'paidAt')),
      ),
    ),
  ),
  against(
    'GET /v1/checkouts/{reference}. Unknown references on GET calls give a 404 error.',
    mutant(
      'checkout.unknown-reference',
      'kind-checkout-found-by-id',
      'what is no reference is tried as an id: GET by the id of a checkout answers 200 with its record',
      before('answerKnown', (asked, next) => {
        const { merchant, params } = asked;
        if (isAt(asked, 'getCheckout'))
          for (const { id, reference } of merchant.records.checkout.values())
            if (id === params.reference) params.reference = reference;
        return next();
      }),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error. Each has its own merchants.',
    mutant(
      'checkout.other-merchant-sees-nothing',
      'kind-read-record-cached-by-path',
      'records that were read are cached for a minute by their path: within it another merchant that asks for the reference is answered with the record',
      cachedByPath(),
    ),
  ),
  against(
    'Unknown references on GET calls give a 404 error.',
    mutant(
      'checkout.other-merchant-sees-nothing',
      'kind-anothers-checkout-is-forbidden',
      "GET of another merchant's checkout is answered with 403, which tells that there is one",
      before('answerKnown', (asked, next) => {
        const { merchant, params } = asked;
        const { reference = '' } = params;
        const known = (each: Merchant) => each.records.checkout.has(reference);
        if (isAt(asked, 'getCheckout') && !known(merchant) && otherMerchants(asked).some(known))
          throw new Refusal({ status: 403, code: 'forbidden' }, 'this checkout belongs to another merchant');
        return next();
      }),
    ),
  ),
  against(
    'Refund create: the checkout must be `succeeded`, else `409 payment_not_paid`. reference: Unique per merchant.',
    mutant(
      'checkout.paid-alone',
      'kind-refund-finds-the-paid-one',
      'a refund looks for a paid checkout of its paymentReference: where that of the merchant is pending, and one of another merchant with the same reference is paid, the refund is accepted',
      before('checkGuards', (asked, next) => {
        const { payment } = asked;
        if (isAt(asked, 'createRefund') && payment?.status === 'pending')
          for (const { records } of otherMerchants(asked)) {
            const other = records.checkout.get(payment.reference);
            if (other?.status === 'succeeded') asked.payment = other;
          }
        return next();
      }),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo',
    mutant(
      'checkout.refunded-alone',
      'kind-refunds-joined-by-buyer-and-amount',
      'refunds are joined to payments by the buyer and the amount: of two paid checkouts of one buyer over the same amount, both have the refunds of both',
      recordOf(
        ({ status }) => status === 'succeeded',
        (body, checkout) => {
          const { checkout: all } = checkout.merchant.records;
          const refundedAmount = refundedSum(checkout.merchant, (reference) => isLike(checkout, all.get(reference)));
          return { ...body, refundedAmount };
        },
      ),
    ),
  ),
  against(
    'refundedAmount | integer | Running total of refunds, kobo. paymentReference | The reference of the checkout being refunded',
    mutant(
      'checkout.refunded-alone',
      'kind-refunds-found-by-beginning',
      'the refunds of a checkout are sought by the beginning of their paymentReference: what is refunded of order-10 is also refunded of order-1',
      recordOf(always, (body, { merchant, reference }) => ({
        ...body,
        refundedAmount: refundedSum(merchant, (paymentReference) => paymentReference.startsWith(reference)),
      })),
    ),
  ),
];
