/** Refunds that are counted, or told, at the wrong one of their ends, and reasons that force one. */
import type { Merchant, Refund } from '../../../reference/rules/records.ts';
import type { Service } from '../../../reference/rules/rulebook.ts';
import { addedTransition, shows, timer } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, siblings, whenRefused } from '../ways.ts';

/** When a refund succeeds, something is fired for other refunds of its checkout. */
function withTheSuccess(on: string, which: (refund: Refund, succeeded: Refund) => boolean): Change {
  const services = new WeakMap<Merchant, Service>();
  const told = new WeakSet<Refund>();
  return all(
    before('limitRate', ({ merchant, service }, next) => {
      services.set(merchant, service);
      return next();
    }),
    also('refund', 'settlement succeeds', (succeeded) => {
      const service = services.get(succeeded.merchant);
      for (const refund of siblings(succeeded)) {
        if (refund === succeeded || told.has(refund) || !which(refund, succeeded)) continue;
        told.add(refund);
        service?.clock.schedule(service.clock.now(), () => void service.fire(refund, on));
      }
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | settlement | success | succeeded | refund.succeeded sent; checkout refundedAmount grows.',
    mutant(
      'refund.pending-not-yet-refunded',
      'kind-pending-counted-beside-succeeded',
      'the sum of the refunds is made of all that have not failed, and read only where one has succeeded: from then on refundedAmount holds pending ones too',
      shows('getCheckout', (body, { record }) =>
        record?.kind === 'checkout' && record.refundedAmount > 0 ? { ...body, refundedAmount: record.refunding } : body,
      ),
    ),
  ),
  against(
    'pending | settlement | success | succeeded | refund.succeeded sent; checkout refundedAmount grows.',
    mutant(
      'refund.pending-not-yet-refunded',
      'kind-full-refund-shown-at-once',
      'a checkout of which nothing is left to refund is shown as refunded in full, though its last refund is pending',
      shows('getCheckout', (body, { record }) =>
        record?.kind === 'checkout' && record.status === 'succeeded' && record.refunding === record.amount
          ? { ...body, refundedAmount: record.amount }
          : body,
      ),
    ),
  ),
  against(
    'In sandbox the exact value `sandbox_fail` forces a failed refund.',
    mutant(
      'refund.sandbox-fail-exact',
      'kind-sandbox-fail-with-other-separators',
      'the reason is read as a slug: with "sandbox-fail" or "sandbox fail" a refund fails too',
      timer('refund', 'pending', {
        on: (refund: Refund) =>
          refund.merchant.environment.name === 'sandbox' && refund.reason?.replace(/[\s-]/g, '_') === 'sandbox_fail'
            ? 'settlement fails'
            : 'settlement succeeds',
      } as Parameters<typeof timer>[2]),
    ),
  ),
  against(
    'failureReason: string or null, set when failed. 409 duplicate_reference: Reference already used.',
    mutant(
      'refund.succeeded-is-final',
      'kind-duplicate-marks-the-refund-that-succeeded',
      'the refusal of a duplicate is noted in the row of that reference: the refund that succeeded has failureReason duplicate_reference from then on',
      whenRefused('createRefund', ({ body, merchant }, { code }) => {
        const refund = merchant.records.refund.get(body.text('reference') ?? '');
        if (code === 'duplicate_reference' && refund?.status === 'succeeded') refund.failureReason = code;
      }),
    ),
  ),
  against(
    'refund.succeeded: A refund completed. refund.failed: A refund could not be completed.',
    mutant(
      'refund.ends-once',
      'kind-failed-refund-told-with-its-retry',
      'a refund and its retry of the same amount are one case: when the retry succeeds, refund.succeeded is sent for the failed one too',
      addedTransition('refund', { from: 'failed', on: 'retry succeeds', to: 'failed', sends: 'refund.succeeded' }),
      withTheSuccess('retry succeeds', ({ status, amount }, retry) => status === 'failed' && amount === retry.amount),
    ),
  ),
  against(
    'refund.succeeded: A refund completed. id: Unique per event.',
    mutant(
      'refund.ends-once',
      'kind-all-refunds-told-with-the-last',
      'when all of a checkout is refunded, refund.succeeded is sent once more, in new events, for each of its earlier refunds',
      addedTransition('refund', {
        from: 'succeeded',
        on: 'all is refunded',
        to: 'succeeded',
        sends: 'refund.succeeded',
      }),
      withTheSuccess('all is refunded', ({ status }, last) => status === 'succeeded' && willComplete(last)),
    ),
  ),
];

/** Asked before its amount has been added. */
function willComplete(refund: Refund): boolean {
  const { payment, amount } = refund;
  return payment !== null && payment.refundedAmount + amount === payment.amount;
}
