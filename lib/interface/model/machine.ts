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

export interface Transition {
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
  readonly kind: ObjectKind;
  readonly states: readonly string[];
  /** By operation and state: where a request that was carried out, or an action of a buyer or an owner, leads. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Transition>>>>;
  readonly silentTransitions: readonly Transition[];
  /** Transitions that the passing of time certainly causes. */
  readonly timedTransitions: readonly Transition[];
  readonly contradictions: readonly Contradiction[];
  /** Operations that were carried out although no possible state allowed them. */
  readonly mustRefuse: readonly {
    readonly operation: string;
    readonly was: string;
    readonly requirement: RequirementId;
  }[];
  /** Operations that were refused although the object certainly was in this state. */
  readonly mustAccept: readonly {
    readonly operation: string;
    readonly was: string;
    readonly requirement: RequirementId;
  }[];
}

export type ObjectKind = 'checkout' | 'refund' | 'payout' | 'escrow' | 'wallet link';

/** From a state to one state, or to any of several. */
export type TransitionLine = readonly [from: string, to: string | readonly string[], requirement: RequirementId];

export function operation(...lines: readonly TransitionLine[]): Readonly<Record<string, Transition>> {
  return Object.fromEntries(lines.map(([from, to, requirement]) => [from, { from, to: [to].flat(), requirement }]));
}

/** The operation changes nothing in these states. */
export function stays(requirement: RequirementId, ...states: readonly string[]): TransitionLine[] {
  return states.map((state): TransitionLine => [state, state, requirement]);
}
