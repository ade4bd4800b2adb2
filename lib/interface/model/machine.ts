import type { RequirementId } from '../register/index.ts';

// The types of the tables of "States and transitions".

/** The condition of a transition that no exchange shows. */
export type Gate =
  /** A person may act unseen: a hosted page was opened, or there is no control over buyers and owners. */
  | 'a person'
  /** The time to pay, or to decide, may be over. */
  | 'time is up'
  | 'automatic release'
  /** In sandbox the create request decides whether it fails (Refund; Payout). */
  | 'may succeed'
  | 'may fail';

export interface Row {
  readonly from: string;
  readonly to: readonly string[];
  readonly requirement: RequirementId;
  readonly gate?: Gate;
}

/**
 * An observed status that contradicts the table, and the requirement that then fails. The first matching line counts.
 * `*`: any other state.
 */
export interface Contradiction {
  readonly was: string;
  readonly seen: string;
  /** Applies only if this happened to the object last: an operation, `time`, or a `refund` of a checkout. */
  readonly after?: string;
  readonly requirement: RequirementId;
}

export interface Machine {
  readonly kind: Kind;
  readonly states: readonly string[];
  /** By operation and state: where a request that was carried out, or an action of a buyer or an owner, leads. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Row>>>>;
  readonly unseen: readonly Row[];
  /** Transitions that the passing of time certainly causes. */
  readonly due: readonly Row[];
  readonly contradictions: readonly Contradiction[];
  /** Operations that were carried out although no possible state allowed them. */
  readonly notAllowed: readonly {
    readonly operation: string;
    readonly was: string;
    readonly requirement: RequirementId;
  }[];
  /** Operations that were refused although the object certainly was in this state. */
  readonly owed: readonly { readonly operation: string; readonly was: string; readonly requirement: RequirementId }[];
}

export type Kind = 'checkout' | 'refund' | 'payout' | 'escrow' | 'wallet link';

/** From a state to one state, or to any of several. */
export type Line = readonly [from: string, to: string | readonly string[], requirement: RequirementId];

export function operation(...lines: readonly Line[]): Readonly<Record<string, Row>> {
  return Object.fromEntries(lines.map(([from, to, requirement]) => [from, { from, to: [to].flat(), requirement }]));
}

/** The operation changes nothing in these states. */
export function stays(requirement: RequirementId, ...states: readonly string[]): Line[] {
  return states.map((state): Line => [state, state, requirement]);
}
