/** Ends that are not ends, in one history alone. */
import { addedTransition } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { ageOf, also, DAY, HOUR, onFire, siblings } from '../ways.ts';

export const found: readonly BlindMutant[] = [
  against(
    '| pending | settlement | success | succeeded | `payout.succeeded` sent |',
    mutant(
      'payout.succeeded-is-final',
      'blind-failure-taken-by-amount',
      'when a payout fails, one of the same amount that had succeeded becomes failed',
      also('payout', 'settlement fails', (payout) => {
        for (const other of payout.merchant.records.payout.values())
          if (other.status === 'succeeded' && other.amount === payout.amount) {
            other.status = 'failed';
            other.failureReason = payout.failureReason;
          }
      }),
    ),
  ),
  against(
    '| APPROVED | DELETE by merchant, or unlinked by owner | | REVOKED |',
    mutant(
      'wallet-link.rejected-is-final',
      'blind-rejected-link-revoked-once-its-time-is-over',
      'DELETE of a rejected link makes it REVOKED when its expiresInMinutes are over',
      addedTransition('walletLink', {
        from: 'REJECTED',
        on: 'unlink late',
        to: 'REVOKED',
        sends: 'wallet.link.revoked',
      }),
      onFire((fire, { clock }) => (record, on, details) => {
        const late =
          record.kind === 'walletLink' && record.status === 'REJECTED' && clock.now() > Date.parse(record.expiresAt);
        return fire(record, late && on === 'unlink' ? 'unlink late' : on, details);
      }),
    ),
  ),
  against(
    '| funded | buyer files a refund request | | disputed |',
    mutant(
      'escrow.released-is-final',
      'blind-dispute-soon-after-automatic-release',
      'within an hour of its automatic release an escrow can still be disputed',
      addedTransition('escrow', { from: 'released', on: 'dispute late', to: 'disputed', sends: 'escrow.disputed' }),
      (rules) => {
        const released = new WeakMap<object, number>();
        const late = onFire((fire, { clock }) => (record, on, details) => {
          const soon = clock.now() - (released.get(record) ?? -Infinity) < HOUR * 1_000;
          return fire(record, soon && on === 'dispute' ? 'dispute late' : on, details);
        });
        return late(
          also('escrow', 'no report in time', (escrow, now) => void released.set(escrow, Date.parse(now)))(rules),
        );
      },
    ),
  ),
  against(
    '| pending | 24 hours pass without payment | | failed | … A new attempt needs a new checkout with a new reference.',
    mutant(
      'checkout.expired-is-final',
      'blind-payment-confirmed-minutes-after-expiry',
      'a payment that is confirmed within five minutes of the expiry makes the checkout succeeded',
      addedTransition('checkout', {
        from: 'failed',
        on: 'pay late',
        to: 'succeeded',
        sends: 'payment.succeeded',
        also: (checkout, now) => {
          checkout.paidAt = now;
          checkout.failureReason = null;
        },
      }),
      onFire((fire, service) => (record, on, details) => {
        const late =
          record.kind === 'checkout' && record.failureReason === 'expired' && ageOf(record, service) < DAY + 300;
        return fire(record, late && on === 'pay' ? 'pay late' : on, details);
      }),
    ),
  ),
  against(
    'A failed refund frees its amount; a retry uses a new reference',
    mutant(
      'refund.failed-is-final',
      'blind-retry-settles-the-failed-refund-too',
      'when a refund succeeds, a failed one of the same checkout and amount becomes succeeded with it',
      also('refund', 'settlement succeeds', (refund) => {
        for (const other of siblings(refund))
          if (other.status === 'failed' && other.amount === refund.amount) {
            other.status = 'succeeded';
            other.failureReason = null;
          }
      }),
    ),
  ),
];
