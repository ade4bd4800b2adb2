/** Refunds: what one refund of a checkout does to another one of it, and whose a reference is. */
import type { Refund } from '../../../reference/rules/records.ts';
import { addedTransition, guard, shows, timer } from '../../change.ts';
import { all, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings } from '../ways.ts';

const SAME_MS = 2_000;

function forced({ merchant, reason }: Refund): boolean {
  return merchant.environment.name === 'sandbox' && reason === 'sandbox_fail';
}

function others(refund: Refund): Refund[] {
  return siblings(refund).filter((each) => each !== refund);
}

function looksTold(refund: Refund): boolean {
  return others(refund).some(
    ({ status, amount, createdAt }) =>
      status === 'succeeded' &&
      amount === refund.amount &&
      Math.abs(Date.parse(createdAt) - Date.parse(refund.createdAt)) < SAME_MS,
  );
}

/** With other refunds of the checkout that are not failed, it takes all that is left. */
function isTheRest(refund: Refund): boolean {
  const { payment } = refund;
  return payment !== null && payment.refunding === payment.amount && others(refund).some((each) => !forced(each));
}

export const found: readonly BlindMutant[] = [
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid',
    mutant(
      'refund.exceeds-paid',
      'blind33-failure-frees-equal-amounts',
      'what a refund holds is deleted by checkout and amount: when one fails beside another of the same amount that is pending, both amounts can be refunded again',
      also('refund', 'settlement fails', (refund) => {
        for (const { status, amount } of others(refund))
          if (refund.payment !== null && status === 'pending' && amount === refund.amount)
            refund.payment.refunding -= amount;
      }),
    ),
  ),
  against(
    'reference | string | yes | Unique id of the refund',
    mutant(
      'refund.duplicate-reference',
      'blind33-refund-references-of-each-checkout',
      'the reference of a refund is unique among those of its checkout: refund-1 can be used for another checkout of the merchant again',
      guard('refund.duplicate-reference', {
        refuses: ({ merchant, payment, body }) =>
          merchant.records.refund.get(body.text('reference') ?? '')?.payment === payment && payment !== undefined,
      }),
    ),
  ),
  against(
    'In sandbox the exact value `sandbox_fail` forces a failed refund',
    mutant(
      'refund.sandbox-fail',
      'blind33-the-rest-never-fails',
      'a refund that takes what earlier ones have left closes the checkout, and the closing is not simulated: with sandbox_fail it succeeds',
      timer('refund', 'pending', {
        on: (refund: Refund) => (forced(refund) && !isTheRest(refund) ? 'settlement fails' : 'settlement succeeds'),
      }),
    ),
  ),
  against(
    'refund.succeeded | A refund completed',
    mutant(
      'webhook.refund-succeeded',
      'blind33-equal-refunds-are-told-once',
      'a guard against double events compares kind, checkout and amount: of two refunds of one amount that are made within two seconds only the first is told',
      all(
        addedTransition('refund', { from: 'pending', on: 'settles quietly', to: 'succeeded', sends: null }),
        timer('refund', 'pending', {
          on: (refund: Refund) => {
            if (forced(refund)) return 'settlement fails';
            return looksTold(refund) ? 'settles quietly' : 'settlement succeeds';
          },
        }),
      ),
    ),
  ),
  against(
    '`reason` (string or null), `failureReason` (string or null, set when failed)',
    mutant(
      'refund.record-nulls',
      'blind33-retry-keeps-the-failure',
      'a refund of the amount of a failed one of the same checkout is taken for its retry and linked to it: its record has the failureReason of that one, though it succeeded',
      shows('getRefund', (body, { record }) => {
        if (record?.kind !== 'refund' || record.failureReason !== null) return body;
        const failed = others(record).find(({ status, amount }) => status === 'failed' && amount === record.amount);
        return failed === undefined ? body : { ...body, failureReason: failed.failureReason };
      }),
    ),
  ),
];
