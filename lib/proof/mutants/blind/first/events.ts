/** Events of one kind, or on one way to it, that are not as all others. */

import type { AnyRecord, Checkout, Refund } from '../../../reference/rules/records.ts';
import { event, functions } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { against, type BlindMutant } from '../against.ts';
import { also, completes } from '../ways.ts';
import { headersOf } from '../ways-of-delivery.ts';

export const found: readonly BlindMutant[] = [
  against(
    'x-service-signature-v2 | Lowercase hex HMAC-SHA256 of the text <timestamp>.<raw body>',
    mutant(
      'version.both-signatures',
      'blind-v2-of-revoked-without-time',
      'the second signature of wallet.link.revoked is made over the body alone',
      headersOf(
        ({ event }) => event === 'wallet.link.revoked',
        ({ rules, secret, body }) => ({ 'x-service-signature-v2': rules.functions.signV1(secret, body) }),
      ),
    ),
  ),
  against(
    'x-service-timestamp | Unix seconds at which this attempt was sent',
    mutant(
      'webhook.timestamp',
      'blind-rejected-in-milliseconds',
      'the timestamp of wallet.link.rejected is in milliseconds',
      headersOf(
        ({ event }) => event === 'wallet.link.rejected',
        ({ rules, secret, timestamp, body }) => ({
          'x-service-timestamp': `${timestamp}000`,
          'x-service-signature-v2': rules.functions.signV2(secret, `${timestamp}000`, body),
        }),
      ),
    ),
  ),
  against(
    'id | string | Unique per event',
    mutant(
      'webhook.payload-id',
      'blind-refunds-of-a-checkout-share-an-id',
      'all refund.succeeded of one checkout have one id',
      (rules) => {
        let next: string | null = null;
        return functions(({ eventId }) => ({
          eventId(newId) {
            const id = next ?? eventId(newId);
            next = null;
            return id;
          },
        }))(
          also('refund', 'settlement succeeds', ({ payment, merchant }) => {
            if (merchant.webhookUrl !== null) next = `evt_refund_${payment?.id}`;
          })(rules),
        );
      },
    ),
  ),
  against(
    'payment.failed | A checkout failed or expired',
    mutant(
      'webhook.no-false-event',
      'blind-last-part-refunded-fails-payment',
      'when the last part of a checkout was refunded payment.failed is sent for it',
      (rules) => ({
        ...rules,
        events: {
          ...rules.events,
          'refund.succeeded': {
            ...rules.events['refund.succeeded'],
            followedBy: (record: AnyRecord) => (completes(record as Refund) ? 'payment.failed' : null),
          },
        },
      }),
      event('payment.failed', (carried, record) => {
        const { payment } = record as unknown as Partial<Refund>;
        return payment ? { ...carried, reference: payment.reference, amountMinor: payment.amount } : carried;
      }),
    ),
  ),
  against(
    'The same event can arrive more than once and out of order. … | payment.succeeded | A checkout was paid |',
    mutant(
      'delivery.retry-same-body',
      'blind-retry-of-payment-less-refunds',
      'a retry of payment.succeeded has the amount less what was refunded meanwhile',
      (rules) => {
        let last: Checkout | null = null;
        const told = new Map<string, Checkout>();
        return functions(({ payload, attemptBody }) => ({
          payload(event) {
            const text = payload(event);
            if (event.event === 'payment.succeeded' && last) told.set(text, last);
            return text;
          },
          attemptBody(payload, attempt, delivery) {
            const body = attemptBody(payload, attempt, delivery);
            const checkout = told.get(payload);
            if (attempt === 1 || !checkout?.refundedAmount) return body;
            return JSON.stringify({ ...JSON.parse(body), amountMinor: checkout.amount - checkout.refundedAmount });
          },
        }))(
          event('payment.succeeded', (carried, record) => {
            last = record as unknown as Checkout;
            return carried;
          })(rules),
        );
      },
    ),
  ),
];
