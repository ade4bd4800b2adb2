/** Refusals with another reason, and one that leaves a lock behind. */
import { Refusal } from '../../../reference/engine/refusal.ts';
import type { AnyRecord } from '../../../reference/rules/records.ts';
import { guard } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { whenRefused } from '../ways.ts';

/** Milliseconds of the service's clock after which a lock that was not released expires. */
const LOCKED_MS = 60_000;
const DEEDS = ['releaseEscrow', 'refundEscrow', 'cancelEscrow'] as const;

function lockIsKeptAfterRefusal(): Change {
  const lockedUntil = new WeakMap<AnyRecord, number>();
  return all(
    before('checkGuards', (asked, next) => {
      const { record, service } = asked;
      if (!isAt(asked, DEEDS) || record === undefined) return next();
      if ((lockedUntil.get(record) ?? 0) > service.clock.now())
        throw new Refusal(service.rules.decisions.wrongState, 'the escrow is being changed');
      return next();
    }),
    whenRefused(DEEDS, ({ record, service }, { code }) => {
      const now = service.clock.now();
      if (record === undefined || code !== service.rules.decisions.wrongState.code) return;
      if ((lockedUntil.get(record) ?? 0) <= now) lockedUntil.set(record, now + LOCKED_MS);
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'The checkout must be `succeeded`, else `409 payment_not_paid`.',
    mutant(
      'refund.pending-payment',
      'blind12-nothing-paid-is-exceeded',
      'the amount is compared with what was paid, and that is 0 for a checkout that is pending or failed: its refund is refused with 422 refund_exceeds_paid',
      guard('refund.payment-not-paid', {
        status: 422,
        code: 'refund_exceeds_paid',
        message: () => 'the amount is more than what is left to refund: 0 kobo',
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid` (its message says how much is left).',
    mutant(
      'refund.exceeds-paid',
      'blind12-wholly-refunded-is-not-paid',
      'a checkout that was refunded in full has a state of its own inside: a further refund of it is refused with 409 payment_not_paid',
      guard('refund.payment-not-paid', {
        refuses: ({ payment }) =>
          payment !== undefined && (payment.status !== 'succeeded' || payment.refundedAmount === payment.amount),
        message: () => 'the checkout is not paid, or not any more',
      }),
    ),
  ),
  against(
    'A paid escrow cannot be cancelled; it must be refunded instead. funded or disputed | POST refund | refunded.',
    mutant(
      'escrow.refused-deeds-have-no-effect',
      'blind12-refused-deed-keeps-the-lock',
      'an action takes a lock on its escrow and does not give it back where the state forbids the action: for a minute after a cancel was refused, a refund or a release is refused with 409 too',
      lockIsKeptAfterRefusal(),
    ),
  ),
];
