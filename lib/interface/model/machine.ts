import type { RequirementId } from '../register/index.ts';

// What a table of "States and transitions" is made of.

/** What has to be so for a step that nobody sees. */
export type Gate =
  /** Somebody may act who is seen by nobody: a hosted page was opened, or there is no control over buyers and owners. */
  | 'a person'
  /** The time to pay, or to decide, may be over. */
  | 'time is up'
  | 'automatic release'
  /** Sandbox: whether it fails is decided by what was sent (Refund; Payout). */
  | 'may succeed'
  | 'may fail';

export interface Row {
  readonly from: string;
  readonly to: readonly string[];
  readonly requirement: RequirementId;
  readonly gate?: Gate;
}

/** What contradicts the table, and the requirement that says so: the first line that fits. `*`: any other state. */
export interface Contradiction {
  readonly was: string;
  readonly seen: string;
  /** What happened to it last: an operation, `time`, or a `refund` of a checkout. */
  readonly after?: string;
  readonly requirement: RequirementId;
}

export interface Machine {
  readonly kind: Kind;
  readonly states: readonly string[];
  /** A request that was carried out, or a step of a buyer or an owner: what it leads to from each state. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Row>>>>;
  readonly unseen: readonly Row[];
  /** What time alone brings about, for certain. */
  readonly due: readonly Row[];
  readonly contradictions: readonly Contradiction[];
  /** An operation that is carried out although no state allowed it. */
  readonly notAllowed: readonly {
    readonly operation: string;
    readonly was: string;
    readonly requirement: RequirementId;
  }[];
  /** A request that is refused although the object surely was in this state. */
  readonly owed: readonly { readonly operation: string; readonly was: string; readonly requirement: RequirementId }[];
}

export type Kind = 'checkout' | 'refund' | 'payout' | 'escrow' | 'wallet link';

/** From a state, to one state or to each that may be. */
export type Line = readonly [from: string, to: string | readonly string[], requirement: RequirementId];

export function operation(...lines: readonly Line[]): Readonly<Record<string, Row>> {
  return Object.fromEntries(lines.map(([from, to, requirement]) => [from, { from, to: [to].flat(), requirement }]));
}

/** It changes nothing there. */
export function stays(requirement: RequirementId, ...states: readonly string[]): Line[] {
  return states.map((state): Line => [state, state, requirement]);
}
