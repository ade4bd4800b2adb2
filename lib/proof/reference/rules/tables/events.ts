/** The payload of events besides `id`, `event` and `occurredAt` (Events, payload). */
import type { AnyRecord } from '../records.ts';
import type { EventName, EventRule } from '../states.ts';

export const events: Record<EventName, EventRule> = {
  'payment.succeeded': money(amount),
  'payment.failed': money(amount),
  'refund.succeeded': money(amount),
  'refund.failed': money(amount),
  'payout.succeeded': money(amount),
  'payout.failed': money(amount),
  'escrow.funded': money(amount),
  'escrow.disputed': money(amount),
  'escrow.released': money(amount), // the seller's share before the fee
  'escrow.refunded': money(toTheBuyer),
  'escrow.cancelled': money(amount),
  'wallet.link.approved': link(),
  'wallet.link.rejected': link(),
  'wallet.link.expired': link(),
  'wallet.link.revoked': link(),
};

function amount(record: AnyRecord): number {
  return record.amount;
}

function toTheBuyer(record: AnyRecord): number {
  return record.kind === 'escrow' ? (record.refundedAmount ?? record.amount) : record.amount;
}

function money(amountMinor: (record: AnyRecord) => number): EventRule {
  return {
    carries: (record) => ({ reference: record.reference, amountMinor: amountMinor(record), currency: 'NGN' }),
  };
}

/** The holder's registered name, not the masked one: the owner has already decided. */
function link(): EventRule {
  return {
    carries: (record) =>
      record.kind === 'walletLink'
        ? {
            reference: record.id,
            linkId: record.id,
            linkRef: record.reference,
            walletId: record.walletId,
            walletName: record.holderName,
          }
        : {},
  };
}
