/** Events that are wrong in one history, or where many happen at once. */
import { createHash } from 'node:crypto';
import { addedTransition, event, functions, timer } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { payloadOf } from '../ways-of-delivery.ts';

/** So many expired checkouts are told of in one minute. */
const BATCH = 10;

const idFrom = (kind: string, reference: unknown) =>
  `evt_${createHash('sha256').update(`${kind} ${reference}`).digest('hex').slice(0, 24)}`;

export const found: readonly BlindMutant[] = [
  against(
    'id | string | Unique per event',
    mutant(
      'webhook.payload-id',
      'blind3-event-id-from-kind-and-reference',
      'the id of a payout event is made of its kind and reference: two merchants with one reference have one id',
      event('payout.succeeded', (carried) => ({ ...carried, id: idFrom('payout.succeeded', carried.reference) })),
      event('payout.failed', (carried) => ({ ...carried, id: idFrom('payout.failed', carried.reference) })),
      functions(({ deliveryList }) => ({
        deliveryList: (deliveries, merchant) =>
          deliveryList(
            deliveries.map((delivery) => ({ ...delivery, eventId: String(JSON.parse(delivery.payload).id) })),
            merchant,
          ),
      })),
    ),
  ),
  against(
    'occurredAt | date-time … wallet.link.revoked | Unlinked by owner or merchant',
    mutant(
      'webhook.occurred-at',
      'blind3-revoked-when-it-was-approved',
      'wallet.link.revoked says that it occurred when the link was approved',
      (rules) => {
        const approved = new Map<unknown, string>();
        return payloadOf('wallet.link.revoked', (told) => ({
          ...told,
          occurredAt: approved.get(told.linkId) ?? told.occurredAt,
        }))(also('walletLink', 'approve', ({ id }, now) => void approved.set(id, now))(rules));
      },
    ),
  ),
  against(
    'escrow.refunded | Money went back to the buyer; amountMinor is what the buyer got',
    mutant(
      'webhook.escrow-refunded-amount',
      'blind3-partly-refunded-dispute-told-with-remainder',
      'where a disputed escrow is refunded in part, the amountMinor of escrow.refunded is what the seller got',
      (rules) => {
        const disputed = new WeakSet<object>();
        return event('escrow.refunded', (carried, record) => {
          const remainder = Number(record.amount) - Number(carried.amountMinor);
          return disputed.has(record) && remainder > 0 ? { ...carried, amountMinor: remainder } : carried;
        })(also('escrow', 'dispute', (escrow) => void disputed.add(escrow))(rules));
      },
    ),
  ),
  against(
    '| pending | 24 hours pass without payment | | failed | `failureReason` = `expired`; `payment.failed` sent |',
    mutant(
      'webhook.payment-failed-on-expiry',
      'blind3-ten-expiries-told-at-once',
      'of the checkouts of a merchant that expire within one minute the first ten send payment.failed',
      addedTransition('checkout', {
        from: 'pending',
        on: 'not paid in time, untold',
        to: 'failed',
        sends: null,
        also: (checkout) => {
          checkout.failureReason = 'expired';
        },
      }),
      (rules) => {
        const expired = new WeakMap<object, number[]>();
        return timer('checkout', 'pending', {
          on: (checkout: { merchant: object; createdAt: string }) => {
            const created = Date.parse(checkout.createdAt);
            const lately = (expired.get(checkout.merchant) ?? []).filter((at) => created - at < 60_000);
            expired.set(checkout.merchant, [...lately, created]);
            return lately.length < BATCH ? 'not paid in time' : 'not paid in time, untold';
          },
        })(rules);
      },
    ),
  ),
  against(
    "reference | string | The merchant's reference of the checkout, refund or payout",
    mutant(
      'webhook.payload-reference',
      'blind3-failed-payment-by-reference-up-to-colon',
      'the reference of payment.failed ends before its second colon',
      event('payment.failed', (carried) => ({
        ...carried,
        reference: String(carried.reference).split(':').slice(0, 2).join(':'),
      })),
    ),
  ),
];
