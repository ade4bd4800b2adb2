import { endsOf } from '../support/ends.ts';
import { payoutLives } from './lives.ts';

// Each end by what may happen afterwards, and every field of the record in every later state.

endsOf(
  'payout',
  payoutLives,
  {
    succeeded: 'payout.succeeded-is-final',
    failed: 'payout.failed-is-final',
    once: 'payout.ends-once',
    duplicate: 'payout.settled-reference-stays-used',
    stays: 'payout.record-stays',
    createdAt: 'payout.created-at-true',
  },
  ['id', 'reference', 'amount', 'currency', 'narration', 'createdAt'],
);
