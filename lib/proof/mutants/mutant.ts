import type { RequirementId } from '../../interface/register/index.ts';
import type { Transport } from '../reference/engine/transport.ts';
import type { Rulebook } from '../reference/rules/rulebook.ts';
import type { Variant } from './variant.ts';

/** One deliberate defect of the reference. */
export interface Mutant extends Variant {
  /** The requirement that no longer holds: its own checks have to detect it. */
  readonly breaks: RequirementId;
}

export type Change = (rulebook: Rulebook) => Rulebook;

/** A defect in the rules. */
export function mutant(breaks: RequirementId, name: string, what: string, ...changes: readonly Change[]): Mutant {
  return { breaks, name, what, rules: all(...changes) };
}

/** A defect in the transport of webhooks. */
export function onTheWay(
  breaks: RequirementId,
  name: string,
  what: string,
  transport: (transport: Transport) => Transport,
): Mutant {
  return { breaks, name, what, transport };
}

/** Applies the changes one after another. */
export function all(...changes: readonly Change[]): Change {
  return (rulebook) => changes.reduce((changed, change) => change(changed), rulebook);
}
