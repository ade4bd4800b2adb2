/** Defects that show only in combination: with a refused request, after a long time, or with special values. */
import { ageOf, DAY, HOUR, onFire, whenRefused } from '../blind/ways.ts';
import { addedTransition, event, functions, shows, timer } from '../change.ts';
import { all, type Mutant, mutant } from '../mutant.ts';

const putOff = new WeakSet<object>();

export const meanwhileMutants: readonly Mutant[] = [
  mutant(
    'checkout.expires',
    'refused-refund-puts-off-expiry',
    'a refund of a pending checkout is refused, and gives its buyer another day',
    all(
      timer('checkout', 'pending', {
        on: ((checkout: object) => (putOff.has(checkout) ? 'nothing' : 'not paid in time')) as never,
      }),
      whenRefused('createRefund', ({ payment, service }, { code }) => {
        if (code !== 'payment_not_paid' || payment?.status !== 'pending' || putOff.has(payment)) return;
        putOff.add(payment);
        service.clock.schedule(service.clock.now() + DAY * 1_000, () => service.fire(payment, 'not paid in time'));
      }),
    ),
  ),
  mutant(
    'webhook.escrow-disputed',
    'late-dispute-without-event',
    'a dispute more than two days after the escrow was created sends no event',
    all(
      addedTransition('escrow', { from: 'funded', on: 'dispute late', to: 'disputed', sends: null }),
      onFire((fire, service) => (record, on, details) => {
        const late = record.kind === 'escrow' && on === 'dispute' && ageOf(record, service) > 2 * DAY;
        return fire(record, late ? 'dispute late' : on, details);
      }),
    ),
  ),
  mutant(
    'webhook.link-approved',
    'late-approval-without-event',
    'a link that is approved in the last five minutes of an hour sends no event',
    all(
      addedTransition('walletLink', { from: 'PENDING', on: 'approve late', to: 'APPROVED', sends: null }),
      onFire((fire, service) => (record, on, details) => {
        const late = record.kind === 'walletLink' && on === 'approve' && ageOf(record, service) > HOUR - 300;
        return fire(record, late ? 'approve late' : on, details);
      }),
    ),
  ),
  mutant(
    'delivery.lists-attempts',
    'listed-by-class',
    'an attempt that was answered with 451 is listed with 400',
    functions(({ deliveryList }) => ({
      deliveryList: (deliveries, merchant) =>
        deliveryList(
          deliveries.map((each) => ({
            ...each,
            attempts: each.attempts.map((attempt) => ({
              ...attempt,
              status: attempt.status === 451 ? 400 : attempt.status,
            })),
          })),
          merchant,
        ),
    })),
  ),
  mutant(
    'webhook.refund-succeeded-amount',
    'amount-of-150-in-naira',
    'refund.succeeded of less than 200 kobo tells whole naira',
    event('refund.succeeded', (carried) => {
      const amount = Number(carried.amountMinor);
      return { ...carried, amountMinor: amount < 200 ? amount - (amount % 100) || amount : amount };
    }),
  ),
  mutant(
    'checkout.record-metadata',
    'metadata-names-without-at-sign',
    'names in metadata that begin with @ lose it',
    shows('getCheckout', (body) => ({
      ...body,
      metadata:
        body.metadata &&
        Object.fromEntries(Object.entries(body.metadata).map(([name, value]) => [name.replace(/^@/, ''), value])),
    })),
  ),
];
