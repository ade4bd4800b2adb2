// Request bodies. Type aliases rather than interfaces, so that each is also a Record<string, unknown>. Amounts in kobo.

export type CheckoutBody = {
  reference: string;
  amount: number;
  currency: string;
  description?: string;
  customer: { email: string };
  returnUrl: string;
  metadata?: Record<string, unknown>;
};

export type RefundBody = {
  reference: string;
  paymentReference: string;
  amount: number;
  reason?: string;
};

export type PayoutBody = {
  reference: string;
  amount: number;
  currency: string;
  recipient: { bankName: string; accountNumber: string; accountName: string };
  narration?: string;
};

export type EscrowBody = {
  reference: string;
  amount: number;
  currency: string;
  seller: { walletId: string };
  buyer?: { email: string };
  /** Taken from the seller's side on release. */
  feeAmount?: number;
  /** Required with feeAmount. */
  feeWalletId?: string;
  autoReleaseHours?: number;
  conditions?: string;
  description?: string;
  returnUrl?: string;
  metadata?: Record<string, unknown>;
};

/** Without an amount the refund is full. */
export type EscrowRefundBody = { amount?: number; reason?: string };

export type WalletLinkBody = {
  linkRef: string;
  walletId: string;
  requesterName: string;
  expiresInMinutes: number;
};
