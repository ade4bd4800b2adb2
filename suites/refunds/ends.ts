import { endsOf } from '../support/ends.ts';
import { refundLives } from './lives.ts';

// Each end by what may happen afterwards, and every field of the record in every later state.

endsOf(
  'refund',
  refundLives,
  {
    succeeded: 'refund.succeeded-is-final',
    failed: 'refund.failed-is-final',
    once: 'refund.ends-once',
    duplicate: 'refund.settled-reference-stays-used',
    stays: 'refund.record-stays',
    createdAt: 'refund.created-at-true',
  },
  ['id', 'reference', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'],
);
