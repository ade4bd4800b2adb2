import type { Requirement } from './types.ts';

export const checkoutStates = {
  'checkout.paid': {
    source: 'States and transitions, Checkout, buyer pays',
    statement: 'A checkout that the buyer paid becomes `succeeded`.',
    needs: ['buyer'],
    smoke: true,
  },
  'checkout.paid-alone': {
    source: 'States and transitions, Checkout',
    statement:
      'When a checkout is paid, other checkouts of the merchant, also of the same amount, and those of another merchant with the same reference, stay pending and cannot be refunded.',
    needs: ['buyer', 'other-merchant'],
  },
  'checkout.refunded-alone': {
    source: 'Resources, Checkout record, refundedAmount',
    statement:
      'When a checkout is refunded, nothing is refunded of other checkouts of the merchant, nor of those of another merchant with the same reference.',
    needs: ['buyer', 'other-merchant'],
  },
  'checkout.return-url-https-in-live': {
    source: 'Resources, Checkout, create request, returnUrl',
    statement:
      'In live a `returnUrl` of any other scheme than https is refused with 400 `invalid_request`, whatever its port and query, and an https one is accepted with or without them.',
    needs: ['live'],
  },
  'checkout.paid-at-set': {
    source: 'States and transitions, Checkout, buyer pays',
    statement: 'The record of a paid checkout has `paidAt`, an ISO 8601 date-time, and `failureReason` null.',
    needs: ['buyer'],
  },
  'checkout.paid-does-not-expire': {
    source: 'States and transitions, Checkout',
    statement: 'A paid checkout is still `succeeded` 24 hours after its creation.',
    needs: ['buyer'],
    waits: '24h',
  },
  'checkout.payment-fails': {
    source: 'States and transitions, Checkout, payment fails',
    statement:
      'A checkout whose payment failed becomes `failed`, and its `failureReason` says why in a non-empty string.',
    needs: ['payment-failure'],
  },
  'checkout.failed-stays-failed': {
    source: 'States and transitions, Checkout',
    statement:
      'A checkout whose payment failed is over: when a buyer tries to pay it, when a payment fails once more, when its reference is used again, and a day later its `status`, `failureReason`, `paidAt` and `refundedAmount` are what they were.',
    needs: ['payment-failure'],
  },
  'checkout.succeeded-is-final': {
    source: 'States and transitions, Checkout',
    statement:
      'A paid checkout is over: when a buyer pays or a payment fails once more, when its reference is used again, and a day later its `status`, `failureReason`, `paidAt` and `refundedAmount` are what they were.',
    needs: ['buyer'],
  },
  'checkout.expired-is-final': {
    source: 'States and transitions, Checkout',
    statement:
      'An expired checkout is over: when a buyer tries to pay it, when a payment fails, when its reference is used again, and a day later its `status`, `failureReason`, `paidAt` and `refundedAmount` are what they were.',
    needs: [],
    waits: '24h',
  },
  'checkout.ends-once': {
    source: 'States and transitions, Checkout; Events',
    statement:
      'A checkout that has ended, and is tried again, sends no event of another end and no second event of its own, also a day later.',
    needs: ['webhooks'],
    waits: '24h',
  },
  'checkout.one-end-when-racing': {
    source: 'States and transitions, Checkout',
    statement:
      'A checkout that is paid and fails at the same moment has one end: its record tells of that one alone and does not change any more, and no event of the other end is sent.',
    needs: ['buyer', 'payment-failure', 'webhooks'],
  },
  'checkout.payable-until-expiry': {
    source: 'States and transitions, Checkout',
    statement:
      'A checkout can be paid as long as its 24 hours are not over, whatever becomes of an escrow or a link that has its reference.',
    needs: ['buyer'],
    waits: '24h',
  },
  'checkout.expires': {
    source: 'Limits, Checkout expiry',
    statement:
      'An unpaid checkout becomes `failed` with `failureReason` `expired` 24 hours after its creation, whatever its amount is and whatever is read, opened, filled in, repeated or refused meanwhile, and is `pending` until shortly before.',
    needs: [],
    waits: '24h',
  },
} as const satisfies Record<string, Requirement>;
