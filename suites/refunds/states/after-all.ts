import { afterAllEndsTable } from '../../support/after-all/table.ts';

// Every field of refunds that have ended, long after others of the same checkout have ended.

const good = {
  ids: ['refund.succeeded-is-final'],
  status: 'succeeded',
  once: 'refund.ends-once',
  never: ['refund.failed'],
} as const;
const bad = {
  ids: ['refund.failed-is-final'],
  status: 'failed',
  once: 'refund.ends-once',
  never: ['refund.succeeded'],
} as const;

afterAllEndsTable(
  [
    { what: 'a refund before three others', ...good },
    { what: 'a refund between two that failed', ...good },
    { what: 'the last refund of a checkout', ...good },
    { what: 'a refund that succeeded among its likes', ...good },
    { what: 'a refund that failed before its like', ...bad },
    { what: 'a refund that failed before others', ...bad },
    { what: 'a refund that failed after others', ...bad },
  ],
  ['status', 'failureReason'],
  {
    id: 'refund.record-stays',
    fields: ['id', 'reference', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'],
  },
);
