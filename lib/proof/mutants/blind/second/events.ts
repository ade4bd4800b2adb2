/** Events of one kind, or on one way to it, that are not as all others. */

import type { Checkout, Refund } from '../../../reference/rules/records.ts';
import { event } from '../../change.ts';
import { mutant } from '../../mutant.ts';
import { before, isAt } from '../../steps.ts';
import { against, type BlindMutant } from '../against.ts';
import { also } from '../ways.ts';
import { headersOf, payloadOf } from '../ways-of-delivery.ts';

export const found: readonly BlindMutant[] = [
  against(
    'Content-Type | application/json',
    mutant(
      'webhook.request',
      'blind-escrow-retry-as-text',
      'retries of escrow events are sent as text/plain',
      headersOf(
        ({ event, attempts }) => event.startsWith('escrow.') && attempts.length > 0,
        () => ({ 'content-type': 'text/plain' }),
      ),
    ),
  ),
  against(
    'occurredAt | date-time',
    mutant(
      'webhook.occurred-at',
      'blind-expiry-occurred-at-creation',
      'the payment.failed of a checkout that expired occurred when the checkout was created',
      (rules) => {
        let expired: Checkout | null = null;
        return payloadOf('payment.failed', (event) => {
          const occurredAt = expired?.createdAt ?? event.occurredAt;
          expired = null;
          return { ...event, occurredAt };
        })(
          also('checkout', 'not paid in time', (checkout) => {
            if (checkout.merchant.webhookUrl !== null) expired = checkout;
          })(rules),
        );
      },
    ),
  ),
  against(
    "escrow.released | Money went to the seller; amountMinor is the seller's share before the fee",
    mutant(
      'escrow.event-amounts-with-fee',
      'blind-automatic-release-told-after-fee',
      'after an automatic release the amountMinor of escrow.released is what the seller got',
      (rules) => {
        const byTime = new WeakSet<object>();
        return event('escrow.released', (carried, record) => ({
          ...carried,
          amountMinor: Number(carried.amountMinor) - (byTime.has(record) ? Number(record.feeAmount ?? 0) : 0),
        }))(also('escrow', 'no report in time', (escrow) => void byTime.add(escrow))(rules));
      },
    ),
  ),
  against(
    'registered holder name in the `wallet.link.approved` event',
    mutant(
      'webhook.link-approved-registered-name',
      'blind-owners-approval-with-masked-name',
      'where the owner approves, and not the sandbox call, wallet.link.approved has the masked name',
      (rules) => {
        const byCall = new WeakSet<object>();
        return event('wallet.link.approved', (carried, record) => ({
          ...carried,
          walletName: byCall.has(record) ? carried.walletName : rules.functions.maskName(String(carried.walletName)),
        }))(
          before('act', (asked, next) => {
            if (isAt(asked, 'approveWalletLink') && asked.record) byCall.add(asked.record);
            return next();
          })(rules),
        );
      },
    ),
  ),
  against(
    "| reference | string | The merchant's reference of the checkout, refund or payout |",
    mutant(
      'webhook.live-payload',
      'blind-live-refund-told-of-its-checkout',
      'in live the reference of refund.succeeded is that of the checkout',
      event('refund.succeeded', (carried, record) => {
        const { merchant, paymentReference } = record as unknown as Refund;
        return merchant.environment.name === 'live' ? { ...carried, reference: paymentReference } : carried;
      }),
    ),
  ),
];
