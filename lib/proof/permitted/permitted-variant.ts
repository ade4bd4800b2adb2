import type { Chapter, ObservationId } from '../../interface/register/index.ts';
import { all, type Change } from '../mutants/mutant.ts';
import type { Variant } from '../mutants/variant.ts';
import type { Transport } from '../reference/engine/transport.ts';

/** The reference with something decided otherwise that the interface leaves open: as good an implementation as any. */
export interface PermittedVariant extends Variant {
  /** The chapters of a certificate that look at what is different. */
  readonly touches: readonly Chapter[];
  /** The open questions that get another answer. */
  readonly decides?: readonly ObservationId[];
  /** A target can be only one of the variants with the same word here. */
  readonly oneOf?: string;
  /** Goes together with no other: without something of control much is not exercised, which others would need to be seen. */
  readonly alone?: true;
}

/** What `reading` is told beside its changes. */
type About = Omit<PermittedVariant, 'rules' | 'transport'>;

/** Other rules. */
export function reading(about: About, ...changes: readonly Change[]): PermittedVariant {
  return { ...about, rules: all(...changes) };
}

/** Another way to the receivers of webhooks. */
export function onTheWay(about: About, transport: (transport: Transport) => Transport): PermittedVariant {
  return { ...about, transport };
}

/** Whether a target could decide both so: not two answers to one question. */
export function goTogether(one: PermittedVariant, other: PermittedVariant): boolean {
  if (one === other) return true;
  if (one.alone || other.alone) return false;
  if (one.oneOf !== undefined && one.oneOf === other.oneOf) return false;
  return !one.decides?.some((question) => other.decides?.includes(question));
}
