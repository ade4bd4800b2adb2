/** Types of requests: fields, endpoint names, answers and refusals. */
import type { EnvironmentName } from './records.ts';

/** A refusal: HTTP status, error code, and message. */
export interface Refused {
  status: number;
  code: string;
  message: string;
}

export type FormName = 'checkout' | 'refund' | 'payout' | 'escrow' | 'escrowRefund' | 'walletLink';

/** One row of a request table. `field` is dotted for nested fields. Rules that are left out do not apply. */
export interface FieldRule {
  field: string;
  type: 'string' | 'integer' | 'object' | 'email' | 'uri';
  required?: boolean;
  /** Required if this other field is given. */
  requiredWith?: string;
  min?: number;
  max?: number;
  maxLength?: number;
  pattern?: RegExp;
  oneOf?: readonly string[];
  /** Maximum size as JSON text in bytes. */
  maxBytes?: number;
  /** Environments in which the address must be https. */
  httpsIn?: readonly EnvironmentName[];
}

export type EndpointName =
  | 'createCheckout'
  | 'getCheckout'
  | 'createRefund'
  | 'getRefund'
  | 'createPayout'
  | 'getPayout'
  | 'createEscrow'
  | 'getEscrow'
  | 'releaseEscrow'
  | 'refundEscrow'
  | 'cancelEscrow'
  | 'getAccount'
  | 'listBanks'
  | 'getBalance'
  | 'createWalletLink'
  | 'getWalletLink'
  | 'deleteWalletLink'
  | 'getWalletBalance'
  | 'approveWalletLink'
  | 'rejectWalletLink';

export interface Reply {
  status: number;
  text: string;
  headers?: Record<string, string>;
}
