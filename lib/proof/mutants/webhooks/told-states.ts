/** Defects by which what became of an event's delivery changes an object, or what became of the object changes an event that is sent again. */
import type { AnyRecord, Delivery, Merchant } from '../../reference/rules/records.ts';
import { onResend } from '../blind/ways-of-delivery.ts';
import { functions, guard, shows } from '../change.ts';
import { all, type Change, type Mutant, mutant } from '../mutant.ts';

/** The last attempt at this event of the record; undefined before the first has ended. */
function lastAttempt({ merchant, reference }: AnyRecord, event: string): Delivery['attempts'][number] | undefined {
  return merchant.deliveries.findLast((each) => each.event === event && each.reference === reference)?.attempts.at(-1);
}

export const toldStateMutants: readonly Mutant[] = [
  mutant(
    'refund.created',
    'refund-waits-where-merchant-knows-nothing',
    'a checkout cannot be refunded while its payment.succeeded is answered with 404, as if the merchant did not know the order',
    guard('refund.payment-not-paid', {
      refuses: ({ payment }) =>
        payment?.status !== 'succeeded' || lastAttempt(payment, 'payment.succeeded')?.status === 404,
    }),
  ),
  mutant(
    'checkout.paid',
    'checkout-pending-where-nobody-answers',
    'a checkout is shown as pending again while the connection breaks over which its payment.succeeded is sent',
    shows('getCheckout', (body, { record }) => {
      if (record === undefined) return body;
      const last = lastAttempt(record, 'payment.succeeded');
      const broken = body.status === 'succeeded' && last !== undefined && last.status === null;
      return broken ? { ...body, status: 'pending', paidAt: null } : body;
    }),
  ),
  mutant(
    'delivery.resent',
    'live-resend-with-another-id',
    'in live an escrow event that is sent again has another id',
    resentAs(
      ({ environment }, { event }) => environment.name === 'live' && /^escrow\.(funded|released|refunded)$/.test(event),
      (payload, { eventId }) => payload.replace(eventId, `${eventId}r`),
    ),
  ),
  mutant(
    'delivery.resent',
    'resend-after-refund-with-what-is-left',
    'a payment.succeeded that is sent again is made of the checkout of now, and tells what is left of it when all is refunded',
    resentAs(
      ({ records }, { event, reference }) => {
        const checkout = records.checkout.get(reference);
        return event === 'payment.succeeded' && checkout !== undefined && checkout.refundedAmount === checkout.amount;
      },
      (payload) => JSON.stringify({ ...(JSON.parse(payload) as object), amountMinor: 0 }),
    ),
  ),
];

/** Another payload of some deliveries that are sent again. */
function resentAs(
  which: (merchant: Merchant, delivery: Delivery) => boolean,
  change: (payload: string, delivery: Delivery) => string,
): Change {
  let whose: Merchant | undefined;
  return all(
    onResend((resend) => (merchant, deliveryId) => {
      whose = merchant;
      return resend(merchant, deliveryId);
    }),
    functions(({ resent }) => ({
      resent(delivery) {
        const parts = resent(delivery);
        if (whose === undefined || !which(whose, delivery)) return parts;
        return { ...parts, payload: change(parts.payload, delivery) };
      },
    })),
  );
}
