import { afterAllEndsTable } from '../support/after-all-table.ts';

// Every field of checkouts that are over, long after the end of much else.

const paid = {
  id: 'checkout.succeeded-is-final',
  status: 'succeeded',
  once: 'checkout.ends-once',
  never: ['payment.failed'],
} as const;

afterAllEndsTable(
  [
    { what: 'a checkout refunded in part', ...paid },
    { what: 'a checkout refunded as a whole', ...paid },
    {
      what: 'a checkout whose payment failed',
      id: 'checkout.failed-stays-failed',
      status: 'failed',
      needs: ['payment-failure'],
      once: 'checkout.ends-once',
      never: ['payment.succeeded'],
    },
    {
      what: 'an expired checkout',
      id: 'checkout.expired-is-final',
      status: 'failed',
      once: 'checkout.ends-once',
      never: ['payment.succeeded'],
      from: '30 hours later',
    },
  ],
  [
    'id',
    'reference',
    'status',
    'amount',
    'currency',
    'description',
    'customer',
    'metadata',
    'failureReason',
    'refundedAmount',
    'paidAt',
    'createdAt',
  ],
);
