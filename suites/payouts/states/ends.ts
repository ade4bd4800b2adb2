import { checks, field } from '../../../lib/interface/index.ts';
import { expectSame } from '../../support/attempts.ts';
import { endsOf } from '../../support/states/ends.ts';
import { likeEarlierOnes } from '../../support/states/retried.ts';
import { payoutsInTurn } from './in-turn.ts';
import { payoutLives } from './lives.ts';

// Each end with later attempts, and every field of the record in every later state.

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

checks(
  ({ id }) => id,
  [
    { id: 'payout.succeeded-is-final', statuses: ['succeeded'], fields: ['status', 'failureReason'] },
    { id: 'payout.failed-is-final', statuses: ['failed'], fields: ['status', 'failureReason'] },
    {
      id: 'payout.record-stays',
      statuses: ['succeeded', 'failed'],
      fields: ['id', 'reference', 'amount', 'currency', 'narration', 'createdAt'],
    },
  ] as const,
  ({ statuses }) =>
    `of payouts one after another each that ${statuses.join(' or ')} is as it was while later ones come`,
  async (context, { statuses, fields }) => {
    const { payouts } = await payoutsInTurn(context);
    const ofEnd = payouts.filter(({ ended }) => statuses.some((status) => status === field(ended.json, 'status')));
    for (const { ended, later } of ofEnd) for (const record of later) expectSame(record, ended, fields);
  },
  { drawn: 3 },
);

likeEarlierOnes(
  'payout.created-at-true',
  'payout',
  [],
  async ({ merchant }) =>
    (end) =>
      merchant.payout({ amount: 30_003, recipient: { accountNumber: end === 'failed' ? '0000000000' : '0123456789' } }),
);
