import type { Capability, CheckContext, Created, Exchange, RequirementId } from '../../../lib/interface/index.ts';

export type Kind = Created['kind'] | 'link';

/** The answer to a request under such a key, and to its repetition; `others`: what was asked for afterwards under other keys. */
export interface Sent {
  readonly first: Exchange;
  readonly again: Exchange;
  readonly others: readonly Exchange[];
}

export interface Row {
  readonly what: string;
  readonly needs: readonly Capability[];
  /** The requirement of its replay; null: whether keys count there is not shown. */
  readonly replay: RequirementId | null;
  send(context: CheckContext): Promise<Sent>;
}

export const needsOf: Readonly<Record<Kind, readonly Capability[]>> = {
  checkout: [],
  payout: [],
  escrow: [],
  refund: ['buyer'],
  link: ['wallets'],
};

/** Returns what creates one of this kind, with this name as its reference or linkRef: always with the same body. */
export async function maker(context: CheckContext, kind: Kind, reference: string, payment?: Created) {
  const { merchant, buyer, wallets } = context;
  if (kind === 'link') {
    const wallet = await wallets.make();
    return (idempotencyKey: string) =>
      wallets.createLink(
        merchant,
        wallet,
        { linkRef: reference, requesterName: 'Harbour Books', expiresInMinutes: 30 },
        { idempotencyKey },
      );
  }
  if (kind === 'refund') {
    const { reference: paymentReference } = payment ?? (await buyer.paid(merchant, { amount: 5_003 }));
    return (idempotencyKey: string) =>
      merchant.createRefund({ reference, paymentReference, amount: 1_009 }, { idempotencyKey });
  }
  if (kind === 'payout')
    return (idempotencyKey: string) =>
      merchant.createPayout({ reference, amount: 10_007, recipient: { accountName: 'Ada Obi' } }, { idempotencyKey });
  if (kind === 'escrow')
    return (idempotencyKey: string) => merchant.createEscrow({ reference, amount: 50_000 }, { idempotencyKey });
  return (idempotencyKey: string) =>
    merchant.createCheckout({ reference, amount: 5_003, customer: { email: 'ada@example.com' } }, { idempotencyKey });
}

const path = (reference: string, action: string) => `/v1/escrows/${encodeURIComponent(reference)}/${action}`;
export const acts = (context: CheckContext, reference: string, action: string, idempotencyKey?: string) =>
  context.merchant.api.request({
    method: 'POST',
    path: path(reference, action),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(action === 'refund' && { body: {} }),
  });
