/** Types of states: transitions, timers, money, events, retries. */
import type { AnyRecord, Escrow, EscrowStatus, Kind, RecordOf } from './records.ts';

export type EventName =
  | 'payment.succeeded'
  | 'payment.failed'
  | 'refund.succeeded'
  | 'refund.failed'
  | 'payout.succeeded'
  | 'payout.failed'
  | 'escrow.funded'
  | 'escrow.disputed'
  | 'escrow.released'
  | 'escrow.refunded'
  | 'escrow.cancelled'
  | 'wallet.link.approved'
  | 'wallet.link.rejected'
  | 'wallet.link.expired'
  | 'wallet.link.revoked';

/** Details of a trigger: who paid and how, why it failed, how much is refunded. */
export interface Details {
  method?: string;
  reason?: string | null;
  payer?: string | null;
  amount?: number | null;
}

/** A row of a state table. `from: null`: the resource does not exist yet. */
export interface Transition<K extends Kind = Kind> {
  from: RecordOf[K]['status'] | null;
  on: string;
  to: RecordOf[K]['status'];
  sends: EventName | null;
  also?: (record: RecordOf[K], now: string, details: Details) => void;
}

export type Machines = { readonly [K in Kind]: readonly Transition<K>[] };

/** A trigger `after` this many seconds in a state, if the resource is still in it. */
export interface Timer<K extends Kind = Kind> {
  kind: K;
  in: RecordOf[K]['status'];
  after: number | { field: string; seconds: number } | ((record: RecordOf[K]) => number);
  on: string | ((record: RecordOf[K]) => string);
}
export type AnyTimer = { [K in Kind]: Timer<K> }[Kind];

/** While a resource is in one of these states, its amount counts towards a sum. */
export interface Sum {
  into: 'balance' | 'refunding' | 'refundedAmount';
  of: 'checkout' | 'refund' | 'payout';
  while: readonly string[];
  sign: 1 | -1;
}

export type Pocket = 'outside' | 'seller.held' | 'seller.available' | 'feeWallet.available';

/** Money that moves when an escrow enters a state. */
export interface Move {
  entering: EscrowStatus;
  what: 'amount' | 'fee' | 'amount less fee' | 'refund' | 'amount less refund' | ((escrow: Escrow) => number);
  from: Pocket;
  to: Pocket;
}

export interface EventRule {
  /** The payload without `id`, `event` and `occurredAt`. */
  carries: (record: AnyRecord) => Record<string, unknown>;
  /** Another event sent after this one for the same change. */
  followedBy?: (record: AnyRecord) => EventName | null;
}

export interface RetryRule {
  /** Seconds from the event to the first attempt; default: 0. */
  first?: number;
  /** Seconds between attempts; the last value is repeated. */
  gaps: readonly number[];
  /** Seconds after the event beyond which no attempt is made. */
  within: number;
}
