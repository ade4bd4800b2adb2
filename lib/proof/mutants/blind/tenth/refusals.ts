/** Refusals that leave something behind, for the same checkout or the same merchant. */
import type { Merchant } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { codeOf, whenRefused } from '../ways.ts';

/** Number of refused payouts in a row after which the merchant's payouts are blocked. */
const IN_A_ROW = 3;

function blocksAfterOverdrafts(): Change {
  const refused = new WeakMap<Merchant, number>();
  const blocked = (merchant: Merchant) => (refused.get(merchant) ?? 0) >= IN_A_ROW;
  return all(
    (rules) => {
      const plain = rules.guards.find(({ id }) => id === 'payout.balance');
      return guard('payout.balance', {
        refuses: (asked) => blocked(asked.merchant) || (plain?.refuses(asked) ?? false),
      })(rules);
    },
    answers('createPayout', (reply, { merchant }) => {
      if (codeOf(reply) === 'insufficient_balance') refused.set(merchant, (refused.get(merchant) ?? 0) + 1);
      else if (reply.status === 201) refused.delete(merchant);
      return reply;
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`.',
    mutant(
      'refund.refused-refunds-nothing',
      'blind10-used-reference-reserves',
      'the amount is reserved before the reference is written: a refund refused with 409 duplicate_reference because another checkout has one of that reference keeps its amount reserved',
      whenRefused('createRefund', ({ body, merchant, payment }, { code }) => {
        const earlier = merchant.records.refund.get(body.text('reference') ?? '');
        if (code === 'duplicate_reference' && payment?.status === 'succeeded' && earlier?.payment !== payment)
          payment.refunding += body.integer('amount') ?? 0;
      }),
    ),
  ),
  against(
    'In live, an amount above the available balance (paid in, minus refunds and earlier payouts) gives `422 insufficient_balance`.',
    mutant(
      'environment.live-payout-of-balance',
      'blind10-three-overdrafts-block',
      'after three refusals for the balance in a row the payouts of a live merchant are blocked: one within the balance is refused with 422 insufficient_balance as well',
      blocksAfterOverdrafts(),
    ),
  ),
];
