/** The service's records. Amounts are integers in kobo; times are ISO 8601 texts from the service's clock. */

export type EnvironmentName = 'sandbox' | 'live';

export type CheckoutStatus = 'pending' | 'succeeded' | 'failed';
export type RefundStatus = 'pending' | 'succeeded' | 'failed';
export type PayoutStatus = 'pending' | 'succeeded' | 'failed';
export type EscrowStatus =
  | 'pending_payment'
  | 'funded'
  | 'disputed'
  | 'released'
  | 'refunded'
  | 'cancelled'
  | 'expired';
export type LinkStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'REVOKED';

interface Common {
  id: string;
  reference: string;
  merchant: Merchant;
  amount: number;
  createdAt: string;
}

export interface Checkout extends Common {
  kind: 'checkout';
  status: CheckoutStatus | 'new';
  currency: string;
  description: string | null;
  email: string;
  returnUrl: string;
  metadata: object | null;
  paymentMethod: string | null;
  failureReason: string | null;
  /** Sum of the refunds that succeeded. */
  refundedAmount: number;
  /** Sum of the refunds that have not failed, pending ones included. */
  refunding: number;
  paidAt: string | null;
}

export interface Refund extends Common {
  kind: 'refund';
  status: RefundStatus | 'new';
  currency: string;
  payment: Checkout | null;
  paymentReference: string;
  reason: string | null;
  failureReason: string | null;
}

export interface Payout extends Common {
  kind: 'payout';
  status: PayoutStatus | 'new';
  currency: string;
  recipient: { bankName: string; bankCode: string | null; accountNumber: string; accountName: string };
  narration: string | null;
  failureReason: string | null;
}

export interface Escrow extends Common {
  kind: 'escrow';
  status: EscrowStatus | 'new';
  currency: string;
  sellerWalletId: string;
  buyerEmail: string | null;
  feeAmount: number | null;
  feeWalletId: string | null;
  autoReleaseHours: number;
  conditions: string | null;
  description: string | null;
  returnUrl: string | null;
  metadata: object | null;
  /** The wallet account that paid. */
  paidBy: string | null;
  paidAt: string | null;
  /** Amount returned to the buyer; null until refunded. */
  refundedAmount: number | null;
  refundReason: string | null;
}

/** A wallet link: its `id` is the linkId, its `reference` the linkRef. Its amount is always 0, as the common type requires one. */
export interface WalletLink extends Common {
  kind: 'walletLink';
  status: LinkStatus | 'new';
  walletId: string;
  /** The holder's registered name at the time of the request. */
  holderName: string;
  requesterName: string;
  expiresInMinutes: number;
  expiresAt: string;
}

export interface RecordOf {
  checkout: Checkout;
  refund: Refund;
  payout: Payout;
  escrow: Escrow;
  walletLink: WalletLink;
}

export type Kind = keyof RecordOf;
export type AnyRecord = RecordOf[Kind];

export interface Wallet {
  walletId: string;
  holderName: string;
  availableMinor: number;
  heldMinor: number;
  /** Times of recent link requests, in milliseconds of the service's clock. */
  linkRequests: number[];
}

export interface Attempt {
  at: string;
  status: number | null;
  error: string | null;
}

export interface Delivery {
  id: string;
  eventId: string;
  event: string;
  reference: string;
  state: 'pending' | 'delivered' | 'abandoned';
  attempts: Attempt[];
  /** The raw body, exactly as it is sent and signed. */
  payload: string;
  /** Start of the retry schedule, in milliseconds of the service's clock. */
  since: number;
  /** The merchant's address and secret at the time of the event or resend. */
  webhookUrl: string | null;
  webhookSecret: string;
}

/** The state of an idempotency key: its request is under way (`reply` is null) or has this reply. */
export interface KeptRequest {
  fingerprint: string;
  reply: { status: number; text: string } | null;
  /** Milliseconds of the service's clock after which the key is forgotten. */
  until: number;
}

export interface RateLimiter {
  /** Returns 0 if the request is admitted, else the milliseconds until one will be. */
  admit(now: number): number;
}

export interface Merchant {
  id: string;
  environment: Environment;
  apiKey: string;
  webhookSecret: string;
  webhookUrl: string | null;
  requireLinkedWallets: boolean;
  /** Milliseconds of real time by which each POST is delayed. */
  processingDelay: number;
  /** Paid checkouts, less refunds and payouts. */
  balance: number;
  rate: RateLimiter;
  /** Idempotency keys, oldest first. */
  keys: Map<string, KeptRequest>;
  deliveries: Delivery[];
  /** By the merchant's reference. */
  records: { [K in Kind]: Map<string, RecordOf[K]> };
  /** By linkId. */
  links: Map<string, WalletLink>;
}

export interface Environment {
  name: EnvironmentName;
  /** Base address, without a slash at its end. */
  baseUrl: string;
  merchants: Map<string, Merchant>;
  apiKeys: Map<string, Merchant>;
  wallets: Map<string, Wallet>;
  /** By id, for the hosted pages. */
  checkouts: Map<string, Checkout>;
  escrows: Map<string, Escrow>;
}
