/** Defects by which a refusal undoes something of what is there already. */
import type { Case } from '../../reference/rules/rulebook.ts';
import { parsed, whenRefused } from '../blind/ways.ts';
import { type Mutant, mutant } from '../mutant.ts';

/** The reference of what was made with this key. */
function madeWithKey({ merchant, header }: Case): string {
  const kept = merchant.keys.get(header('idempotency-key') ?? '')?.reply;
  return kept ? String((parsed(kept.text) as { reference?: unknown }).reference) : '';
}

export const undoneMutants: readonly Mutant[] = [
  mutant(
    'refund.refused-refunds-nothing',
    'refund-refused-gives-back-the-first',
    'what a refund reserves is given back when it is refused, by its reference: where that is the one of an earlier refund, the amount of that is counted out of its checkout',
    whenRefused('createRefund', ({ merchant, body }, { code }) => {
      const first = merchant.records.refund.get(body.text('reference') ?? '');
      if (code !== 'duplicate_reference' || !first?.payment || first.status !== 'succeeded') return;
      first.payment.refunding -= first.amount;
      first.payment.refundedAmount -= first.amount;
    }),
  ),
  mutant(
    'idempotency.refund-key-reused',
    'refund-reused-key-fails-the-first',
    'what was begun under a key is marked failed when a request with the key is refused: another refund under the key of one that has settled makes that one failed',
    whenRefused('createRefund', (asked, { code }) => {
      const first = asked.merchant.records.refund.get(madeWithKey(asked));
      if (code === 'idempotency_key_reused' && first?.status === 'succeeded') first.status = 'failed';
    }),
  ),
  mutant(
    'balance.refused-moves-nothing',
    'payout-refused-returns-the-failed-one',
    'a refused payout returns the amount of the payout of its reference if that has failed, which has returned it already',
    whenRefused('createPayout', ({ merchant, body }, { code }) => {
      const first = merchant.records.payout.get(body.text('reference') ?? '');
      if (code === 'duplicate_reference' && first?.status === 'failed') merchant.balance += first.amount;
    }),
  ),
  mutant(
    'balance.refused-moves-nothing',
    'payout-refused-releases-what-is-reserved',
    'a refused payout gives back what is reserved under its reference: that of a pending payout which has the reference',
    whenRefused('createPayout', ({ merchant, body }, { code }) => {
      const first = merchant.records.payout.get(body.text('reference') ?? '');
      if (code === 'duplicate_reference' && first?.status === 'pending') merchant.balance += first.amount;
    }),
  ),
  mutant(
    'refund.pending-counts',
    'refund-refused-releases-a-live-reservation',
    'in live, where a refund waits for the processor, a refused one gives back what is reserved under its reference: that of a pending refund which has the reference',
    whenRefused('createRefund', ({ merchant, body }, { code }) => {
      const first = merchant.records.refund.get(body.text('reference') ?? '');
      if (code === 'duplicate_reference' && first?.payment && merchant.environment.name === 'live')
        first.payment.refunding -= first.amount;
    }),
  ),
  mutant(
    'refund.exceeding-has-no-effect',
    'refund-refused-for-its-amount-fails-the-pending-ones',
    'the refunds of a checkout that are pending are one transaction: where another is refused because it exceeds what was paid, all of them fail',
    whenRefused('createRefund', ({ merchant, payment, service }, { code }) => {
      for (const refund of code === 'refund_exceeds_paid' ? merchant.records.refund.values() : [])
        if (refund.payment === payment && refund.status === 'pending') service.fire(refund, 'settlement fails');
    }),
  ),
  mutant(
    'error.refused-leaves-first',
    'checkout-refused-starts-its-refunds-anew',
    'a second checkout of a reference is refused once the sums of the row are set to those of a new one: what was refunded of the first can be refunded again',
    whenRefused('createCheckout', ({ merchant, body }, { code }) => {
      const first = merchant.records.checkout.get(body.text('reference') ?? '');
      if (code === 'duplicate_reference' && first) first.refunding = 0;
    }),
  ),
];
