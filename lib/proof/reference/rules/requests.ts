/** The vocabulary of requests: fields, endpoints, guards, and the steps between them. */
import type { Body } from '../engine/body.ts';
import type { AnyRecord, Checkout, Environment, EnvironmentName, Kind, Merchant } from './records.ts';
import type { Service } from './rulebook.ts';

/** A refusal: HTTP status and error code, and the words that explain it. */
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
  /** Required where this other field is given. */
  requiredWith?: string;
  min?: number;
  max?: number;
  maxLength?: number;
  pattern?: RegExp;
  oneOf?: readonly string[];
  /** Size as JSON text in bytes. */
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

export interface Endpoint {
  name: EndpointName;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Where it exists; everywhere when left out. */
  only?: EnvironmentName;
  idempotencyKey?: 'required' | 'optional';
  takes?: FormName;
  /** The resource that the path names; unknown ones are refused as `decisions.unknown` says. */
  about?: Kind;
  /** What is answered instead, and with which status, where the resource asked for is there already. */
  already?: { finds: (asked: Case) => AnyRecord | undefined; status: number; shows: (shown: Shown) => unknown };
  does?: (asked: Case) => AnyRecord | undefined;
  status: number;
  shows: (shown: Shown) => unknown;
}

/** A condition under which a well-formed request is refused. */
export interface Guard {
  id: string;
  at: readonly EndpointName[];
  /** Environments where it holds; everywhere when left out. */
  only?: EnvironmentName;
  words: string;
  refuses: (asked: Case) => boolean;
  status: number;
  code: string;
  message: (asked: Case) => string;
  /** Seconds for a `Retry-After` header. */
  retryAfter?: (asked: Case) => number;
}

/** A request of a known merchant, as steps, guards and actions see it. */
export interface Case {
  service: Service;
  environment: Environment;
  merchant: Merchant;
  endpoint: Endpoint;
  path: string;
  params: Record<string, string>;
  header: (name: string) => string | undefined;
  raw: Buffer;
  body: Body;
  /** The resource that the path names. */
  record: AnyRecord | undefined;
  /** The checkout that a refund is for. */
  payment: Checkout | undefined;
}

export interface Shown {
  asked: Case;
  record: AnyRecord | undefined;
}

export interface Reply {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** One step of every request: it answers by itself, refuses by throwing a Refusal, or goes on to the next. */
export type Step = (asked: Case, next: () => Reply | Promise<Reply>) => Reply | Promise<Reply>;
