/** What requests do after all checks have passed. */
import { Refusal } from '../engine/refusal.ts';
import type { AnyRecord, Checkout, Escrow, Payout, Refund, WalletLink } from './records.ts';
import type { Case } from './rulebook.ts';
import type { Details } from './states.ts';

export function openCheckout(asked: Case): Checkout {
  const { body, environment, merchant } = asked;
  const checkout: Checkout = {
    ...common(asked, 'cs_'),
    kind: 'checkout',
    status: 'new',
    currency: 'NGN',
    description: body.text('description'),
    email: body.text('customer.email') ?? '',
    returnUrl: body.text('returnUrl') ?? '',
    metadata: body.object('metadata'),
    paymentMethod: null,
    failureReason: null,
    refundedAmount: 0,
    refunding: 0,
    paidAt: null,
  };
  merchant.records.checkout.set(checkout.reference, checkout);
  environment.checkouts.set(checkout.id, checkout);
  asked.service.fire(checkout, 'create');
  return checkout;
}

export function openRefund(asked: Case): Refund {
  const { body, merchant, payment } = asked;
  const refund: Refund = {
    ...common(asked, 'rf_'),
    kind: 'refund',
    status: 'new',
    currency: 'NGN',
    payment: payment ?? null,
    paymentReference: body.text('paymentReference') ?? '',
    reason: body.text('reason'),
    failureReason: null,
  };
  merchant.records.refund.set(refund.reference, refund);
  asked.service.fire(refund, 'create');
  return refund;
}

export function openPayout(asked: Case): Payout {
  const { body, merchant, service } = asked;
  const bankName = body.text('recipient.bankName') ?? '';
  const payout: Payout = {
    ...common(asked, 'po_'),
    kind: 'payout',
    status: 'new',
    currency: 'NGN',
    recipient: {
      bankName,
      bankCode: service.rules.functions.matchBank(bankName)?.code ?? null,
      accountNumber: body.text('recipient.accountNumber') ?? '',
      accountName: body.text('recipient.accountName') ?? '',
    },
    narration: body.text('narration'),
    failureReason: null,
  };
  merchant.records.payout.set(payout.reference, payout);
  service.fire(payout, 'create');
  return payout;
}

export function openEscrow(asked: Case): Escrow {
  const { body, environment, merchant } = asked;
  const escrow: Escrow = {
    ...common(asked, 'es_'),
    kind: 'escrow',
    status: 'new',
    currency: 'NGN',
    sellerWalletId: body.text('seller.walletId') ?? '',
    buyerEmail: body.text('buyer.email'),
    feeAmount: body.integer('feeAmount'),
    feeWalletId: body.text('feeWalletId'),
    autoReleaseHours: body.integer('autoReleaseHours') ?? asked.service.rules.limits.defaultAutoReleaseHours,
    conditions: body.text('conditions'),
    description: body.text('description'),
    returnUrl: body.text('returnUrl'),
    metadata: body.object('metadata'),
    paidBy: null,
    paidAt: null,
    refundedAmount: null,
    refundReason: null,
  };
  merchant.records.escrow.set(escrow.reference, escrow);
  environment.escrows.set(escrow.id, escrow);
  asked.service.fire(escrow, 'create');
  return escrow;
}

/** A newer request cancels this merchant's pending one for the same wallet. */
export function openWalletLink(asked: Case): WalletLink {
  const { body, environment, merchant, service } = asked;
  const walletId = body.text('walletId') ?? '';
  for (const older of merchant.links.values())
    if (older.walletId === walletId && older.status === 'PENDING') service.fire(older, 'newer request');

  const wallet = service.wallet(environment, walletId);
  const now = service.clock.now();
  if (wallet) {
    const since = now - service.rules.limits.linkWindowSeconds * 1_000;
    wallet.linkRequests = [...wallet.linkRequests.filter((at) => at > since), now];
  }
  const expiresInMinutes = body.integer('expiresInMinutes') ?? 60;
  const link: WalletLink = {
    ...common(asked, 'wl_'),
    reference: body.text('linkRef') ?? '',
    kind: 'walletLink',
    status: 'new',
    walletId,
    holderName: wallet?.holderName ?? '',
    requesterName: body.text('requesterName') ?? '',
    expiresInMinutes,
    expiresAt: new Date(now + expiresInMinutes * 60_000).toISOString(),
  };
  merchant.records.walletLink.set(link.reference, link);
  merchant.links.set(link.id, link);
  service.fire(link, 'create');
  return link;
}

/** Takes a transition of the resource in the path; refuses if the state tables have none. */
export function takes(on: string, details: (asked: Case) => Details = () => ({})) {
  return (asked: Case): AnyRecord | undefined => {
    const { record, service } = asked;
    if (record && !service.fire(record, on, details(asked)))
      throw new Refusal(service.rules.decisions.wrongState, `not possible: it is ${record.status}`);
    return record;
  };
}

function common({ body, merchant, service }: Case, prefix: string) {
  return {
    id: service.newId(prefix),
    reference: body.text('reference') ?? '',
    merchant,
    amount: body.integer('amount') ?? 0,
    createdAt: new Date(service.clock.now()).toISOString(),
  };
}
