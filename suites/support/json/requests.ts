import type {
  Body,
  CallOptions,
  Capability,
  CheckContext,
  Exchange,
  RequirementId,
} from '../../../lib/interface/index.ts';

export interface Request {
  readonly kind: string;
  readonly id: RequirementId;
  readonly needs: readonly Capability[];
  readonly status: 200 | 201;
  /** What the answer repeats of the request. */
  readonly named: string | null;
  /** A step: what all requests need. Then for each a new body, and how to send it. */
  prepare(context: CheckContext): Promise<() => Promise<Prepared>>;
}

interface Prepared {
  readonly body: Body;
  send(options: CallOptions): Promise<Exchange>;
}

/** The creates, as bodies that have not been written yet. */
export const creates = {
  checkout: {
    kind: 'checkout',
    id: 'checkout.created',
    needs: [],
    status: 201,
    named: 'reference',
    prepare:
      async ({ merchant, data }) =>
      async () => ({
        body: {
          reference: data.reference('chk'),
          amount: 12_345,
          currency: 'NGN',
          customer: { email: data.email() },
          returnUrl: data.returnUrl,
          metadata: { order: { code: 'A-17' } },
        },
        send: (options) => merchant.api.createCheckout({}, options),
      }),
  },
  refund: {
    kind: 'refund',
    id: 'refund.created',
    needs: ['buyer'],
    status: 201,
    named: 'reference',
    async prepare({ merchant, buyer, data }) {
      const { reference: paymentReference } = await buyer.paid(merchant, { amount: 9_001 });
      return async () => ({
        body: { reference: data.reference('rfd'), paymentReference, amount: 103, reason: 'torn' },
        send: (options) => merchant.api.createRefund({}, options),
      });
    },
  },
  payout: {
    kind: 'payout',
    id: 'payout.created',
    needs: [],
    status: 201,
    named: 'reference',
    async prepare({ merchant, data }) {
      const recipient = { bankName: await merchant.bankName(), accountNumber: '0123456789', accountName: data.name() };
      return async () => ({
        body: { reference: data.reference('pay'), amount: 12_345, currency: 'NGN', recipient },
        send: (options) => merchant.api.createPayout({}, options),
      });
    },
  },
  escrow: {
    kind: 'escrow',
    id: 'escrow.created',
    needs: [],
    status: 201,
    named: 'reference',
    prepare:
      async ({ merchant, data }) =>
      async () => ({
        body: { reference: data.reference('esc'), amount: 50_003, currency: 'NGN', seller: { walletId: '0000000001' } },
        send: (options) => merchant.api.createEscrow({}, options),
      }),
  },
  link: {
    kind: 'link request',
    id: 'wallet-link.created',
    needs: ['wallets'],
    status: 201,
    named: 'linkRef',
    prepare:
      async ({ merchant, wallets, data }) =>
      async () => {
        const { walletId } = await wallets.make();
        return {
          body: { linkRef: data.reference('lnk'), walletId, requesterName: data.name(), expiresInMinutes: 30 },
          send: (options) => merchant.api.createWalletLink({}, options),
        };
      },
  },
} as const satisfies Record<string, Request>;

export const refundOfEscrow: Request = {
  kind: 'refund of an escrow',
  id: 'escrow.refunded',
  needs: ['escrow-buyer'],
  status: 200,
  named: null,
  prepare:
    async ({ merchant, buyer }) =>
    async () => {
      const { reference } = await buyer.funded(merchant);
      return { body: { reason: 'torn' }, send: (options) => merchant.api.refundEscrow(reference, {}, options) };
    },
};
