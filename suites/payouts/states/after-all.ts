import { afterAllEndsTable } from '../../support/after-all/table.ts';

// Every field of payouts that have ended, long after others have ended.

const once = 'payout.ends-once';

afterAllEndsTable(
  [
    {
      what: 'a payout that went well',
      ids: ['payout.succeeded-is-final'],
      status: 'succeeded',
      once,
      never: ['payout.failed'],
    },
    {
      what: 'a payout that failed',
      ids: ['payout.failed-is-final'],
      status: 'failed',
      once,
      never: ['payout.succeeded'],
    },
  ],
  ['status', 'failureReason'],
  {
    id: 'payout.record-stays',
    fields: ['id', 'reference', 'amount', 'currency', 'narration', 'createdAt'],
  },
);
