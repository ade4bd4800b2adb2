import { afterAllEndsTable } from '../../support/after-all/table.ts';

// All fields of checkouts that have ended, long after many other resources have ended.

const paid = {
  ids: ['checkout.succeeded-is-final'],
  status: 'succeeded',
  once: 'checkout.ends-once',
  never: ['payment.failed'],
} as const;

afterAllEndsTable(
  [
    { what: 'a checkout refunded in part', ...paid },
    { what: 'a checkout refunded as a whole', ...paid },
    { what: 'a checkout that was paid, beside its likes', ...paid },
    {
      what: 'a checkout whose payment failed',
      ids: ['checkout.failed-stays-failed'],
      status: 'failed',
      needs: ['payment-failure'],
      once: 'checkout.ends-once',
      never: ['payment.succeeded'],
    },
    {
      what: 'an expired checkout',
      ids: ['checkout.expired-is-final'],
      status: 'failed',
      once: 'checkout.ends-once',
      never: ['payment.succeeded'],
    },
  ],
  ['status', 'failureReason', 'refundedAmount', 'paidAt'],
  {
    id: 'checkout.record-stays',
    fields: ['id', 'reference', 'amount', 'currency', 'description', 'customer', 'metadata', 'createdAt'],
  },
);
