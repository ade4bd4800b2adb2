import type { Requirement } from './types.ts';

export const refundStates = {
  'refund.settles': {
    source: 'States and transitions, Refund, sandbox',
    statement:
      'In sandbox a refund becomes `succeeded` by itself soon after its creation, whichever way the checkout was paid.',
    needs: ['buyer'],
    smoke: true,
  },
  'refund.adds-to-refunded-amount': {
    source: 'States and transitions, Refund, settlement success',
    statement:
      "When refunds have succeeded, the checkout's `refundedAmount` is their sum, and it is still `succeeded`.",
    needs: ['buyer'],
  },
  'refund.pending-not-yet-refunded': {
    source: 'States and transitions, Refund, settlement success',
    statement:
      "As long as a refund is `pending`, the checkout's `refundedAmount` does not hold its amount, also when others have succeeded.",
    needs: ['buyer'],
  },
  'refund.sandbox-fail': {
    source: 'Resources, Refund, create request, reason',
    statement:
      'In sandbox a refund with `reason` `sandbox_fail` becomes `failed`, and its `failureReason` is a non-empty string.',
    needs: ['buyer'],
  },
  'refund.sandbox-fail-exact': {
    source: 'Resources, Refund, create request, reason',
    statement:
      'In sandbox only the exact value forces the failure: in another case, with a space before or after it, or in a longer text, the refund becomes `succeeded`.',
    needs: ['buyer'],
  },
  'refund.succeeded-is-final': {
    source: 'States and transitions, Refund',
    statement:
      'A refund that succeeded is over: when its reference is used again, an hour and a day later its `status` and `failureReason` are what they were.',
    needs: ['buyer'],
  },
  'refund.failed-is-final': {
    source: 'States and transitions, Refund',
    statement:
      'A refund that failed is over: when its reference is used again, an hour and a day later its `status` and `failureReason` are what they were.',
    needs: ['buyer'],
  },
  'refund.ends-once': {
    source: 'States and transitions, Refund; Events',
    statement:
      'A refund that has ended sends no event of the other end and no second event of its own, also a day later.',
    needs: ['buyer', 'webhooks'],
    waits: '25h',
  },
} as const satisfies Record<string, Requirement>;
