/** Ends that are left again or reached twice, and refusals that leave something behind. */
import { openRefund } from '../../../reference/rules/actions.ts';
import type { Checkout, Escrow } from '../../../reference/rules/records.ts';
import type { Case } from '../../../reference/rules/rulebook.ts';
import { addedTransition } from '../../change.ts';
import { all, type Change, mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, bodyOf, DAY, onFire, whenRefused } from '../ways.ts';
import { pages } from '../ways-of-pages.ts';

function lateTransfersAreBooked(): Change {
  const on = 'a transfer comes late';
  return all(
    addedTransition('checkout', {
      from: 'failed',
      on,
      to: 'succeeded',
      sends: 'payment.succeeded',
      also: (checkout, now) => {
        checkout.paidAt = now;
        checkout.paymentMethod = 'bank_transfer';
        checkout.failureReason = null;
      },
    }),
    pages(({ payCheckout }) => ({
      payCheckout(service, checkout, form) {
        const late = checkout.failureReason === 'expired' && form.get('method') === 'transfer';
        if (!late || !service.fire(checkout, on)) return payCheckout(service, checkout, form);
        const { redirectTo } = service.rules.functions;
        return { status: 303, location: redirectTo(checkout.returnUrl, checkout.reference, checkout.status) };
      },
    })),
  );
}

function disputableForADay(): Change {
  const on = 'a complaint after the automatic release';
  const releasedAt = new WeakMap<object, number>();
  return all(
    addedTransition('escrow', { from: 'released', on, to: 'disputed', sends: 'escrow.disputed' }),
    also('escrow', 'no report in time', (escrow: Escrow, now) => void releasedAt.set(escrow, Date.parse(now))),
    onFire((fire, { clock }) => (record, trigger, details) => {
      const since = releasedAt.get(record);
      const recent = since !== undefined && clock.now() < since + DAY * 1_000;
      return fire(record, trigger === 'dispute' && record.status === 'released' && recent ? on : trigger, details);
    }),
  );
}

function triedAgainOnceThereIsRoom(): Change {
  const waiting = new WeakMap<Checkout, Case[]>();
  return all(
    whenRefused('createRefund', (asked, { code }) => {
      if (code !== 'refund_exceeds_paid' || asked.payment === undefined) return;
      waiting.set(asked.payment, [...(waiting.get(asked.payment) ?? []), asked]);
    }),
    also('refund', 'settlement fails', ({ payment, amount, merchant }) => {
      if (payment === null) return;
      const [next, ...others] = waiting.get(payment) ?? [];
      if (next === undefined) return;
      // The amount of the refund that failed is still reserved here.
      const left = payment.amount - payment.refunding + amount;
      const known = merchant.records.refund.has(next.body.text('reference') ?? '');
      if (known || (next.body.integer('amount') ?? 0) > left) return;
      waiting.set(payment, others);
      openRefund(next);
    }),
  );
}

export const found: readonly BlindMutant[] = [
  against(
    'pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent. A new attempt needs a new checkout with a new reference.',
    mutant(
      'checkout.expired-is-final',
      'blind28-late-transfer-is-booked',
      'the state is looked at before a card is charged, while a transfer is taken to have come already: a buyer whose page was still open when the checkout expired says that the transfer is made, and the failed checkout becomes succeeded',
      lateTransfersAreBooked(),
    ),
  ),
  against(
    'funded | no buyer report within autoReleaseHours | | released | automatic release; `escrow.released`',
    mutant(
      'escrow.released-is-final',
      'blind28-complaint-after-automatic-release',
      "a buyer may complain for a day after an automatic release, as support had asked for: the buyer's request for a refund makes the released escrow disputed",
      disputableForADay(),
    ),
  ),
  against(
    'Checkout create: a repeated `reference` gives `409 duplicate_reference`',
    mutant(
      'checkout.duplicate-reference',
      'blind28-duplicate-sets-return-url',
      "a create writes its session, with the address to return to, before it inserts the row that finds the reference taken: the refused duplicate's `returnUrl` is that to which the first one's buyer is sent",
      whenRefused('createCheckout', (asked, { code }) => {
        const { reference, returnUrl } = bodyOf(asked);
        const first = asked.merchant.records.checkout.get(String(reference));
        if (code === 'duplicate_reference' && first && typeof returnUrl === 'string') first.returnUrl = returnUrl;
      }),
    ),
  ),
  against(
    'The new amount plus earlier non-failed refunds of that checkout may not exceed the amount paid, else `422 refund_exceeds_paid`. A failed refund frees its amount; a retry uses a new reference.',
    mutant(
      'refund.refused-creates-nothing',
      'blind28-refused-refund-waits-for-room',
      'a refund that is refused for its amount stays in the queue of refunds: when another refund of the checkout fails and so frees enough, it is carried out',
      triedAgainOnceThereIsRoom(),
    ),
  ),
  against(
    'Same key and same body: the original response is replayed. Same key and a different body: `409 idempotency_key_reused`.',
    mutant(
      'idempotency.checkout-key-reused',
      'blind28-refused-body-takes-the-key-over',
      'the row of a key is written with the hash of the body at every request and compared with what it held before: after a refused request with another body the key belongs to that body, and the original one is refused',
      whenRefused('everywhere', (asked, { code }) => {
        if (code !== 'idempotency_key_reused') return;
        const { merchant, service } = asked;
        const key = asked.header('idempotency-key') ?? '';
        const kept = merchant.keys.get(key);
        const fingerprint = service.rules.functions.sameRequest(asked);
        if (kept) merchant.keys.set(key, { ...kept, fingerprint });
      }),
    ),
  ),
];
