import { checks, field } from '../../../lib/interface/index.ts';
import { refundedLives } from '../../checkouts/records/refunded-lives.ts';
import { expectSame } from '../../support/attempts.ts';
import { endsOf } from '../../support/states/ends.ts';
import { likeEarlierOnes } from '../../support/states/retried.ts';
import { refundLives } from './lives.ts';

// Each end with later attempts, and every field of the record in every later state.

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

likeEarlierOnes('refund.created-at-true', 'refund', ['buyer'], async ({ merchant, buyer }) => {
  const payment = await buyer.paid(merchant, { amount: 9_009 });
  return (end) => merchant.refund(payment, { amount: 3_003, ...(end === 'failed' && { reason: 'sandbox_fail' }) });
});

const siblings = refundedLives.filter(({ what }) => /parts|after|steps/.test(what));
const FIELDS = ['id', 'reference', 'paymentReference', 'amount', 'currency', 'reason', 'createdAt'];

checks(
  'refund.record-stays',
  siblings,
  ({ what }) => `of a checkout ${what}, the record of each refund says what it said while later ones came and ended`,
  async (context, { life }) => {
    for (const { ended, later } of (await life(context)).refunds)
      for (const record of later) expectSame(record, ended, FIELDS);
  },
  { drawn: 1 },
);

for (const [id, status] of [
  ['refund.succeeded-is-final', 'succeeded'],
  ['refund.failed-is-final', 'failed'],
] as const) {
  checks(
    id,
    siblings.filter(({ what }) => status === 'succeeded' || /failed/.test(what)),
    ({ what }) => `of a checkout ${what}, each refund that ${status} is so while later ones come and end`,
    async (context, { life }) => {
      const { refunds } = await life(context);
      for (const { ended, later } of refunds.filter((each) => field(each.ended.json, 'status') === status))
        for (const record of later) expectSame(record, ended, ['status', 'failureReason']);
    },
    { drawn: 1 },
  );
}
