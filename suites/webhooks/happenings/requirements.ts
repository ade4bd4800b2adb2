import type { EventKind, RequirementId } from '../../../lib/interface/index.ts';
import type { Happening } from './acts.ts';

/** The requirement that events of this kind are sent. */
export const idOf: Readonly<Partial<Record<EventKind, RequirementId>>> = {
  'payment.succeeded': 'webhook.payment-succeeded',
  'payment.failed': 'webhook.payment-failed',
  'refund.succeeded': 'webhook.refund-succeeded',
  'refund.failed': 'webhook.refund-failed',
  'payout.succeeded': 'webhook.payout-succeeded',
  'payout.failed': 'webhook.payout-failed',
  'escrow.funded': 'webhook.escrow-funded',
  'escrow.disputed': 'webhook.escrow-disputed',
  'escrow.released': 'webhook.escrow-released',
  'escrow.refunded': 'webhook.escrow-refunded',
  'escrow.cancelled': 'webhook.escrow-cancelled',
  'wallet.link.approved': 'webhook.link-approved',
  'wallet.link.rejected': 'webhook.link-rejected',
  'wallet.link.expired': 'webhook.link-expired',
  'wallet.link.revoked': 'webhook.link-revoked',
};

/** Kinds of events with several causes, some of which have a requirement of their own. */
const byCause: Readonly<Record<string, RequirementId>> = {
  'a checkout expires': 'webhook.payment-failed-on-expiry',
  'the buyer releases an escrow': 'webhook.escrow-released-by-buyer',
  'an escrow is released by itself': 'webhook.escrow-released-by-itself',
  'an escrow expires': 'webhook.escrow-cancelled-on-expiry',
  'the owner unlinks a wallet': 'webhook.link-revoked-by-owner',
};

/** The requirement that this happening makes its event. */
export function sentBy({ kind, what }: Happening): RequirementId {
  const id = byCause[what] ?? idOf[kind];
  if (id === undefined) throw new Error(`no requirement says that ${kind} is sent`);
  return id;
}
