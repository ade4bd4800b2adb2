/** Defects of checkouts that show later, or only in relation to other checkouts. */
import { Refusal } from '../../reference/engine/refusal.ts';
import type { Checkout } from '../../reference/rules/records.ts';
import { refusedSendsFailure, refusedTakesReference } from '../after-refusal.ts';
import { addedTransition, field, guard, shows, timer, transition } from '../change.ts';
import { type Change, type Mutant, mutant } from '../mutant.ts';
import { before, isAt } from '../steps.ts';

const HOUR = 3_600;

const requests: readonly Mutant[] = [
  mutant(
    'checkout.reference-case',
    'checkout-reference-case-ignored',
    'a reference that differs in case alone counts as used',
    guard('checkout.duplicate-reference', {
      refuses: ({ merchant, body }) => {
        const reference = body.text('reference')?.toLowerCase();
        return [...merchant.records.checkout.keys()].some((used) => used.toLowerCase() === reference);
      },
    }),
  ),
  mutant(
    'checkout.reference-in-path',
    'checkout-path-in-lower-case-digits',
    'percent-encoding with lower-case digits is not understood',
    before('answerKnown', (asked, next) => {
      if (isAt(asked, 'getCheckout') && /%[0-9a-f]*[a-f]/.test(asked.path)) asked.params = { reference: asked.path };
      return next();
    }),
  ),
  mutant(
    'checkout.succeeded-reference-stays-used',
    'checkout-paid-frees-reference',
    'the reference of a paid checkout can be used again',
    free(({ status }) => status === 'succeeded'),
  ),
  mutant(
    'checkout.expired-reference-stays-used',
    'checkout-expired-frees-reference',
    'the reference of an expired checkout can be used again',
    free(({ failureReason }) => failureReason === 'expired'),
  ),
  mutant(
    'checkout.amount-kept',
    'checkout-amount-in-single-precision',
    'the record has the amount in single precision',
    shows('getCheckout', (body) => ({ ...body, amount: Math.fround(Number(body.amount)) })),
  ),
  mutant(
    'checkout.email-accepted',
    'checkout-email-without-plus',
    'an e-mail address with a + is refused',
    field('checkout', 'customer.email', { pattern: /^[^+]+$/ }),
  ),
  mutant(
    'checkout.return-url-accepted',
    'checkout-return-url-without-fragment',
    'a returnUrl with a fragment is refused',
    field('checkout', 'returnUrl', { pattern: /^[^#]+$/ }),
  ),
  mutant(
    'checkout.return-url-https-in-live',
    'checkout-return-url-https-anywhere',
    'in live an http returnUrl is taken where https stands somewhere in it, or its port is 443',
    field('checkout', 'returnUrl', { httpsIn: [] }),
    before('checkGuards', (asked, next) => {
      const address = asked.body.text('returnUrl') ?? '';
      const live = isAt(asked, 'createCheckout') && asked.environment.name === 'live';
      if (live && !/https:|:443/.test(address))
        throw new Refusal(asked.service.rules.refusals.invalid, 'returnUrl must be https in live');
      return next();
    }),
  ),
  mutant(
    'checkout.refused-creates-nothing',
    'checkout-refused-takes-reference',
    'the reference of a refused checkout counts as used',
    refusedTakesReference('createCheckout', 400),
  ),
  mutant(
    'checkout.refused-sends-nothing',
    'checkout-refused-sends-failure',
    'a refused checkout sends payment.failed',
    refusedSendsFailure('createCheckout', 400),
  ),
];

const records: readonly Mutant[] = [
  mutant(
    'checkout.created-at-true',
    'checkout-created-an-hour-early',
    'createdAt is an hour early',
    shows('getCheckout', (body) => ({ ...body, createdAt: shifted(body.createdAt, -HOUR) })),
  ),
  mutant(
    'checkout.paid-at-true',
    'checkout-paid-an-hour-late',
    'paidAt is an hour late',
    shows('getCheckout', (body) => ({ ...body, paidAt: body.paidAt && shifted(body.paidAt, HOUR) })),
  ),
  mutant(
    'checkout.record-stays',
    'checkout-paid-loses-description',
    'the record of a paid checkout lacks the description',
    shows('getCheckout', (body) => (body.status === 'succeeded' ? { ...body, description: null } : body)),
  ),
  mutant(
    'checkout.nothing-refunded',
    'checkout-failed-is-refunded',
    'a checkout that failed has its amount as refundedAmount',
    shows('getCheckout', (body) => (body.status === 'failed' ? { ...body, refundedAmount: body.amount } : body)),
  ),
  mutant(
    'checkout.nothing-refunded',
    'checkout-zero-refunded-left-out',
    'values of 0 are left out of the record as empty: a checkout of which nothing was refunded has no refundedAmount',
    shows('getCheckout', ({ refundedAmount, ...body }) => (refundedAmount === 0 ? body : { ...body, refundedAmount })),
  ),
  mutant(
    'checkout.unpaid-has-no-paid-at',
    'checkout-failed-has-paid-at',
    'a checkout that failed has paidAt',
    shows('getCheckout', (body) => (body.status === 'failed' ? { ...body, paidAt: body.createdAt } : body)),
  ),
  mutant(
    'checkout.paid-alone',
    'checkout-paid-with-anothers',
    "a payment pays another merchant's checkout with the same reference",
    transition('checkout', 'pay', {
      also: (record, now, { method }) => {
        const paid = record as Checkout;
        for (const { records } of paid.merchant.environment.merchants.values()) {
          const checkout = records.checkout.get(paid.reference);
          if (checkout !== paid && checkout?.status !== 'pending') continue;
          checkout.status = 'succeeded';
          checkout.paidAt = now;
          checkout.paymentMethod = method ?? null;
        }
      },
    }),
  ),
  mutant(
    'checkout.refunded-alone',
    'checkout-refunded-with-anothers',
    "refundedAmount counts refunds of another merchant's checkout with the same reference",
    shows('getCheckout', (body, { asked }) => ({
      ...body,
      refundedAmount: [...asked.environment.merchants.values()].reduce(
        (sum, each) => sum + (each.records.checkout.get(String(body.reference))?.refundedAmount ?? 0),
        0,
      ),
    })),
  ),
];

const ends: readonly Mutant[] = [
  mutant(
    'checkout.succeeded-is-final',
    'checkout-paid-at-last-payment',
    'a second payment moves the paidAt of a paid checkout',
    addedTransition('checkout', {
      from: 'succeeded',
      on: 'pay',
      to: 'succeeded',
      sends: null,
      also: (checkout, now) => {
        checkout.paidAt = now;
      },
    }),
  ),
  mutant(
    'checkout.expired-is-final',
    'checkout-expired-is-declined',
    'a payment that fails makes an expired checkout a declined one',
    addedTransition('checkout', {
      from: 'failed',
      on: 'fail',
      to: 'failed',
      sends: null,
      also: (checkout) => {
        checkout.failureReason = 'declined';
      },
    }),
  ),
  mutant(
    'checkout.ends-once',
    'checkout-paid-again-told-again',
    'a second payment of a paid checkout sends a second payment.succeeded',
    addedTransition('checkout', { from: 'succeeded', on: 'pay', to: 'succeeded', sends: 'payment.succeeded' }),
  ),
  mutant(
    'checkout.one-end-when-racing',
    'checkout-failure-overtakes-payment',
    'a payment that fails within a second makes a paid checkout a failed one',
    addedTransition('checkout', {
      from: 'succeeded',
      on: 'fail',
      to: 'failed',
      sends: null,
      also: (checkout, now) => {
        if (Date.parse(now) - Date.parse(checkout.paidAt ?? now) > 1_000) checkout.status = 'succeeded';
      },
    }),
  ),
  mutant(
    'checkout.payable-until-expiry',
    'checkout-expires-three-minutes-early',
    'a checkout expires three minutes before its 24 hours are over',
    timer('checkout', 'pending', { after: 24 * HOUR - 180 }),
  ),
];

export const checkoutLifeMutants: readonly Mutant[] = [...requests, ...records, ...ends];

/** References of the checkouts that `which` accepts can be used again. */
function free(which: (checkout: Checkout) => boolean): Change {
  return guard('checkout.duplicate-reference', {
    refuses: ({ merchant, body }) => {
      const first = merchant.records.checkout.get(body.text('reference') ?? '');
      return first !== undefined && !which(first);
    },
  });
}

function shifted(time: unknown, seconds: number): string {
  return new Date(Date.parse(String(time)) + seconds * 1_000).toISOString();
}
