/** Ends that are not ends: after another way to them, or for a while. */
import { addedTransition } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, bodyOf, DAY, HOUR, inTime, onFire, whenRefused } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| pending_payment | POST cancel | unpaid | cancelled | `escrow.cancelled` |',
    mutant(
      'escrow.cancelled-is-final',
      'blind3-cancelled-in-last-hour-expires',
      'an escrow that is cancelled in the last hour before its expiry becomes expired all the same',
      (rules) => {
        const left = new WeakMap<object, number>();
        const late = inTime(
          'escrow',
          { from: 'cancelled', to: 'expired', sends: 'escrow.cancelled' },
          (escrow) => left.get(escrow) ?? 0,
          (escrow) => (left.get(escrow) ?? DAY) <= HOUR,
        );
        return also('escrow', 'cancel', (escrow, now) => {
          left.set(escrow, DAY - (Date.parse(now) - Date.parse(escrow.createdAt)) / 1_000);
        })(late(rules));
      },
    ),
  ),
  against(
    '| funded or disputed | POST refund | | refunded |',
    mutant(
      'escrow.refunded-is-final',
      'blind3-partly-refunded-dispute-released-later',
      'a disputed escrow that was refunded in part becomes released when its autoReleaseHours have passed once more',
      (rules) => {
        const disputed = new WeakSet<object>();
        const late = inTime(
          'escrow',
          { from: 'refunded', to: 'released', sends: 'escrow.released' },
          ({ autoReleaseHours }) => autoReleaseHours * HOUR,
          (escrow) => disputed.has(escrow) && escrow.refundedAmount !== escrow.amount,
        );
        return also('escrow', 'dispute', (escrow) => void disputed.add(escrow))(late(rules));
      },
    ),
  ),
  against(
    '| APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED |',
    mutant(
      'wallet-link.revoked-is-final',
      'blind3-revoked-link-approved-within-its-time',
      'a link that was revoked is approved by another approve call as long as its expiresInMinutes are not over',
      addedTransition('walletLink', {
        from: 'REVOKED',
        on: 'approve again',
        to: 'APPROVED',
        sends: 'wallet.link.approved',
      }),
      onFire((fire, { clock }) => (record, on, details) => {
        const again =
          record.kind === 'walletLink' && record.status === 'REVOKED' && clock.now() < Date.parse(record.expiresAt);
        return fire(record, again && on === 'approve' ? 'approve again' : on, details);
      }),
    ),
  ),
  against(
    '| pending | buyer pays | payment confirmed | succeeded | … `pending` also covers a payment still being confirmed.',
    mutant(
      'checkout.succeeded-is-final',
      'blind3-transfer-declined-after-payment',
      'a decline that comes for a checkout that was paid by bank transfer makes it failed',
      addedTransition('checkout', {
        from: 'succeeded',
        on: 'decline late',
        to: 'failed',
        sends: 'payment.failed',
        also: (checkout) => {
          checkout.failureReason = 'declined';
        },
      }),
      onFire((fire) => (record, on, details) => {
        const transfer = record.kind === 'checkout' && record.paymentMethod === 'bank_transfer';
        const late = transfer && record.status === 'succeeded' && on === 'fail';
        return fire(record, late ? 'decline late' : on, details);
      }),
    ),
  ),
  against(
    '409 | duplicate_reference | Reference already used … | pending | settlement | failure | failed | `payout.failed` sent',
    mutant(
      'payout.failed-is-final',
      'blind3-failed-payout-corrected-by-duplicate',
      'a duplicate with another account number is refused, and sends the failed payout to that account',
      addedTransition('payout', { from: 'failed', on: 'corrected', to: 'succeeded', sends: 'payout.succeeded' }),
      whenRefused('createPayout', (asked, { code }) => {
        const body = bodyOf(asked);
        const payout = asked.merchant.records.payout.get(String(body.reference));
        const { accountNumber } = (body.recipient ?? {}) as { accountNumber?: string };
        if (code === 'duplicate_reference' && payout && payout.recipient.accountNumber !== accountNumber)
          asked.service.fire(payout, 'corrected');
      }),
    ),
  ),
];
