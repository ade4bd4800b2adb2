/** Ends that are not ends, in one history alone. */
import { addedTransition } from '../../change.ts';
import { type Mutant, mutant } from '../../mutant.ts';
import { answers } from '../../steps.ts';
import { ageOf, also, DAY, HOUR, inTime, onFire, siblings } from '../ways.ts';

export const found: readonly Mutant[] = [
  mutant(
    'checkout.succeeded-is-final',
    'blind-refunded-checkout-fails',
    'a failure that is reported after a checkout was refunded in full makes it failed',
    onFire((fire) => (record, on, details) => {
      const refunded = record.kind === 'checkout' && record.refundedAmount === record.amount;
      if (!refunded || on !== 'fail' || record.status !== 'succeeded') return fire(record, on, details);
      record.status = 'failed';
      record.failureReason = 'charged_back';
      return true;
    }),
  ),
  mutant(
    'checkout.failed-stays-failed',
    'blind-declined-checkout-paid-days-later',
    'a declined checkout takes a payment again once its 24 hours are over',
    addedTransition('checkout', { from: 'failed', on: 'pay again', to: 'succeeded', sends: 'payment.succeeded' }),
    onFire((fire, service) => (record, on, details) => {
      const again =
        record.kind === 'checkout' &&
        record.status === 'failed' &&
        record.failureReason !== 'expired' &&
        ageOf(record, service) > DAY;
      return fire(record, again && on === 'pay' ? 'pay again' : on, details);
    }),
  ),
  mutant(
    'payout.failed-is-final',
    'blind-failed-payout-sent-again-after-30-hours',
    'a failed payout is sent again after thirty hours, and succeeds',
    inTime('payout', { from: 'failed', to: 'succeeded', sends: 'payout.succeeded' }, 30 * HOUR),
  ),
  mutant(
    'refund.succeeded-is-final',
    'blind-failed-refund-takes-earlier-ones-along',
    'when a refund fails, earlier ones of the same checkout become failed with it',
    also('refund', 'settlement fails', (refund) => {
      for (const other of siblings(refund))
        if (other.status === 'succeeded') {
          other.status = 'failed';
          other.failureReason = refund.failureReason;
        }
    }),
  ),
  mutant(
    'escrow.released-is-final',
    'blind-cancel-of-what-the-buyer-released',
    'an escrow that the buyer released can be cancelled by the merchant',
    addedTransition('escrow', { from: 'released', on: 'cancel anyway', to: 'cancelled', sends: 'escrow.cancelled' }),
    onFire((fire) => {
      const byBuyer = new WeakSet<object>();
      return (record, on, details) => {
        const done = fire(record, byBuyer.has(record) && on === 'cancel' ? 'cancel anyway' : on, details);
        if (done && on === 'release' && (details === undefined || 'payer' in details)) byBuyer.add(record);
        return done;
      };
    }),
  ),
  mutant(
    'wallet-link.revoked-is-final',
    'blind-revoked-link-opened-by-its-ref-later',
    'an hour after a link was revoked its linkRef makes it PENDING again',
    (rules) => {
      const revoked = new WeakMap<object, number>();
      return answers('createWalletLink', (reply, { service, merchant, body }) => {
        const link = merchant.records.walletLink.get(body.text('linkRef') ?? '');
        if (reply.status === 200 && link && service.clock.now() - (revoked.get(link) ?? Infinity) > HOUR * 1_000)
          link.status = 'PENDING';
        return reply;
      })(also('walletLink', 'unlink', (link, now) => void revoked.set(link, Date.parse(now)))(rules));
    },
  ),
  mutant(
    'escrow.end-told-once',
    'blind-refunded-dispute-told-as-released',
    'after the refund of a dispute the automatic release is announced all the same',
    (rules) => {
      const disputed = new WeakSet<object>();
      const announced = inTime(
        'escrow',
        { from: 'refunded', to: 'refunded', sends: 'escrow.released' },
        ({ autoReleaseHours }) => autoReleaseHours * HOUR,
        (escrow) => disputed.has(escrow) && escrow.refundedAmount === escrow.amount,
      );
      return announced(also('escrow', 'dispute', (escrow) => void disputed.add(escrow))(rules));
    },
  ),
  mutant(
    'page.expired-checkout',
    'blind-late-transfer-pays-expired-checkout',
    'who has the page open still pays an expired checkout by bank transfer',
    addedTransition('checkout', { from: 'failed', on: 'late transfer', to: 'succeeded', sends: 'payment.succeeded' }),
    also('checkout', 'late transfer', (checkout, now) => {
      checkout.paidAt = now;
      checkout.failureReason = null;
    }),
    (rules) => ({
      ...rules,
      pages: {
        ...rules.pages,
        payCheckout(service, checkout, form) {
          if (form.get('method') === 'transfer' && checkout.failureReason === 'expired')
            service.fire(checkout, 'late transfer');
          return rules.pages.payCheckout(service, checkout, form);
        },
      },
    }),
  ),
];
