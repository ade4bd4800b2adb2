/** The bodies of answers. Optional fields that were not given are null. */

import type { Shown } from '../rulebook.ts';
import { banks } from './banks.ts';

export function checkoutOpened({ asked, record }: Shown) {
  return { ...opened({ record }), checkoutUrl: pageOf(asked.environment.baseUrl, record) };
}

export function opened({ record }: Pick<Shown, 'record'>) {
  return { id: record?.id, reference: record?.reference, status: record?.status };
}

export function checkout({ asked, record }: Shown) {
  if (record?.kind !== 'checkout') return {};
  return {
    ...opened({ record }),
    amount: record.amount,
    currency: record.currency,
    description: record.description,
    customer: { email: record.email },
    metadata: record.metadata,
    checkoutUrl: pageOf(asked.environment.baseUrl, record),
    paymentMethod: record.paymentMethod,
    failureReason: record.failureReason,
    refundedAmount: record.refundedAmount,
    paidAt: record.paidAt,
    createdAt: record.createdAt,
  };
}

export function refund({ record }: Shown) {
  if (record?.kind !== 'refund') return {};
  return {
    ...opened({ record }),
    paymentReference: record.paymentReference,
    amount: record.amount,
    currency: record.currency,
    reason: record.reason,
    failureReason: record.failureReason,
    createdAt: record.createdAt,
  };
}

export function payout({ record }: Shown) {
  if (record?.kind !== 'payout') return {};
  return {
    ...opened({ record }),
    amount: record.amount,
    currency: record.currency,
    recipient: record.recipient,
    narration: record.narration,
    failureReason: record.failureReason,
    createdAt: record.createdAt,
  };
}

export function escrowOpened({ asked, record }: Shown) {
  return { ...opened({ record }), payUrl: pageOf(asked.environment.baseUrl, record) };
}

export function escrow({ asked, record }: Shown) {
  if (record?.kind !== 'escrow') return {};
  return {
    ...opened({ record }),
    amount: record.amount,
    currency: record.currency,
    seller: { walletId: record.sellerWalletId },
    buyer: { email: record.buyerEmail, paidBy: record.paidBy, paidAt: record.paidAt },
    feeAmount: record.feeAmount,
    feeWalletId: record.feeWalletId,
    autoReleaseHours: record.autoReleaseHours,
    conditions: record.conditions,
    description: record.description,
    metadata: record.metadata,
    refundedAmount: record.refundedAmount,
    refundReason: record.refundReason,
    payUrl: pageOf(asked.environment.baseUrl, record),
    createdAt: record.createdAt,
  };
}

export function walletLink({ asked, record }: Shown) {
  if (record?.kind !== 'walletLink') return {};
  return {
    linkId: record.id,
    linkRef: record.reference,
    status: record.status,
    walletId: record.walletId,
    walletName: asked.service.rules.functions.maskName(record.holderName),
    expiresAt: record.expiresAt,
  };
}

/** A known linkRef is answered with the body of its creation. */
export function walletLinkAsCreated(shown: Shown) {
  return { ...walletLink(shown), status: 'PENDING' };
}

export function account({ asked }: Shown) {
  const wallet = asked.service.wallet(asked.environment, asked.params.walletId ?? '');
  return {
    walletId: asked.params.walletId,
    exists: wallet !== undefined,
    walletName: wallet ? asked.service.rules.functions.maskName(wallet.holderName) : null,
  };
}

export function walletBalance({ asked }: Shown) {
  const wallet = asked.service.wallet(asked.environment, asked.params.walletId ?? '');
  return { availableMinor: wallet?.availableMinor ?? 0, heldMinor: wallet?.heldMinor ?? 0, currency: 'NGN' };
}

export function bankList() {
  return { banks: banks.map(({ code, name }) => ({ code, name })) };
}

export function balance({ asked }: Shown) {
  return { availableMinor: asked.merchant.balance, currency: 'NGN' };
}

function pageOf(baseUrl: string, record: Shown['record']): string {
  return `${baseUrl}/${record?.kind === 'escrow' ? 'escrow' : 'pay'}/${record?.id}`;
}
