import type { Chapter, ObservationId } from '../../interface/register/index.ts';
import { all, type Change } from '../mutants/mutant.ts';
import type { Variant } from '../mutants/variant.ts';
import type { Transport } from '../reference/engine/transport.ts';

/** The reference with a different decision on something that the interface leaves open: also a correct implementation. */
export interface PermittedVariant extends Variant {
  /** The chapters whose checks touch what is different. */
  readonly touches: readonly Chapter[];
  /** The open questions that get another answer. */
  readonly decides?: readonly ObservationId[];
  /** Of the variants with the same value, a target can have only one. */
  readonly oneOf?: string;
  /** Not combined with other variants: without part of control many checks are not exercised, which the others need. */
  readonly alone?: true;
  /** It takes real time and decides nothing: left out of whole runs that are made for what checks record. */
  readonly onlySlow?: true;
}

/** The description of a permitted variant, without its changes. */
type About = Omit<PermittedVariant, 'rules' | 'transport'>;

/** A variant with other rules. */
export function reading(about: About, ...changes: readonly Change[]): PermittedVariant {
  return { ...about, rules: all(...changes) };
}

/** A variant with another transport of webhooks. */
export function onTheWay(about: About, transport: (transport: Transport) => Transport): PermittedVariant {
  return { ...about, transport };
}

/** Whether one target could have both: they do not answer the same question differently. */
export function goTogether(one: PermittedVariant, other: PermittedVariant): boolean {
  if (one === other) return true;
  if (one.alone || other.alone) return false;
  if (one.oneOf !== undefined && one.oneOf === other.oneOf) return false;
  return !one.decides?.some((question) => other.decides?.includes(question));
}
