/** Conditions under which a well-formed request is refused (Errors, and the behaviour rules of Endpoints). */

import type { Kind } from '../records.ts';
import type { EndpointName } from '../requests.ts';
import type { Case, Guard } from '../rulebook.ts';

export const guards: readonly Guard[] = [
  duplicate('createCheckout', 'checkout'),
  duplicate('createRefund', 'refund'),
  duplicate('createPayout', 'payout'),
  duplicate('createEscrow', 'escrow'),

  // Refund create, behaviour rule 3
  {
    id: 'refund.payment-unknown',
    at: ['createRefund'],
    words: 'no checkout of this merchant has the paymentReference',
    refuses: ({ payment }) => payment === undefined,
    status: 404,
    code: 'payment_not_found',
    message: ({ body }) => `no checkout has the reference ${body.text('paymentReference')}`,
  },
  {
    id: 'refund.payment-not-paid',
    at: ['createRefund'],
    words: 'the checkout is not succeeded',
    refuses: ({ payment }) => payment !== undefined && payment.status !== 'succeeded',
    status: 409,
    code: 'payment_not_paid',
    message: ({ payment }) => `the checkout is ${payment?.status}, and only a succeeded one can be refunded`,
  },
  {
    id: 'refund.exceeds-paid',
    at: ['createRefund'],
    words: 'the amount, with earlier refunds that did not fail, is more than was paid',
    refuses: ({ payment, body }) =>
      payment !== undefined && (body.integer('amount') ?? 0) + payment.refunding > payment.amount,
    status: 422,
    code: 'refund_exceeds_paid',
    message: ({ payment }) =>
      `the amount is more than what is left to refund: ${payment ? payment.amount - payment.refunding : 0} kobo`,
  },

  // Payout create, behaviour rule 4
  {
    id: 'payout.bank-unknown',
    at: ['createPayout'],
    words: 'the bank name cannot be matched',
    refuses: ({ service, body }) =>
      service.rules.functions.matchBank(body.text('recipient.bankName') ?? '') === undefined,
    status: 422,
    code: 'unsupported_bank',
    message: () => 'recipient.bankName matches no Nigerian bank; GET /v1/banks lists them',
  },
  {
    id: 'payout.balance',
    at: ['createPayout'],
    only: 'live',
    words: 'the amount is above the available balance',
    refuses: ({ merchant, body }) => (body.integer('amount') ?? 0) > merchant.balance,
    status: 422,
    code: 'insufficient_balance',
    message: ({ merchant }) => `the amount is above the available balance of ${merchant.balance} kobo`,
  },

  // Escrow create, behaviour rule 5
  {
    id: 'escrow.seller-unknown',
    at: ['createEscrow'],
    only: 'live',
    words: 'the seller wallet does not exist',
    refuses: ({ service, environment, body }) =>
      service.wallet(environment, body.text('seller.walletId') ?? '') === undefined,
    status: 422,
    code: 'account_not_found',
    message: () => 'seller.walletId is not a known wallet',
  },
  {
    id: 'escrow.seller-not-linked',
    at: ['createEscrow'],
    words: 'linked wallets are required and the seller wallet has no approved link',
    refuses: ({ service, merchant, body }) =>
      merchant.requireLinkedWallets &&
      service.rules.functions.linkOf(merchant, body.text('seller.walletId') ?? '') === undefined,
    status: 422,
    code: 'wallet_not_linked',
    message: () => 'the seller wallet has no approved link to this merchant, and the merchant requires one',
  },
  {
    id: 'escrow.fee-above-amount',
    at: ['createEscrow'],
    words: 'the fee is more than the amount',
    refuses: ({ body }) => (body.integer('feeAmount') ?? 0) > (body.integer('amount') ?? 0),
    status: 400,
    code: 'invalid_request',
    message: () => 'feeAmount must not be more than amount',
  },
  {
    id: 'escrow.refund-above-amount',
    at: ['refundEscrow'],
    words: 'the amount is more than the buyer paid',
    refuses: ({ record, body }) => (body.integer('amount') ?? 0) > (record?.amount ?? 0),
    status: 422,
    code: 'refund_exceeds_paid',
    message: ({ record }) => `the amount is more than the ${record?.amount} kobo of the escrow`,
  },

  {
    id: 'account.unknown',
    at: ['getAccount'],
    words: 'the wallet does not exist',
    refuses: ({ service, environment, params }) => service.wallet(environment, params.walletId ?? '') === undefined,
    status: 404,
    code: 'account_not_found',
    message: ({ params }) => `there is no wallet ${params.walletId}`,
  },

  // Wallet link
  {
    id: 'link.wallet-unknown',
    at: ['createWalletLink'],
    words: 'the wallet does not exist',
    refuses: ({ service, environment, body }) => service.wallet(environment, body.text('walletId') ?? '') === undefined,
    status: 422,
    code: 'account_not_found',
    message: () => 'walletId is not a known wallet',
  },
  {
    // Endpoints, behaviour rule 7
    id: 'link.too-many-requests',
    at: ['createWalletLink'],
    words: 'the wallet has had its link requests of this hour',
    refuses: (asked) => recentLinkRequests(asked).length >= asked.service.rules.limits.linkRequests,
    status: 429,
    code: 'too_many_link_requests',
    message: () => 'this wallet has had too many link requests within the hour',
    retryAfter: (asked) => {
      const oldest = recentLinkRequests(asked).at(-asked.service.rules.limits.linkRequests) ?? 0;
      const free = oldest + asked.service.rules.limits.linkWindowSeconds * 1_000;
      return Math.max(1, Math.ceil((free - asked.service.clock.now()) / 1_000));
    },
  },
  {
    id: 'wallet-balance.not-approved',
    at: ['getWalletBalance'],
    words: 'the merchant has no approved link to the wallet',
    refuses: ({ service, merchant, params }) =>
      service.rules.functions.linkOf(merchant, params.walletId ?? '') === undefined,
    status: 403,
    code: 'link_not_approved',
    message: () => 'the balance of a wallet is shown to merchants with an approved link only',
  },
];

function duplicate(at: EndpointName, kind: Exclude<Kind, 'walletLink'>): Guard {
  return {
    id: `${kind}.duplicate-reference`,
    at: [at],
    words: `this merchant has a ${kind} with the reference already`,
    refuses: ({ merchant, body }) => merchant.records[kind].has(body.text('reference') ?? ''),
    status: 409,
    code: 'duplicate_reference',
    message: ({ body }) => `the reference ${body.text('reference')} is already used`,
  };
}

function recentLinkRequests({ service, environment, body }: Case): number[] {
  const since = service.clock.now() - service.rules.limits.linkWindowSeconds * 1_000;
  const wallet = service.wallet(environment, body.text('walletId') ?? '');
  return wallet?.linkRequests.filter((at) => at > since) ?? [];
}
