/** Where a value comes from, as plain JSON: a literal, a pointer into a run's evidence, or what is made of such by name. */
export type Term =
  | { readonly value: Json }
  /** JSON has no word for what is not there. */
  | { readonly nothing: true }
  /** Any text that this regular expression finds something in. */
  | { readonly pattern: string; readonly flags: string }
  /** An exchange of `exchanges.har`, by its `_id`; or a part of it, such as `["json", "customer", "email"]`. */
  | { readonly exchange: number; readonly at?: readonly string[] }
  | { readonly exchanges: readonly number[] }
  /** A webhook of `deliveries.ndjson`, by its `seq`; or a part of it. */
  | { readonly delivery: number; readonly at?: readonly string[] }
  /** Every webhook that had come by then. */
  | { readonly deliveries: Arrivals }
  /** What a signature of a webhook is worth: `valid`, `missing`, ... Needs the secret, which only its owner has. */
  | { readonly signature: 'v1' | 'v2'; readonly of: number; readonly secret: string | null }
  /** What the harness saw by other means, a line of `sightings.ndjson`; or a part of it. */
  | { readonly sighting: number; readonly at?: readonly string[] }
  | { readonly list: readonly Term[] }
  | { readonly object: Readonly<Record<string, Term>> }
  /** What a named, pure function makes of these: see `derivation`. */
  | { readonly derived: string; readonly from: readonly Term[] };

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Which webhooks: those that fit all that is given, with `seq` above `after` and up to `upTo`. */
export interface Arrivals {
  readonly path?: string;
  readonly event?: string;
  readonly reference?: string;
  readonly after: number;
  readonly upTo: number;
  /** Only those that are surely the target's, as far as it was told when they came: see `surely`. */
  readonly sure?: true;
}

/**
 * Of webhooks those that are surely the target's: no copies, and nothing badly signed as soon as something well signed is there. Of a
 * target that signs nothing well, it is all that came.
 */
export function surely<T>(
  all: readonly T[],
  isRepeated: (webhook: T) => boolean,
  isGenuine: (webhook: T) => boolean,
): T[] {
  const attempts = all.filter((webhook) => !isRepeated(webhook));
  const genuine = attempts.filter(isGenuine);
  return genuine.length > 0 ? genuine : attempts;
}

/** A value that knows where it comes from. */
export class Traced<T> {
  readonly value: T;
  readonly term: Term;

  constructor(value: T, term: Term) {
    this.value = value;
    this.term = term;
  }

  toString(): string {
    return String(this.value);
  }
}

/** One expectation of a check, as it was recorded. */
export interface Predicate {
  /** A name of `matchers.ts`. */
  readonly matcher: string;
  readonly not?: true;
  readonly subject: Term;
  readonly args: readonly Term[];
  /** What the suite calls the subject. */
  readonly words?: string;
  /** As the run saw it. Whoever verifies does not rely on it. */
  readonly held: boolean;
}

/** Whether a term leads into the evidence anywhere: a subject that does not is recorded as a value only. */
export function pointsSomewhere(term: Term): boolean {
  if ('list' in term) return term.list.some(pointsSomewhere);
  if ('object' in term) return Object.values(term.object).some(pointsSomewhere);
  if ('derived' in term) return term.from.some(pointsSomewhere);
  return !('value' in term || 'nothing' in term || 'pattern' in term);
}
