import type { Transport } from '../reference/engine/transport.ts';
import type { Rulebook } from '../reference/rules/rulebook.ts';

/** A variation of the reference, applied from outside: other rules, or another transport of webhooks. */
export interface Variant {
  /** A slug: `refund-check-forgets-pending`. */
  readonly name: string;
  /** What differs, as a sentence: "pending refunds do not count against what is left". */
  readonly what: string;
  readonly rules?: (rulebook: Rulebook) => Rulebook;
  readonly transport?: (transport: Transport) => Transport;
}
