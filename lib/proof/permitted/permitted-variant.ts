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
}

/** What `reading` is told beside its changes. */
interface About {
  readonly name: string;
  readonly what: string;
  readonly touches: readonly Chapter[];
  readonly decides?: readonly ObservationId[];
}

/** Other rules. */
export function reading(about: About, ...changes: readonly Change[]): PermittedVariant {
  return { ...about, rules: all(...changes) };
}

/** Another way to the receivers of webhooks. */
export function onTheWay(about: About, transport: (transport: Transport) => Transport): PermittedVariant {
  return { ...about, transport };
}
